import * as z from 'zod/mini'
import { route } from '../call.ts'
import { decimal, pid, whole } from '../fields.ts'
import { loggedPrice, logHead, logStretch, marketItem } from '../schemas/market.ts'

export const marketRoutes = {
  keepProd: route({
    method: 'POST',
    path: '/api/keepProd',
    summary: 'Adds a coin to the own watchlist.',
    who: 'user',
    input: z.object({ pid }),
    reply: z.object({ favourite: z.int() }),
    refusals: ['product_unknown', 'watchlist_full'],
  }),
  cancelKeep: route({
    method: 'GET',
    path: '/api/cancelKeep',
    summary:
      'Takes a coin off the own watchlist; needs the X-App header and our own origin, as it changes state.',
    who: 'user',
    changes: true,
    input: z.object({ pid }),
    reply: z.object({ favourite: z.int() }),
    refusals: ['product_unknown'],
  }),
  getRate: route({
    method: 'GET',
    path: '/api/getRate',
    summary: 'Index price of each currency in USDT.',
    who: 'anyone',
    reply: z.object({
      list: z.array(z.object({ currencyId: z.int(), name: z.string(), usdRate: decimal })),
      asOf: z.int(),
    }),
  }),
  getMarket: route({
    method: 'GET',
    path: '/api/getMarket',
    summary:
      'Every coin with its price and 24 h figures: what the socket sends, for a first paint or a plain client.',
    who: 'anyone',
    reply: z.object({ list: z.array(marketItem), seq: z.int(), asOf: z.int(), feed: z.string() }),
  }),
  getTicks: route({
    method: 'GET',
    path: '/api/getTicks',
    summary:
      'Logged prices of a coin from one time to another (ms since 1970), oldest first, for a drawing: every second, or at even steps and at the end when these are more than 600; seconds without a price are absent. Each names its entry of the log, which proves it (getLog).',
    who: 'anyone',
    input: z.object({
      pid,
      from: whole(0, Number.MAX_SAFE_INTEGER),
      to: whole(0, Number.MAX_SAFE_INTEGER),
    }),
    reply: z.object({ list: z.array(loggedPrice) }),
  }),
  getLog: route({
    method: 'GET',
    path: '/api/getLog',
    summary:
      'Entries of the public price log, at most 200, with the proof that they are in the newest signed head.',
    who: 'anyone',
    input: z.object({ from: whole(0, Number.MAX_SAFE_INTEGER), to: whole(0, Number.MAX_SAFE_INTEGER) }),
    reply: logStretch,
  }),
  getLogHead: route({
    method: 'GET',
    path: '/api/getLogHead',
    summary: 'The newest signed head of the public price log, the edge of its tree, and the keys in force.',
    who: 'anyone',
    reply: logHead,
  }),
}
