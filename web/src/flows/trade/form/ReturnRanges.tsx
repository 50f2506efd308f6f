import { useTranslation } from '../../../i18n/useTranslation.ts'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { rateText, shareText, sharesText } from '@tickmark/client/format/figures.ts'
import { ltr } from '../../../format/ltr.ts'
import { Distribution } from '@tickmark/ui/chart/Distribution.tsx'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { RadioList } from '@tickmark/ui/form/RadioList.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { FormLabel } from './FormLabel.tsx'
import type { OrderFormState } from './useOrderForm.ts'

/** The return ranges with chance and rate, and the winning side of the chosen one. */
export function ReturnRanges({ state, drawing = true }: { state: OrderFormState; drawing?: boolean }) {
  const { t } = useTranslation('trade')
  const { form, change, offers, range } = state
  const margin =
    range && t('houseMargin', { margin: ltr(sharesText(range.marginPpm, range.mostMarginPpm, 1)) })
  return (
    <section>
      <FormLabel aside={margin}>{t('returnRange')}</FormLabel>
      {offers.isPending && <Skeleton shape="ledger" count={3} />}
      {offers.isError && <NoRanges offers={offers} />}
      {range && drawing && !offers.isError && <RangeDrawing state={state} />}
      {offers.data && !offers.isError && (
        <RadioList
          label={t('returnRange')}
          look="wash"
          value={form.range}
          onChange={(value) => change({ field: 'range', value })}
          choices={offers.data.ranges.map((one, place) => ({
            value: place,
            label: one.rangeText,
            trailing: (
              <>
                <span className="text-12 text-ink-2">
                  {t('likely', { chance: ltr(shareText(one.chancePpm)) })}
                </span>
                <bdi dir="ltr" className="min-w-12 font-semibold">
                  {rateText(one.rate)}
                </bdi>
              </>
            ),
          }))}
        />
      )}
    </section>
  )
}

/** Why there are no ranges: the market is closed, or they did not load. */
function NoRanges({ offers }: { offers: OrderFormState['offers'] }) {
  const { t } = useTranslation('trade')
  const { error } = offers
  const code = error instanceof CallFailed ? error.code : null
  if (code === 'market_closed' || code === 'trading_paused') {
    return (
      <p role="status" className="rounded-2 bg-caution-wash px-3 py-2.5 text-13 text-caution">
        {t(code === 'market_closed' ? 'marketClosed' : 'tradingPaused')}
      </p>
    )
  }
  return <FailedCall title={t('offersFailed')} call={offers} />
}

/** The distribution of the final price, and its winning part. */
export function RangeDrawing({ state: { range, form } }: { state: OrderFormState }) {
  const { t } = useTranslation('trade')
  if (!range) return null
  return (
    <Distribution
      chance={range.chancePpm / 1_000_000}
      direction={form.direction}
      chanceLabel={t('finishHere', { chance: ltr(shareText(range.chancePpm)) })}
      nowLabel={t('now')}
    />
  )
}
