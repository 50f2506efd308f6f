import type { marketRoutes } from '@tickmark/wire/routes/market'
import { hexOf } from '@tickmark/core/bytes'
import { formatAmount } from '@tickmark/core/money/money'
import type { Db } from '../db/pool.ts'
import type { Answers } from '../http/calls/context.ts'
import { drawnTicks } from './charts/drawnTicks.ts'
import type { Market } from './market.ts'
import { stretchOf } from './log/proof.ts'
import { readKeysTexts } from './store.ts'
import type { MarketView } from './view.ts'

export interface MarketAnswersDeps {
  db: Db
  market: Pick<Market, 'latest' | 'head' | 'keys' | 'ticksBetween'>
  view: MarketView
}

type Answered = Omit<typeof marketRoutes, 'keepProd' | 'cancelKeep'>

/** The API for prices and their public log; answers are the same for everyone. */
export function marketAnswers({ db, market, view }: MarketAnswersDeps): Answers<Answered> {
  return {
    async getRate() {
      return { list: view.rates(), asOf: view.head().asOf }
    },
    async getMarket() {
      return { list: view.all(), seq: market.latest()?.seq ?? 0, ...view.head() }
    },
    async getTicks({ pid, from, to }) {
      const ticks = await drawnTicks(db, market, { pid, fromMs: from, toMs: to })
      return { list: ticks.map(({ seq, atMs, price }) => ({ seq, atMs, price: formatAmount(price) })) }
    },
    async getLog({ from, to }) {
      const head = market.head()
      if (!head) return { from: 0, bodies: [], left: [], right: [], checkpoint: null }
      const { bodies, left, right, ...segment } = await stretchOf(db, from, to, head.size)
      const lists = { bodies: [...bodies], left: [...left], right: [...right] }
      return { ...segment, ...lists, checkpoint: head.note }
    },
    async getLogHead() {
      const head = market.head()
      const { origin, log, receipts } = market.keys()
      const edge = head?.edge.hashes.map(hexOf) ?? []
      const keyChanges = await readKeysTexts(db, head?.size ?? 0)
      return { checkpoint: head?.note ?? null, edge, origin, logKey: log, receiptsKey: receipts, keyChanges }
    },
  }
}
