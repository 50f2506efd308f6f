import { assert } from '../assert.ts'
import type { Currency } from '../money/currencies.ts'
import { accept, refuse, type Decision } from '../decision.ts'
import { durationById } from './durations.ts'
import { shareFloor, type Amount } from '../money/money.ts'
import { chanceBeyond, remainingDeviation } from './pricing.ts'
import type { Direction, Outcome, Sums, Terms } from './terms.ts'
import { readAmount, type AmountRefusal } from '../money/readAmount.ts'

/** Version of the rules in this file, written on every ticket. */
export const RULE = 'updown-1'
/** Fee on the stake in millionths; the operator earns only the margin. */
export const FEE_PPM = 0
/** An open order cannot be closed early in its last seconds. */
export const CLOSE_UNTIL_S = 5
const MILLION = 1_000_000n

/** Whether an open order can still be closed early; the moment `CLOSE_UNTIL_S` before its due second is the last. */
export function mayClose(dueAtMs: number, nowMs: number): boolean {
  return dueAtMs - nowMs >= CLOSE_UNTIL_S * 1000
}

/** The money of an order with this stake: profit and fee rounded down. */
export function sumsFor(stake: Amount, ratePct: number): Sums {
  return {
    stake,
    profit: shareFloor(stake, BigInt(ratePct), 100n),
    fee: shareFloor(stake, BigInt(FEE_PPM), MILLION),
  }
}

type StakeRefusal =
  | { code: 'currency_not_accepted' }
  | { code: 'stake_too_small'; least: Amount }
  | { code: 'stake_too_large'; most: Amount }

/** Whether a stake lies within the currency's limits for one order. */
export function checkStake(currency: Currency, stake: Amount): Decision<Amount, StakeRefusal> {
  if (!currency.stake) return refuse({ code: 'currency_not_accepted' })
  if (stake < currency.stake.least) return refuse({ code: 'stake_too_small', least: currency.stake.least })
  if (stake > currency.stake.most) return refuse({ code: 'stake_too_large', most: currency.stake.most })
  return accept(stake)
}

/** Maximum total stake of one user in one product and currency: five of the largest orders. */
export function userProductLimit(currency: Currency): Amount {
  return currency.stake ? currency.stake.most * 5n : 0n
}

/**
 * The level, in 1e-8 USDT, that the settlement price must pass: above it for Up, below it for Down. Up rounds down and
 * Down rounds up, so that comparing whole units gives the same result as `judge`.
 */
export function winningLevel(direction: Direction, barrierPpm: number, entry: Amount): Amount {
  const barrier = BigInt(barrierPpm)
  if (direction === 'up') return (entry * (MILLION + barrier)) / MILLION
  return (entry * (MILLION - barrier) + MILLION - 1n) / MILLION
}

/** Decides an order on its two prices. A tie exists only without a barrier. */
export function judge(
  terms: Pick<Terms, 'direction' | 'barrierPpm'>,
  entry: Amount,
  exit: Amount,
): 'won' | 'lost' | 'tied' {
  if (terms.barrierPpm === 0 && exit === entry) return 'tied'
  const level = winningLevel(terms.direction, terms.barrierPpm, entry)
  const wins = terms.direction === 'up' ? exit > level : exit < level
  return wins ? 'won' : 'lost'
}

/** How the escrow of an order is divided; the three parts sum to stake + profit + fee. */
export interface Settlement {
  outcome: Outcome
  /** Net result for the user: + profit - fee, - stake - fee, 0, or bid - stake - fee. */
  net: Amount
  toUser: Amount
  toBankroll: Amount
  toFees: Amount
}

/**
 * Settles a due order on its two prices, or voids it when one is missing. Depends only on these facts: no clock, no
 * randomness, no operator.
 */
export function settle(
  terms: Pick<Terms, 'direction' | 'barrierPpm'>,
  sums: Sums,
  entry: Amount | null,
  exit: Amount | null,
): Settlement {
  const outcome = entry === null || exit === null ? 'void' : judge(terms, entry, exit)
  const { stake, profit, fee } = sums
  if (outcome === 'won') {
    return { outcome, net: profit - fee, toUser: stake + profit, toBankroll: 0n, toFees: fee }
  }
  if (outcome === 'lost') {
    return { outcome, net: -stake - fee, toUser: 0n, toBankroll: stake + profit, toFees: fee }
  }
  return { outcome, net: 0n, toUser: stake + fee, toBankroll: profit, toFees: 0n }
}

/** Settles an order that its owner closes early for a bid. */
export function settleClosed(sums: Sums, bid: Amount): Settlement {
  assert(bid >= 0n && bid <= sums.stake + sums.profit, 'a bid lies within the payout')
  const { stake, profit, fee } = sums
  return {
    outcome: 'closed',
    net: bid - stake - fee,
    toUser: bid,
    toBankroll: stake + profit - bid,
    toFees: fee,
  }
}

/**
 * The present value of an open order: the model's chance at this second's price, and the bid at which it can be closed.
 */
export interface LiveValue {
  chancePpm: number
  /** Payout x chance, in units of the order's currency. */
  value: Amount
  /** Value less the same margin as on entry. */
  bid: Amount
}

/** Values an open order on the latest price, with volatility `sigma` a second and `secondsLeft` to its due second. */
export function liveValue(
  terms: Terms,
  sums: Sums,
  entry: Amount,
  price: Amount,
  sigma: number,
  secondsLeft: number,
): LiveValue {
  const duration = durationById(terms.durationId)
  assert(duration, 'an order has a known duration')
  const level = Number(winningLevel(terms.direction, terms.barrierPpm, entry))
  const distancePpm = (level / Number(price) - 1) * 1_000_000 * (terms.direction === 'up' ? 1 : -1)
  const deviation = remainingDeviation(sigma, secondsLeft, duration)
  const chance = chanceBeyond(terms.direction, Math.max(-999_999, Math.min(999_999, distancePpm)), deviation)
  const chancePpm = Math.round(Math.min(1, Math.max(0, chance)) * 1_000_000)
  const value = shareFloor(sums.stake + sums.profit, BigInt(chancePpm), MILLION)
  return { chancePpm, value, bid: shareFloor(value, MILLION - BigInt(terms.marginPpm), MILLION) }
}

type StakeTextRefusal = StakeRefusal | AmountRefusal

/** Parses a typed stake: a plain decimal above zero with at most 8 places, within the currency's limits. */
export function readStake(currency: Currency, text: string): Decision<Amount, StakeTextRefusal> {
  if (!currency.stake) return refuse({ code: 'currency_not_accepted' })
  const stake = readAmount(text)
  return stake.ok ? checkStake(currency, stake.value) : stake
}
