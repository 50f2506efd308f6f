import type { Amount } from '../../money/money.ts'
import { ONE } from '../../money/money.ts'
import { feeOf, fillFrom, quoteOf } from './ladder.ts'
import type { VenueBook, VenueFill } from './venue.ts'

/** The programme's holdings at a venue: USDT, and coins of one product. */
export interface Holding {
  usdt: Amount
  coins: Amount
}

export interface TradeLimits {
  /** Most USDT that one trade pays. */
  mostTrade: Amount
  /** Least profit at the books shown, after all fees. */
  leastProfit: Amount
  /** How much worse than shown a price may be when the order arrives, in millionths. A trade filled at its limits still pays. */
  slackPpm: bigint
}

/** An order to be sent, and the book that it was decided on. */
export interface Leg {
  venue: number
  pid: number
  side: 'buy' | 'sell'
  limit: Amount
  size: Amount
  book: VenueBook
}

export interface FoundTrade {
  buy: Leg
  sell: Leg
  /** At the books shown, after both fees. */
  profit: Amount
}

type Fees = ReadonlyMap<number, bigint>
type Holdings = ReadonlyMap<number, Holding>

const PPM = 1_000_000n

/**
 * The most profitable trade between two of these books of one product, or null when none reaches the least profit. Fees are taker
 * fees by venue in millionths. Venues without a fee or holding, or with a crossed book, are skipped.
 */
export function findTrade(
  books: readonly VenueBook[],
  fees: Fees,
  holdings: Holdings,
  limits: TradeLimits,
): FoundTrade | null {
  let best: FoundTrade | null = null
  const sound = books.filter(isSound)
  for (const bought of sound) {
    for (const sold of sound) {
      if (bought.venue === sold.venue) continue
      const found = tradeBetween(bought, sold, { fees, holdings, limits })
      if (found && (best === null || found.profit > best.profit)) best = found
    }
  }
  return best
}

/** Whether a book can be traded on: its best bid is below its best ask. */
export function isSound({ bids, asks }: VenueBook): boolean {
  const [bid, ask] = [bids[0], asks[0]]
  return bid === undefined || ask === undefined || bid.price < ask.price
}

/** The price that an order accepts when the book shows `price`. */
export function limitAt(side: 'buy' | 'sell', price: Amount, slackPpm: bigint): Amount {
  const slack = (price * slackPpm) / PPM
  return side === 'buy' ? price + slack : price - slack
}

function tradeBetween(
  bought: VenueBook,
  sold: VenueBook,
  { fees, holdings, limits }: { fees: Fees; holdings: Holdings; limits: TradeLimits },
): FoundTrade | null {
  const [buyFee, sellFee] = [fees.get(bought.venue), fees.get(sold.venue)]
  const [money, stock] = [holdings.get(bought.venue)?.usdt ?? 0n, holdings.get(sold.venue)?.coins ?? 0n]
  if (buyFee === undefined || sellFee === undefined || stock <= 0n) return null
  const walked = walk(bought, sold, { buyFee, sellFee, money, stock, limits })
  if (!walked) return null
  const { size, ask, bid } = walked
  const { pid } = bought
  const { slackPpm } = limits
  const buy: Leg = {
    venue: bought.venue,
    pid,
    side: 'buy',
    limit: limitAt('buy', ask, slackPpm),
    size,
    book: bought,
  }
  const sell: Leg = {
    venue: sold.venue,
    pid,
    side: 'sell',
    limit: limitAt('sell', bid, slackPpm),
    size,
    book: sold,
  }
  const profit =
    netOf('buy', fillFrom(buy, bought.asks, buyFee)) + netOf('sell', fillFrom(sell, sold.bids, sellFee))
  return profit >= limits.leastProfit && profit > 0n ? { buy, sell, profit } : null
}

/** USDT that a fill brings; below zero for a purchase. */
export function netOf(side: 'buy' | 'sell', { quote, fee }: Pick<VenueFill, 'quote' | 'fee'>): Amount {
  return side === 'sell' ? quote - fee : -quote - fee
}

interface Bounds {
  buyFee: bigint
  sellFee: bigint
  money: Amount
  stock: Amount
  limits: TradeLimits
}

/**
 * Walks down both ladders as long as the next coin still pays with both prices worse by the slack. Gives the size and the
 * worst price on each side; null when not one coin pays.
 */
function walk(
  { asks }: VenueBook,
  { bids }: VenueBook,
  { buyFee, sellFee, money, stock, limits }: Bounds,
): { size: Amount; ask: Amount; bid: Amount } | null {
  const { slackPpm, mostTrade } = limits
  let [size, i, j, askUsed, bidUsed] = [0n, 0, 0, 0n, 0n]
  let end: { size: Amount; ask: Amount; bid: Amount } | null = null
  for (;;) {
    const [ask, bid] = [asks[i], bids[j]]
    if (!ask || !bid) return end
    const cost = ask.price * (PPM + slackPpm) * (PPM + buyFee)
    if (bid.price * (PPM - slackPpm) * (PPM - sellFee) <= cost) return end
    const limit = limitAt('buy', ask.price, slackPpm)
    const paid = sizeFor(limit, money, buyFee)
    const allowed = sizeFor(limit, mostTrade, 0n)
    const step = least(ask.size - askUsed, bid.size - bidUsed, stock - size, paid - size, allowed - size)
    if (step <= 0n) return end
    size += step
    askUsed += step
    bidUsed += step
    end = { size, ask: ask.price, bid: bid.price }
    if (askUsed === ask.size) [i, askUsed] = [i + 1, 0n]
    if (bidUsed === bid.size) [j, bidUsed] = [j + 1, 0n]
  }
}

/** The largest size that an amount of USDT buys at a price, fee included. */
export function sizeFor(price: Amount, money: Amount, takerPpm: bigint): Amount {
  if (money <= 0n || price <= 0n) return 0n
  return (((money * PPM) / (PPM + takerPpm)) * ONE) / price
}

/** The cost of a purchase filled at its limit, fee included. */
export function costAtLimit({ limit, size }: Pick<Leg, 'limit' | 'size'>, takerPpm: bigint): Amount {
  const quote = quoteOf('buy', limit, size)
  return quote + feeOf(quote, takerPpm)
}

function least(first: Amount, ...others: Amount[]): Amount {
  return others.reduce((low, one) => (one < low ? one : low), first)
}
