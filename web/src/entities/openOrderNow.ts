import { serverNow } from '@tickmark/client/serverClock.ts'
import { parseAmount, type Amount } from '@tickmark/core/money/money'
import { CLOSE_UNTIL_S } from '@tickmark/core/orders/orders'
import { useSecondsLeft } from '@tickmark/ui/text/useSecondsLeft.ts'
import { useCall } from '../api/api.ts'
import { moneyOf, orderStateOf, runningSeconds, type OrderItem, type OrderState } from './orderState.ts'

const VALUE_MS = 3_000

/** An open order now, with the house's current bid for it. */
export interface OpenOrderNow extends OrderState {
  /** From its running time down to 0. */
  secondsLeft: number
  /** Whether the rules still allow to close it early. */
  closable: boolean
  /** In units of the order's currency; null while there is no price. */
  value: Amount | null
  /** The price at which the house computed `value`, as a decimal; null without a value. */
  valuedAt: string | null
  /** The house's chance of a win at that price; null without a value. */
  chancePpm: number | null
  /** The value compared with the stake: -1 less, 1 more; 0 if equal or unknown. */
  side: -1 | 0 | 1
}

/** Follows an open order: its state each second, and while on screen its value every three seconds. */
export function useOpenOrderNow(order: OrderItem, isOnScreen = true): OpenOrderNow {
  const secondsLeft = useSecondsLeft(order.dueAt, serverNow, runningSeconds(order))
  const state = orderStateOf(order, serverNow())
  const closable = state.phase === 'running' && secondsLeft > CLOSE_UNTIL_S
  const { orderId } = order
  const answer = useCall(
    'getOrderValue',
    { orderId },
    { enabled: closable && isOnScreen, refetchInterval: VALUE_MS },
  )
  const value = closable && answer.data ? parseAmount(answer.data.value) : null
  const { stake } = moneyOf(order)
  const side = value === null || value === stake ? 0 : value > stake ? 1 : -1
  const valuedAt = value === null ? null : (answer.data?.price ?? null)
  const chancePpm = value === null ? null : (answer.data?.chancePpm ?? null)
  return { ...state, secondsLeft, closable, value, valuedAt, chancePpm, side }
}
