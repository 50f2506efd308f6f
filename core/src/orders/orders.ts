import { assert } from '../assert.ts'
import { deviationRange, type Deviation } from '../market/deviation.ts'
import type { Currency } from '../money/currencies.ts'
import { accept, refuse, type Decision } from '../decision.ts'
import { shareFloor, type Amount } from '../money/money.ts'
import { chanceToPass, type Standing } from './standing.ts'
import type { Direction, Outcome, Sums, Terms } from './terms.ts'
import { readAmount, type AmountRefusal } from '../money/readAmount.ts'

/** Version of the rules in this file, written on every ticket. */
export const RULE = 'updown-2'
/** Fee on the stake in millionths; the operator earns only the margin. */
export const FEE_PPM = 0
/** Number of largest orders that one user may have open in one product and currency. */
export const USER_ORDERS = 5
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

/** Maximum total stake of one user in one product and currency. */
export function userProductLimit(currency: Currency): Amount {
  return currency.stake ? currency.stake.most * BigInt(USER_ORDERS) : 0n
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

/** Division of an order's escrow; the three parts sum to stake + profit + fee. */
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
  return settlementOf(entry === null || exit === null ? 'void' : judge(terms, entry, exit), sums)
}

/** The payments of an outcome. */
export function settlementOf(outcome: Exclude<Outcome, 'closed'>, { stake, profit, fee }: Sums): Settlement {
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
 * The present value of an open order: the model's chance at the newest tick, and the bid at which it can be closed.
 */
export interface LiveValue {
  chancePpm: number
  /** Payout x chance, in units of the order's currency. */
  value: Amount
  /** The least value within two standard errors of the deviation, less the same margin as on entry. */
  bid: Amount
}

/** Values an open order from its entry price and the known part of its settlement price. */
export function liveValue(
  terms: Terms,
  sums: Sums,
  entry: Amount,
  standing: Standing,
  deviation: Deviation,
): LiveValue {
  const level = winningLevel(terms.direction, terms.barrierPpm, entry)
  const chanceOf = (sigma: number) =>
    Math.round(chanceToPass(terms.direction, level, standing, sigma) * 1_000_000)
  const valueOf = (chancePpm: number) => shareFloor(sums.stake + sums.profit, BigInt(chancePpm), MILLION)
  const chancePpm = chanceOf(deviation.sigma)
  const least = Math.min(chancePpm, ...(deviation.error > 0 ? deviationRange(deviation).map(chanceOf) : []))
  const bid = shareFloor(valueOf(least), MILLION - BigInt(terms.marginPpm), MILLION)
  return { chancePpm, value: valueOf(chancePpm), bid }
}

type StakeTextRefusal = StakeRefusal | AmountRefusal

/** Parses a typed stake: a plain decimal above zero with at most 8 places, within the currency's limits. */
export function readStake(currency: Currency, text: string): Decision<Amount, StakeTextRefusal> {
  if (!currency.stake) return refuse({ code: 'currency_not_accepted' })
  const stake = readAmount(text)
  return stake.ok ? checkStake(currency, stake.value) : stake
}
