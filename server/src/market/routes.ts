import type { marketRoutes } from '@tickmark/wire/routes/market'
import type { Db } from '../db/pool.ts'
import type { Answers } from '../http/calls/context.ts'
import type { Market } from './market.ts'
import { proofEntries, proofHead, proofRoots } from './log/proof.ts'
import type { MarketView } from './view.ts'

export interface MarketAnswersDeps {
  db: Db
  market: Pick<Market, 'latest'>
  view: MarketView
  /** Public keys in force, until the log has them. */
  logKey: string
  receiptsKey: string
}

type Answered = Omit<typeof marketRoutes, 'keepProd' | 'cancelKeep'>

/** The API for prices and their public log; answers are the same for everyone. */
export function marketAnswers({
  db,
  market,
  view,
  logKey,
  receiptsKey,
}: MarketAnswersDeps): Answers<Answered> {
  return {
    async getRate() {
      return { list: view.rates(), asOf: view.head().asOf }
    },
    async getMarket() {
      return { list: view.all(), seq: market.latest()?.seq ?? 0, ...view.head() }
    },
    async getLog({ from, to }) {
      const { prevHash, entries } = await proofEntries(db, from, to)
      const last = entries.at(-1)?.seq
      const roots = last === undefined ? [] : await proofRoots(db, from, last)
      return { prevHash, bodies: entries.map((entry) => entry.body), roots }
    },
    async getLogHead() {
      const { root, keys } = await proofHead(db)
      return { root, logKey: keys?.log ?? logKey, receiptsKey: keys?.receipts ?? receiptsKey }
    },
  }
}
