import type { FundSource } from '../module/funds.ts'

/** Money that waits to be paid out stays in an account of its owner. */
export const withdrawalFunds: FundSource = { kinds: ['hold'] }
