import { useTranslation } from 'react-i18next'
import { openTradeSheet, useTradeSheet } from '../../tradeSheet.ts'
import { OrderFields } from './OrderFields.tsx'
import { OrderTicket } from './OrderTicket.tsx'
import { PlaceOrder } from './PlaceOrder.tsx'
import { RangeDrawing } from './ReturnRanges.tsx'
import { useOrderForm } from './useOrderForm.ts'
import type { ReactNode } from 'react'

/** The order form beside a coin's chart: facts and terms on one side, choices on the other. */
export function OrderPanel({ pid, facts }: { pid: number; facts: ReactNode }) {
  const { t } = useTranslation('trade')
  const sheet = useTradeSheet()
  const state = useOrderForm(pid, sheet?.kind === 'order' ? sheet.direction : 'up')
  return (
    <div className="grid gap-x-10 lg:grid-cols-2">
      <div className="order-2 min-w-0 lg:order-1">
        {facts}
        <div className="hidden pt-5 lg:block">
          <RangeDrawing state={state} />
        </div>
        <OrderTicket state={state} />
      </div>
      <section aria-label={t('placeOrder')} className="order-1 min-w-0 pb-5 lg:order-2">
        <OrderFields state={state} drawing={false} />
        <div className="pt-2">
          <PlaceOrder
            pid={pid}
            state={state}
            onPlaced={(orderId) => openTradeSheet({ kind: 'countdown', orderId })}
            onFailed={() => {}}
          />
        </div>
      </section>
    </div>
  )
}
