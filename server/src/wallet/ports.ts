import type { Clock } from '../platform/clock.ts'
import type { Db } from '../db/pool.ts'
import type { IndexPrices } from '../market/indexPrices.ts'
import type { Events } from '../module/events.ts'
import type { FundSource } from '../module/funds.ts'

export interface WalletDeps {
  db: Db
  clock: Clock
  prices: IndexPrices
  /** Places of a user's money other than `available`. */
  funds: readonly FundSource[]
  events: Pick<Events, 'announce'>
}
