import type { Database } from '../db/pool.ts'
import type { Market } from '../market/market.ts'
import type { Events } from '../module/events.ts'

export interface AlertsDeps {
  database: Database
  market: Pick<Market, 'acceptsOrders'>
  events: Pick<Events, 'emit'>
}
