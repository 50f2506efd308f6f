import { Badge, type BadgeTone } from '@tickmark/ui/text/Badge.tsx'
import type { Reply } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'

type State = Reply<'loanApplyList'>['identity']['state']

const TONES: Record<State, BadgeTone> = {
  none: 'plain',
  pending: 'caution',
  verified: 'good',
  unsuccessful: 'wrong',
}

interface IdentityProps {
  state: State
  /** In words; null where there is none. */
  reason: string | null
  /** A simulated reviewer decides, within seconds. */
  isSimulated: boolean
}

/** The state of the check of the user's documents. */
export function Identity({ state, reason, isSimulated }: IdentityProps) {
  const { t } = useTranslation('loanList')
  const note = state === 'pending' && !isSimulated ? t('identity.takes') : reason
  return (
    <section className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-rule py-3">
      <h2 className="flex-1 text-13 text-ink-2">{t('identity.title')}</h2>
      <Badge tone={TONES[state]}>{t(`identity.state.${state}`)}</Badge>
      {note !== null && <p className="w-full text-13 text-ink-2">{note}</p>}
    </section>
  )
}
