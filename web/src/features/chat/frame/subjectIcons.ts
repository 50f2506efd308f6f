import type { Subject } from '@tickmark/wire/schemas/support'
import type { IconName } from '@tickmark/ui/base/icons.ts'

export const SUBJECT_ICONS: Record<Subject, IconName> = {
  general: 'chat',
  order: 'receipt',
  deposit: 'receive',
  withdrawal: 'send',
  swap: 'swap',
  loan: 'loan',
  hosting: 'arbitrage',
}
