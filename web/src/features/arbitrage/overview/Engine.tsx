import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { Badge, type BadgeTone } from '@tickmark/ui/text/Badge.tsx'
import { Change } from '@tickmark/ui/text/Change.tsx'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { sharesFrom } from '@tickmark/core/arbitrage/sharing'
import type { Reply } from '../../../api/api.ts'
import { Section } from '../../../components/Section.tsx'
import { When } from '../../../components/When.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { unitsOf } from '../terms.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'

type State = Reply<'getProgramme'>['engine']

const TONES: Record<State['state'], BadgeTone> = { trading: 'good', waiting: 'plain', stopped: 'caution' }

/** The engine's current state in words, and today's result so far. */
export function Engine({ engine, today }: { engine: State; today: string }) {
  const { t } = useTranslation('arbitrage')
  const { fine, time } = useArbitrageTexts()
  const profit = unitsOf(today)
  return (
    <Section title={t('engine.title')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2">
        <Badge tone={TONES[engine.state]}>{t(`engine.state.${engine.state}`)}</Badge>
        <p className="min-w-[min(14rem,100%)] flex-1 text-13 text-ink-2">
          {t(`engine.detail.${detailOf(engine)}`)}
        </p>
      </div>
      <Ledger>
        <LedgerRow
          label={t('engine.today')}
          note={t('engine.closes', { time: time(sharesFrom(serverNow())) })}
        >
          <Change value={profit} text={fine(today.replace('-', ''))} />
        </LedgerRow>
        {engine.lookedAt !== null && (
          <LedgerRow label={t('engine.lookedAt')}>
            <When atMs={engine.lookedAt} short />
          </LedgerRow>
        )}
      </Ledger>
    </Section>
  )
}

/** The text that explains a state; a stop is explained by its reason. */
function detailOf({ state, why }: State): Exclude<State['state'], 'stopped'> | NonNullable<State['why']> {
  return state === 'stopped' ? (why ?? 'not_running') : state
}
