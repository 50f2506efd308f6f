import { parseAmount } from '@tickmark/core/money/money'
import type { ReceiptSummary } from '@tickmark/core/receipts/receiptCheck'
import { directionOf, levelOf, type OrderItem } from '../entities/orderState.ts'

/** What a list, a sheet or a message shows of a finished order. */
export type ShownResult = Pick<
  OrderItem,
  | 'orderId'
  | 'pair'
  | 'direction'
  | 'currency'
  | 'stake'
  | 'outcome'
  | 'profit'
  | 'barrierPpm'
  | 'entryPrice'
  | 'exitPrice'
  | 'level'
>

/**
 * Whether a receipt is of this order and proves the figures that the house sent beside it: those are signed by nobody. A
 * price that only one of them has is no contradiction, since a receipt leaves out what did not decide.
 */
export function provesShown(shown: ShownResult, proved: ReceiptSummary): boolean {
  const level = levelOf(shown)
  return (
    shown.orderId === proved.order &&
    shown.pair === proved.pair &&
    directionOf(shown) === proved.direction &&
    shown.currency === proved.currency &&
    shown.outcome === proved.outcome &&
    unitsOf(shown.stake) === unitsOf(proved.stake) &&
    unitsOf(shown.profit) === unitsOf(proved.net) &&
    isSame(shown.entryPrice, proved.entryPrice) &&
    isSame(shown.exitPrice, proved.exitPrice) &&
    (level === null || proved.level === null || level === unitsOf(proved.level))
  )
}

function isSame(shown: string | null, proved: string | null): boolean {
  return shown === null || proved === null || unitsOf(shown) === unitsOf(proved)
}

/** Units of a decimal that may begin with a plus sign; null for none. */
function unitsOf(decimal: string): bigint | null {
  return parseAmount(decimal.replace(/^\+/, ''))
}
