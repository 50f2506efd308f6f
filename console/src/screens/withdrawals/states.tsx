import type { WithdrawalState } from '@tickmark/core/wallet/withdrawals'
import { Badge, type BadgeTone } from '@tickmark/ui/text/Badge.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'

const TONES: Record<WithdrawalState, BadgeTone> = {
  requested: 'caution',
  held_new_address: 'caution',
  approved: 'brand',
  built: 'brand',
  signed: 'brand',
  broadcast: 'brand',
  final: 'good',
  cancelled: 'plain',
  rejected: 'wrong',
  dead: 'wrong',
}

/** A withdrawal's state in a word or two. */
export function WithdrawalBadge({ state }: { state: WithdrawalState }) {
  const { t } = useTranslation('withdrawals')
  return <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
}
