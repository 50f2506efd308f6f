import type { HostingStatement } from '@tickmark/core/arbitrage/hostings'
import { parseAmount } from '@tickmark/core/money/money'
import type { HostingItem } from '@tickmark/wire/schemas/arbitrage'

type Shown = Pick<HostingItem, 'status' | 'isEarly' | 'redeemMoney' | 'deductionMoney'>

/** A list requested before an exit may arrive this much later. */
const ON_ITS_WAY_MS = 10_000

/**
 * Whether the house shows an order as in its signed exit: `other` for other sums, or an order still running.
 * `sinceMs` is the time from the exit to the list.
 */
export function judgeExitShown(
  { status, isEarly, redeemMoney, deductionMoney }: Shown,
  statement: HostingStatement,
  sinceMs: number,
): 'same' | 'other' | 'waiting' {
  if (statement.kind !== 'exit') return 'waiting'
  if (status !== 2) return sinceMs < ON_ITS_WAY_MS ? 'waiting' : 'other'
  const isPaid =
    isEarly &&
    parseAmount(redeemMoney) === BigInt(statement.back) &&
    parseAmount(deductionMoney) === BigInt(statement.fee)
  return isPaid ? 'same' : 'other'
}
