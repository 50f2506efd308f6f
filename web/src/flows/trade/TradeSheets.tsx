import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { hrefTo } from '../../navigation/hrefs.ts'
import { go } from '../../navigation/navigate.ts'
import { directionOf, type OrderItem } from '../../entities/orderState.ts'
import {
  closeTradeSheet,
  openTradeSheet,
  useTradeSheet,
  type TradeSheet,
} from '../../navigation/tradeSheet.ts'
import { useWide } from '../../browser/useWide.ts'
import { preloadPanels } from '@tickmark/ui/layer/panels.ts'
import { CountdownSheet } from './running/CountdownSheet.tsx'
import { OrderSheet } from './form/OrderSheet.tsx'
import { dropDraft } from './form/useOrderForm.ts'

/** The order sheet and the countdown sheet, as the address asks for them. A closed sheet stays until its movement is over. */
export function TradeSheets() {
  const pid = Number(new URLSearchParams(useSearch()).get('pid'))
  const sheet = useTradeSheet()
  const wide = useWide()
  const asked = sheet?.kind === 'order' && (wide || !(pid > 0)) ? null : sheet
  const order = useLasting(asked, 'order')
  const countdown = useLasting(asked, 'countdown')
  const failed = useRef(false)
  const wasOrdering = useRef(false)
  const isOrdering = asked?.kind === 'order'

  useEffect(() => {
    // A sheet that its user closes starts afresh; one that an error took away, or a reload, does not.
    if (isOrdering) failed.current = false
    else if (wasOrdering.current && !failed.current) dropDraft()
    wasOrdering.current = isOrdering
  }, [isOrdering])

  useEffect(() => {
    // A sheet must also open when the connection has gone meanwhile.
    void preloadPanels().catch(() => {})
  }, [])

  return (
    <>
      {order.shown?.kind === 'order' && (
        <OrderSheet
          key={`order.${order.turn}`}
          pid={pid}
          direction={order.shown.direction}
          open={isOrdering}
          onClose={closeTradeSheet}
          onClosed={order.forget}
          onPlaced={(orderId) => openTradeSheet({ kind: 'countdown', orderId })}
          onFailed={() => {
            failed.current = true
            closeTradeSheet()
          }}
        />
      )}
      {countdown.shown?.kind === 'countdown' && (
        <CountdownSheet
          key={`countdown.${countdown.turn}`}
          orderId={countdown.shown.orderId}
          open={asked?.kind === 'countdown'}
          onClose={closeTradeSheet}
          onClosed={countdown.forget}
          onContinue={continueWith}
          onRepeated={(orderId) => openTradeSheet({ kind: 'countdown', orderId })}
        />
      )}
    </>
  )
}

/** Back to the order sheet: on the coin's own page, which may not be this one. */
function continueWith(order: OrderItem) {
  const direction = directionOf(order)
  const here = new URL(location.href)
  if (here.searchParams.get('pid') === String(order.pid)) return openTradeSheet({ kind: 'order', direction })
  go(hrefTo.coin(order.pid, direction), { replace: true })
}

/** The last sheet of a kind, kept after it closed until `forget`; `turn` is new for each sheet, so that it starts afresh. */
function useLasting(sheet: TradeSheet, kind: 'order' | 'countdown') {
  const now = sheet?.kind === kind ? sheet : null
  const name = now && JSON.stringify(now)
  const [last, setLast] = useState({ shown: now, name, turn: 0 })
  if (now && name !== last.name) setLast({ shown: now, name, turn: last.turn + 1 })
  return { ...last, forget: () => setLast((one) => ({ ...one, shown: null, name: null })) }
}
