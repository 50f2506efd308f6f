import { PRODUCTS } from '@tickmark/core/market/products'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { Empty } from '@tickmark/ui/state/Empty.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { Change } from '@tickmark/ui/text/Change.tsx'
import type { ProgrammeTrade } from '@tickmark/wire/schemas/arbitrage'
import { useState } from 'react'
import { useCall } from '../../../api/api.ts'
import { FailedCall } from '../../../components/FailedCall.tsx'
import { Section } from '../../../components/Section.tsx'
import { When } from '../../../components/When.tsx'
import { amountText, priceText } from '@tickmark/client/format/figures.ts'
import { useFormat } from '../../../format/useFormat.ts'
import { ltr } from '../../../format/ltr.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { unitsOf } from '../terms.ts'
import { useArbitrageTexts } from '../useArbitrageTexts.ts'

/** Polling interval; no polling while the page is in the background. */
const AGAIN_MS = 4_000
/** Rows shown at first, and after "more". */
const [FEW, MANY] = [6, 40]

/** The programme's newest trades, live: both venues, both prices and the profit of each. */
export function TradeLog() {
  const { t } = useTranslation('arbitrage')
  const [pageSize, setPageSize] = useState<number>(FEW)
  const trades = useCall('getProgrammeTrades', { pageNum: 1, pageSize }, { refetchInterval: AGAIN_MS })
  const few = useCall('getProgrammeTrades', { pageNum: 1, pageSize: FEW }, { enabled: false })
  const data = trades.data ?? few.data
  return (
    <Section title={t('trades.title')} note={t('trades.note')}>
      {!data && trades.isError && <FailedCall title={t('trades.failed')} call={trades} />}
      {!data && !trades.isError && <Skeleton shape="row" count={3} />}
      {data?.list.length === 0 && (
        <Empty title={t('trades.empty')} detail={t('trades.emptyDetail')} icon="arbitrage" />
      )}
      {data && data.list.length > 0 && (
        <ol aria-label={t('trades.title')}>
          {data.list.map((trade) => (
            <li key={trade.number} className="border-b border-rule py-2.5">
              <Trade trade={trade} />
            </li>
          ))}
        </ol>
      )}
      {data && pageSize === FEW && data.total > FEW && (
        <Button tone="plain" size="small" className="-ms-3" onClick={() => setPageSize(MANY)}>
          {t('trades.more')}
        </Button>
      )}
    </Section>
  )
}

function Trade({ trade }: { trade: ProgrammeTrade }) {
  const { t } = useTranslation('arbitrage')
  const { fine } = useArbitrageTexts()
  const format = useFormat()
  const { kind, coin, from, to, at, number } = trade
  const profit = unitsOf(trade.profit)
  const pid = PRODUCTS.find((one) => one.symbol === coin)?.pid ?? 0
  const price = (decimal: string) => priceText(format, pid, decimal)
  const amount = ltr(`${amountText(format, coin, unitsOf(trade.amount))} ${coin}`)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 text-13">
      <p className="min-w-[min(11rem,100%)] flex-1">
        <span className="font-medium">{t(`trades.${kind}`, { amount, from, to })}</span>
        <span className="block text-12 text-ink-2">
          {trade.bought !== null && trade.sold !== null && (
            <>
              <bdi dir="ltr">{`${price(trade.bought)} → ${price(trade.sold)}`}</bdi>
              {' · '}
            </>
          )}
          <bdi>
            <When atMs={at} />
          </bdi>
          {' · '}
          <bdi dir="ltr">{`#${number}`}</bdi>
        </span>
      </p>
      <Change value={profit} text={fine(trade.profit.replace('-', ''))} className="ms-auto" />
    </div>
  )
}
