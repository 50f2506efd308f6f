import type { Subject } from '@tickmark/wire/support'
import type { IconName } from '../../ui/icons.ts'

export const SUBJECT_ICONS: Record<Subject, IconName> = {
  general: 'chat',
  order: 'receipt',
  deposit: 'receive',
  withdrawal: 'send',
  swap: 'swap',
  loan: 'loan',
}
