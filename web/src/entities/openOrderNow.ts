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
  const closable = isClosable(state, secondsLeft)
  const { orderId } = order
  const answer = useCall(
    'getOrderValue',
    { orderId },
    { enabled: closable && isOnScreen, refetchInterval: VALUE_MS },
  )
  return { ...state, secondsLeft, closable, ...bidIn(closable ? answer.data : null, moneyOf(order).stake) }
}

/** Whether the rules still allow to close an order. */
export function isClosable({ phase }: Pick<OrderState, 'phase'>, secondsLeft: number): boolean {
  return phase === 'running' && secondsLeft > CLOSE_UNTIL_S
}

/** The current value of an order with this stake by the house's answer; empty without an answer, or while there is no price. */
export function bidIn(
  answer: { value: string; price: string; chancePpm: number } | null | undefined,
  stake: Amount,
): Pick<OpenOrderNow, 'value' | 'valuedAt' | 'chancePpm' | 'side'> {
  const value = answer ? parseAmount(answer.value) : null
  if (!answer || value === null) return { value: null, valuedAt: null, chancePpm: null, side: 0 }
  const side = value === stake ? 0 : value > stake ? 1 : -1
  return { value, valuedAt: answer.price, chancePpm: answer.chancePpm, side }
}
