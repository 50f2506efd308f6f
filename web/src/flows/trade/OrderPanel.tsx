import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { openTradeSheet, useTradeSheet } from '../../navigation/tradeSheet.ts'
import { AmountField } from './form/AmountField.tsx'
import { DirectionChoice, DurationChoice } from './form/OrderFields.tsx'
import { OrderSums } from './form/OrderSums.tsx'
import { OrderTicket } from './form/OrderTicket.tsx'
import { PlaceOrder } from './form/PlaceOrder.tsx'
import { RangeDrawing, ReturnRanges } from './form/ReturnRanges.tsx'
import { useOrderForm } from './form/useOrderForm.ts'

/**
 * The order form beside a coin's chart: the duration over two columns, direction, range and terms in one, the amount in
 * the other. In one column the terms come last.
 */
export function OrderPanel({ pid, facts }: { pid: number; facts: ReactNode }) {
  const { t } = useTranslation('trade')
  const sheet = useTradeSheet()
  const state = useOrderForm(pid, sheet?.kind === 'order' ? sheet.direction : 'up')
  return (
    <section
      aria-label={t('placeOrder')}
      className="grid gap-x-10 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr]"
    >
      <div className="min-w-0 lg:col-span-2">
        <DurationChoice state={state} />
      </div>
      <div className="min-w-0">
        <DirectionChoice state={state} />
        <ReturnRanges state={state} drawing={false} />
        <div className="pt-3">
          <RangeDrawing state={state} />
        </div>
      </div>
      <div className="min-w-0 lg:row-span-2">
        <AmountField state={state} />
        <OrderSums state={state} />
        <div className="pt-2 pb-3">
          <PlaceOrder
            pid={pid}
            state={state}
            onPlaced={(orderId) => openTradeSheet({ kind: 'countdown', orderId })}
            onFailed={() => {}}
          />
        </div>
        {facts}
      </div>
      <OrderTicket state={state} />
    </section>
  )
}
