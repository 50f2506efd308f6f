import * as z from 'zod/mini'
import { decimal } from '../fields.ts'

/** State of the index feed; see `FeedState` of core/src/market/feed.ts. */
export const feedState = z.enum(['LIVE', 'DEGRADED', 'STALE', 'HALTED', 'PAUSED'])
export type FeedState = z.output<typeof feedState>

/** A coin of the market list. */
export const marketItem = z.object({
  pid: z.int(),
  symbol: z.string(),
  name: z.string(),
  picture: z.string(),
  colour: z.string(),
  decimals: z.int(),
  price: decimal,
  /** Change in 24 h with its sign, in percent: "+1.84%". */
  changePct: z.string(),
  /** One close for each of the last 24 h, for the mini trend line, with as many digits as the line can show. */
  trend: z.array(z.object({ close: z.string() })),
  /** Whether the coin has a price now. */
  open: z.boolean(),
})
export type MarketItem = z.output<typeof marketItem>

/** The heading of a coin's page. */
export const baseInfo = z.object({
  pid: z.int(),
  symbol: z.string(),
  picture: z.string(),
  colour: z.string(),
  decimals: z.int(),
  fullName: z.string(),
  abbreviation: z.string(),
  price: decimal,
  change: z.string(),
  changePct: z.string(),
  upPct: z.string(),
  downPct: z.string(),
  /** Number of open orders whose stakes give these shares; 0 when they come from the price moves of the last 24 h. */
  upOf: z.int(),
  /** Volume of the last 24 h, in units of the coin and in USDT. */
  volume: z.string(),
  turnover: z.string(),
  favourite: z.int(),
  productType: z.int(),
  open: z.boolean(),
})
export type BaseInfo = z.output<typeof baseInfo>

/** A point of a coin's chart: the close of the period that began at `id`, unix seconds. */
export const candlePoint = z.object({ id: z.int(), close: z.string() })
export type CandlePoint = z.output<typeof candlePoint>

/** A coin's price at a second, with the number of its log entry. */
export const loggedPrice = z.object({ seq: z.int(), atMs: z.int(), price: decimal })

/** A SHA-256 in hex. */
const hashText = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/**
 * Consecutive entries of the public log and the subtrees on both sides, which together give the checkpoint's root. `from` is the
 * first entry's index: its number − 1. The checkpoint is null while the log has none.
 */
export const logStretch = z.object({
  from: z.int(),
  bodies: z.array(z.string()),
  left: z.array(hashText),
  right: z.array(hashText),
  checkpoint: z.nullable(z.string()),
})

/**
 * The newest signed head: its note, the edge of its tree (largest subtree first), and the keys that sign. `keyChanges` are
 * the texts of the log's newest `keys` entries, at most 100, oldest first: a reader that knows an earlier key can follow
 * them to this one.
 */
export const logHead = z.object({
  checkpoint: z.nullable(z.string()),
  edge: z.array(hashText),
  origin: z.string(),
  logKey: hashText,
  receiptsKey: hashText,
  keyChanges: z.array(z.string()),
})

/**
 * A tick's additions to the public log: leaf hashes in base64, and the signed head with them. Every ten seconds `last` has the
 * text of the newest entry, which shows the log's time to followers of its heads.
 */
export const logStep = z.object({
  size: z.int(),
  leaves: z.array(z.string()),
  note: z.string(),
  last: z.nullable(z.string()),
})
export type LogStep = z.output<typeof logStep>
