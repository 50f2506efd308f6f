import type { FundSource } from '../module/funds.ts'

/** Money of pending withdrawals stays in an account of its owner. */
export const withdrawalFunds: FundSource = { kinds: ['hold'] }
