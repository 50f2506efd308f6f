import type { Db } from '../db/pool.ts'
import type { IndexPrices } from '../market/indexPrices.ts'
import type { FundSource } from '../module/funds.ts'
import type { Runtime } from '../module/runtime.ts'

export interface WalletDeps extends Pick<Runtime, 'clock'> {
  db: Db
  events: Pick<Runtime['events'], 'announce'>
  prices: IndexPrices
  /** Places of a user's money other than `available`. */
  funds: readonly FundSource[]
}
