import { parseAmount } from '@tickmark/core/money/money'
import type { ReceiptSummary } from '@tickmark/core/receipts/receiptCheck'
import { directionOf, levelOf, type OrderItem } from '../entities/orderState.ts'

/** The figures of a finished order in a list, a sheet or a message. */
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
 * Whether a receipt belongs to this order and proves the figures that the house sent unsigned beside it. A price in
 * only one of them is no contradiction: a receipt omits prices that did not decide.
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

/** Units of a decimal that may start with a plus sign; null for anything else. */
function unitsOf(decimal: string): bigint | null {
  return parseAmount(decimal.replace(/^\+/, ''))
}
