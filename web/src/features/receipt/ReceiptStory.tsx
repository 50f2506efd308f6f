import { drawnPriceText } from '@tickmark/client/format/figures.ts'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { Chart, type ChartOrder } from '@tickmark/ui/chart/price/Chart.tsx'
import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'
import { useMemo } from 'react'
import { useCall } from '../../api/api.ts'
import { drawnPoints, stretchOf } from '../../entities/orderDrawing.ts'
import { useFormat } from '../../format/useFormat.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { PriceLine } from './line/PriceLine.tsx'
import { receiptDrawing, receiptPath } from './line/receiptPath.ts'

const HEIGHT = 'clamp(13rem, 30svh, 17rem)'

interface ReceiptStoryProps {
  receipt: Receipt
  /** The formatted entry and settlement price; null when missing. */
  entryText: string | null
  exitText: string | null
}

/**
 * The price path through entry, settlement window and settlement, second by second from the log; without the log's
 * prices, only the receipt's ticks.
 */
export function ReceiptStory({ receipt, entryText, exitText }: ReceiptStoryProps) {
  const { t } = useTranslation('receipt')
  const drawing = useMemo(
    () => entryText && receiptDrawing(receipt, { entryText, winsText: t('trade:winsHere') }),
    [receipt, entryText, t],
  )
  if (!drawing) return <PriceLine receipt={receipt} entryText={entryText} exitText={exitText} />
  return <Story receipt={receipt} drawing={drawing} exitText={exitText} />
}

interface StoryProps {
  receipt: Receipt
  drawing: ChartOrder
  exitText: string | null
}

function Story({ receipt, drawing, exitText }: StoryProps) {
  const { t } = useTranslation('receipt')
  const format = useFormat()
  const { entryText } = drawing
  const { pid } = receipt.ticket
  const { fromMs, toMs } = stretchOf(drawing)
  // The request has only a coin and a time, nothing that identifies the order.
  const { data, isLoading } = useCall('getTicks', { pid, from: fromMs, to: toMs })
  const isClosed = receipt.settlement.outcome === 'closed'
  const endMs = isClosed ? receipt.settlement.settledAt : toMs
  const points = useMemo(() => {
    const logged = data?.list.map((one) => ({ atMs: one.atMs, value: Number(one.price) })) ?? []
    const path = receiptPath(receipt, logged)
    return path && drawnPoints({ fromMs, toMs: endMs }, path, drawing.exit ? [drawing.exit] : [])
  }, [data, receipt, fromMs, endMs, drawing.exit])
  if (isLoading) {
    return (
      <div style={{ blockSize: HEIGHT }} className="my-2.5">
        <Skeleton shape="chart" />
      </div>
    )
  }
  if (!points) return <PriceLine receipt={receipt} entryText={entryText} exitText={exitText} />
  return (
    <figure className="my-2.5">
      <div className="-mx-5 md:mx-0">
        <Chart
          points={points}
          height={HEIGHT}
          format={(value) => drawnPriceText(format, pid, value)}
          order={drawing}
          fromMs={fromMs}
          toMs={toMs}
          summary={
            exitText
              ? t('chart', { entry: entryText, exit: exitText })
              : t('chartEntry', { entry: entryText })
          }
        />
      </div>
      <figcaption className="pt-1 text-12 text-ink-2">{t(isClosed ? 'pathClosed' : 'pathNote')}</figcaption>
    </figure>
  )
}
