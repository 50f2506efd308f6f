import { parseAmount, type Amount } from '@tickmark/core/money/money'

/** The sum that a user may withdraw in 24 h before two operators must approve, by currency code. */
const UNASKED: Readonly<Record<string, string>> = {
  USDT: '10000',
  USDC: '10000',
  ETH: '3',
  BTC: '0.15',
  TRX: '60000',
  BNB: '15',
  SOL: '60',
}

export const LIMIT_WINDOW_MS = 24 * 3_600_000

/** Whether operators must approve: the amount plus the user's withdrawals of the last 24 h exceeds the limit. */
export function needsApproval(code: string, withdrawnBefore: Amount, amount: Amount): boolean {
  return withdrawnBefore + amount > (parseAmount(UNASKED[code] ?? '0') ?? 0n)
}
