import type { Market } from '../market/market.ts'
import type { Runtime } from '../module/runtime.ts'

export interface AlertsDeps extends Pick<Runtime, 'database' | 'events'> {
  market: Pick<Market, 'acceptsOrders' | 'feed'>
}
