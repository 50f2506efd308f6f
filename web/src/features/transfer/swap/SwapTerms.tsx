import { formatAmount } from '@tickmark/core/money/money'
import { SPREAD_PPM } from '@tickmark/core/wallet/swaps'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { serverNow } from '@tickmark/client/serverClock.ts'
import { useFormat } from '../../../format/format.ts'
import { ltr } from '../../../format/ltr.ts'
import { Ledger, LedgerRow } from '@tickmark/ui/list/LedgerRow.tsx'
import { useSecondsLeft } from '@tickmark/ui/text/useSecondsLeft.ts'
import type { SwapFormState } from './useSwapForm.ts'

/** The rate with its remaining validity, and the operator's margin. */
export function SwapTerms({ state }: { state: SwapFormState }) {
  const { t } = useTranslation('transfer')
  const format = useFormat()
  const { source, target, sum, quote } = state
  const spread = format.percent(quote.data?.spreadPpm ?? SPREAD_PPM)
  return (
    <div className="pt-5">
      <Ledger>
        <LedgerRow label={t('swap.rate')}>
          {sum && source && target ? (
            <bdi dir="ltr">{`1 ${source.name} = ${format.figure(formatAmount(sum.rate))} ${target.name}`}</bdi>
          ) : (
            <span className="text-ink-3">—</span>
          )}
        </LedgerRow>
        <LedgerRow label={t('swap.held')} note={t('swap.heldNote')}>
          {quote.data ? (
            <SecondsHeld untilMs={quote.data.expiresAt} />
          ) : (
            <span className="text-ink-3">—</span>
          )}
        </LedgerRow>
        <LedgerRow label={t('swap.spread')} note={t('swap.spreadNote')} last>
          <bdi dir="ltr">{spread}</bdi>
        </LedgerRow>
      </Ledger>
    </div>
  )
}

function SecondsHeld({ untilMs }: { untilMs: number }) {
  const { t } = useTranslation('transfer')
  const left = useSecondsLeft(untilMs, serverNow)
  return <>{t('swap.seconds', { seconds: ltr(String(left)) })}</>
}
