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
 * The order form beside a coin's chart: the duration over direction and range on one side and the amount on the other,
 * the terms below.
 */
export function OrderPanel({ pid, facts }: { pid: number; facts: ReactNode }) {
  const { t } = useTranslation('trade')
  const sheet = useTradeSheet()
  const state = useOrderForm(pid, sheet?.kind === 'order' ? sheet.direction : 'up')
  return (
    <>
      <section aria-label={t('placeOrder')} className="grid gap-x-10 lg:grid-cols-2">
        <div className="min-w-0 lg:col-span-2">
          <DurationChoice state={state} />
        </div>
        <div className="min-w-0">
          <DirectionChoice state={state} />
          <ReturnRanges state={state} drawing={false} />
        </div>
        <div className="min-w-0">
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
      </section>
      <div className="grid gap-x-10 lg:grid-cols-2">
        <OrderTicket state={state} />
        <div className="pt-5">
          <RangeDrawing state={state} />
        </div>
      </div>
    </>
  )
}
