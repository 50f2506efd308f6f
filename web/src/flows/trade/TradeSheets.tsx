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

/**
 * The order sheet and the countdown sheet, opened by the address. A closed sheet stays mounted until its animation
 * ends.
 */
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
    // When the user closes the sheet, its draft is dropped; after an error or a reload it is kept.
    if (isOrdering) failed.current = false
    else if (wasOrdering.current && !failed.current) dropDraft()
    wasOrdering.current = isOrdering
  }, [isOrdering])

  useEffect(() => {
    // Loaded now, so that a sheet also opens if the connection is lost later.
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

/** Returns to the order sheet on the coin's own page, which may be another one. */
function continueWith(order: OrderItem) {
  const direction = directionOf(order)
  const here = new URL(location.href)
  if (here.searchParams.get('pid') === String(order.pid)) return openTradeSheet({ kind: 'order', direction })
  go(hrefTo.coin(order.pid, direction), { replace: true })
}

/**
 * The last sheet of a kind, kept after closing until `forget`; `turn` increases with each sheet, so that each starts
 * afresh.
 */
function useLasting(sheet: TradeSheet, kind: 'order' | 'countdown') {
  const now = sheet?.kind === kind ? sheet : null
  const name = now && JSON.stringify(now)
  const [last, setLast] = useState({ shown: now, name, turn: 0 })
  if (now && name !== last.name) setLast({ shown: now, name, turn: last.turn + 1 })
  return { ...last, forget: () => setLast((one) => ({ ...one, shown: null, name: null })) }
}
