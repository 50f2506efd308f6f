import type { NewMessage } from '@tickmark/wire/messages/text'
import type { Database, Tx } from '../db/pool.ts'
import type { Market } from '../market/market.ts'

/** What alerts need from the rooms beside them. */
export interface AlertsDeps {
  database: Database
  market: Pick<Market, 'acceptsOrders'>
  /** Writes messages, in the transaction of their cause. */
  notify(tx: Tx, messages: readonly NewMessage[]): Promise<void>
}
