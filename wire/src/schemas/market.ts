import * as z from 'zod/mini'
import { decimal } from '../fields.ts'

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

/** Canonical text of one entry of the public log. */
export const entryText = z.string()
/** An Ed25519 signature over {"at","hash","seq"} of the log, once a minute. */
export const signedRoot = z.object({ seq: z.int(), at: z.int(), hash: z.string(), signature: z.string() })
