import { DAY_MS } from '../days.ts'
import { ONE, type Amount } from '../money/money.ts'
import { closeRest } from './trading/closeRest.ts'
import { currencyOfPid, pidOfCurrency } from './currencies.ts'
import type { LegLine, ProgrammeLine } from './evidence.ts'
import { findTrade, netOf, type Holding, type Leg } from './trading/findTrade.ts'
import { LOOK_EVERY_MS, OPENING_LIMITS, tradeLimits, whyStop, type EngineLimits } from './trading/limits.ts'
import { legLine } from './lines.ts'
import { addHeld, applyLine, type Holdings } from './holdings.ts'
import { findMove } from './moves.ts'
import { PROGRAMME } from './programme.ts'
import { simulatedBook } from './simulated/book.ts'
import { simulatedArrival, simulatedFill } from './simulated/fill.ts'
import { simulatedGap } from './simulated/gap.ts'
import { TRADED_PIDS, VENUES } from './simulated/venues.ts'
import type { SimulatedWorld } from './simulated/world.ts'
import type { VenueBook, VenueFill } from './trading/venue.ts'

/** A day to trade, counted from 1970-01-01 in UTC. Its world must also know the first second of the next day. */
export interface DayToTrade {
  world: SimulatedWorld
  day: number
  /** Changed by the day's trades and moves. */
  holdings: Holdings
  limits?: EngineLimits
  /** Number of the first line. */
  firstNumber?: number
}

export interface TradedDay {
  profit: Amount
  lines: ProgrammeLine[]
  /** Why the engine stopped before the day was over. */
  stopped: 'day_loss' | 'open_rests' | null
}

const FEES: ReadonlyMap<number, bigint> = new Map(VENUES.map(({ venue, takerPpm }) => [venue, takerPpm]))
const MOST_CLOSINGS = 50

/**
 * Trades a whole day at the simulated venues as the engine does, one poll after the other, without a server. Deterministic: the
 * same world, holdings and limits give the same lines.
 */
export function simulateDay(given: DayToTrade): TradedDay {
  const { day, holdings, world, limits = OPENING_LIMITS, firstNumber = 1 } = given
  const run: Run = { world, holdings, limits, lines: [], profit: 0n, orders: 0, day, firstNumber }
  const endMs = (day + 1) * DAY_MS
  let stopped: TradedDay['stopped'] = null
  for (let atMs = day * DAY_MS; atMs < endMs && stopped === null; atMs += LOOK_EVERY_MS) {
    for (const pid of TRADED_PIDS) atMs = tradeOnce(run, pid, atMs)
    moveOnce(run, atMs)
    stopped = whyStop(limits, { profit: run.profit, openRests: 0 })
  }
  return { profit: run.profit, lines: run.lines, stopped }
}

interface Run {
  world: SimulatedWorld
  holdings: Holdings
  limits: EngineLimits
  lines: ProgrammeLine[]
  profit: Amount
  orders: number
  day: number
  firstNumber: number
}

interface DoneLeg {
  leg: Leg
  line: LegLine
  fill: VenueFill
}

/** Looks once for a trade in a product; returns the time when that trade ended, or `atMs` without a trade. */
function tradeOnce(run: Run, pid: number, atMs: number): number {
  if (!mayPay(run.world, pid, atMs)) return atMs
  const found = findTrade(
    booksAt(run.world, pid, atMs),
    FEES,
    holdingsOf(run.holdings, pid),
    tradeLimits(run.limits),
  )
  if (!found) return atMs
  const done: DoneLeg[] = []
  let endedAt = Math.max(...[found.buy, found.sell].map((leg) => carryOut(run, leg, atMs, done)))
  for (let tries = 0; tries < MOST_CLOSINGS; tries++) {
    const rest = restOf(done)
    if (rest === 0n) break
    const leg = closeRest(rest, booksAt(run.world, pid, endedAt), FEES, holdingsOf(run.holdings, pid))
    endedAt = leg ? carryOut(run, leg, endedAt, done) : endedAt + LOOK_EVERY_MS
  }
  const profit = done.reduce((sum, { leg, fill }) => sum + netOf(leg.side, fill), 0n)
  run.profit += profit
  const legs = done.map(({ line }) => line)
  const number = run.firstNumber + run.lines.length
  run.lines.push({ v: 1, kind: 'trade', number, at: endedAt, pid, legs, profit: String(profit) })
  return endedAt
}

/** Whether the gaps leave room for a profit; far cheaper than computing the books. */
function mayPay(world: SimulatedWorld, pid: number, atMs: number): boolean {
  let [cheapest, dearest] = [Infinity, -Infinity]
  for (const { venue, halfSpreadE9, takerPpm } of VENUES) {
    const gap = simulatedGap(world, venue, pid, atMs)
    const away = halfSpreadE9 + Number(takerPpm) * 1_000
    cheapest = Math.min(cheapest, gap + away)
    dearest = Math.max(dearest, gap - away)
  }
  return dearest > cheapest + 75_000
}

function booksAt(world: SimulatedWorld, pid: number, atMs: number): VenueBook[] {
  return VENUES.flatMap(({ venue }) => {
    const { state, book } = simulatedBook(world, venue, pid, atMs)
    return state === 'live' && book ? [book] : []
  })
}

function holdingsOf(holdings: Holdings, pid: number): Map<number, Holding> {
  const coin = currencyOfPid(pid)
  return new Map(
    [...holdings].map(([venue, held]) => [
      venue,
      { usdt: held.get(PROGRAMME.currency) ?? 0n, coins: held.get(coin) ?? 0n },
    ]),
  )
}

/** Sends an order and books its fill; returns when it arrived. */
function carryOut(run: Run, leg: Leg, sentAt: number, done: DoneLeg[]): number {
  const order = {
    id: orderId(run),
    venue: leg.venue,
    pid: leg.pid,
    side: leg.side,
    limit: leg.limit,
    size: leg.size,
  }
  const fill = simulatedFill(run.world, order, sentAt)
  const sign = leg.side === 'buy' ? 1n : -1n
  addHeld(run.holdings, leg.venue, currencyOfPid(leg.pid), sign * fill.filled)
  addHeld(run.holdings, leg.venue, PROGRAMME.currency, netOf(leg.side, fill))
  done.push({ leg, fill, line: legLine(order.id, leg, sentAt, fill) })
  return simulatedArrival(run.world, order.id, sentAt)
}

function orderId(run: Run): string {
  const { day } = run
  const orders = run.orders++
  return `${String(day).padStart(8, '0')}-0000-4000-8000-${String(orders).padStart(12, '0')}`
}

/** Coins bought and not sold; below zero when more were sold. */
function restOf(done: readonly DoneLeg[]): Amount {
  return done.reduce((sum, { leg, fill }) => sum + (leg.side === 'buy' ? fill.filled : -fill.filled), 0n)
}

/** Moves what a short venue needs; it arrives at once. */
function moveOnce(run: Run, atMs: number): void {
  const move = findMove(run.holdings, [], (currency) => {
    const pid = pidOfCurrency(currency)
    return pid === null ? ONE : run.world.index(pid, Math.floor(atMs / 1000))
  })
  if (!move) return
  const { from, to, currency, cost } = move
  const number = run.firstNumber + run.lines.length
  const moved = { from, to, currency, amount: String(move.amount) }
  const lines: ProgrammeLine[] = [
    { v: 1, kind: 'move', number, at: atMs, ...moved, cost: String(cost) },
    { v: 1, kind: 'arrival', number: number + 1, at: atMs, ...moved, move: number },
  ]
  for (const line of lines) applyLine(run.holdings, line)
  run.profit -= cost
  run.lines.push(...lines)
}
