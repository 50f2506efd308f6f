import type { Moving, YieldEntry } from '../../log/log.ts'
import type { ArrivalLine, LegLine, MoveLine, TradeLine } from '../evidence.ts'
import { applyLine, openingHoldings } from '../holdings.ts'
import type { DayStepName } from './checkDay.ts'
import { simulateDay } from '../simulateDay.ts'
import { simulatedWorld } from '../simulated/world.ts'
import {
  DAY,
  END,
  type Line,
  START,
  type Told,
  WORLD,
  entryOf,
  heldBefore,
  heldDuring,
  honestDay,
  marketEntries,
  moveLine,
} from './toyDay.testing.ts'
import { paidTexts, toyOrders } from './toyHosts.testing.ts'

/** A false day that a house might sign, and the steps of the check that detect it. */
export type DayLie = readonly [what: string, told: () => Partial<Told>, steps: DayStepName[]]

/** Indexes of moves: the first counted line, one between trades, the last counted line; and of the first arrival. */
export const DAWN = 1
export const MIDDLE = 6
export const LAST = 17
export const ARRIVED = 14

export const CARRIED = '-1500000'
export const FIRST = 13

/** The move of the day before that has not arrived at its end. */
export const UNDER_WAY: Moving = { number: FIRST - 1, from: 1, to: 4, currency: 6, amount: '1200000000' }

/**
 * The first trades of a simulated day, with moves at both ends and after the fourth; all moves but the last arrive after the last
 * trade. So USDT is under way during all trades, and one move of the day before and one of the day over a midnight. Plus one line
 * of the previous and one of the next day.
 */
export const LINES = linesOfDay()
export const HONEST = {
  ...honestDay(LINES, { day: DAY, first: FIRST, carried: CARRIED, moving: [UNDER_WAY] }),
  market: marketEntries(DAY),
}

function linesOfDay(): Line[] {
  const world = simulatedWorld(WORLD)
  const { lines } = simulateDay({ world, day: DAY, holdings: openingHoldings(), firstNumber: 1 })
  const traded = lines.filter(({ kind }) => kind === 'trade').slice(0, 11)
  const held = heldDuring(heldBefore(CARRIED), [UNDER_WAY])
  const done: Line[] = []
  const carryOut = (...some: readonly Line[]) => {
    for (const line of some) applyLine(held, line)
    done.push(...some)
  }
  const needed = (to: number, currency: number, at: number) => moveLine(held, { to, currency, at })
  const early: Line = { v: 1, kind: 'move', at: START - 20_000, ...UNDER_WAY, cost: '100500000' }
  // The day's first and last line each share an entry with a line of another day.
  const sent = needed(2, 1, START + 10_000)
  carryOut(sent, ...traded.slice(0, 4))
  const coins = needed(3, 4, traded[3]?.at ?? 0)
  carryOut(coins, ...traded.slice(4))
  const at = (traded.at(-1)?.at ?? 0) + 5_000
  carryOut(
    arrivalOf(UNDER_WAY, at),
    arrivalOf({ ...sent, number: FIRST }, at),
    arrivalOf({ ...coins, number: FIRST + MIDDLE - 1 }, at),
  )
  const last = needed(5, 5, END - 10_000)
  carryOut(last)
  const late = arrivalOf({ ...last, number: FIRST + LAST - 1 }, END + 20_000)
  return [early, ...done, late].map((line, i) => ({ ...line, number: FIRST - 1 + i }))
}

/** The arrival of a move. */
export function arrivalOf({ number: move, from, to, currency, amount }: Moving, at: number): ArrivalLine {
  return { v: 1, kind: 'arrival', number: 1, at, from, to, currency, amount, move }
}

/** The day with changed lines, of which it counts `more`; all roots and sums are made to fit. */
export function retold(change: (lines: Line[]) => Line[], more = 0): Partial<Told> {
  const lines = change(structuredClone(LINES))
  const { market } = HONEST
  const last = HONEST.last + more
  const own = { day: DAY, first: FIRST, carried: CARRIED, moving: [UNDER_WAY] }
  const told = { ...honestDay(lines, own), market, last }
  const payouts = paidTexts(toyOrders(DAY), BigInt(entryOf(told, CARRIED).pool))
  return { ...told, payouts, entry: entryOf({ ...told, payouts }, CARRIED) }
}

export function changed(index: number, change: (line: Line) => Line): Partial<Told> {
  return retold((lines) => lines.map((line, i) => (i === index ? change(line) : line)))
}

/** One trade with a changed leg; its profit is made to fit. */
export function withLeg(at: number, change: (leg: LegLine) => Partial<LegLine>): Partial<Told> {
  return changed(2, (line) => {
    if (line.kind !== 'trade') return line
    const legs = line.legs.map((leg, i) => (i === at ? { ...leg, ...change(leg) } : leg))
    return { ...line, legs, profit: String(netOf(legs)) }
  })
}

/** Adds an empty sale to the first trade. */
export function withThirdLeg(): Partial<Told> {
  return changed(2, (line) => {
    const spare = { ...leg(1), order: '00000000-0000-4000-8000-000000000009', state: 'unfilled' } as const
    return { ...line, legs: [...first.legs, { ...spare, filled: '0', quote: '0', fee: '0' }] } as Line
  })
}

export function netOf(legs: readonly LegLine[]): bigint {
  return legs.reduce((sum, { side, quote, fee }) => {
    return sum + (side === 'buy' ? -BigInt(quote) : BigInt(quote)) - BigInt(fee)
  }, 0n)
}

export function told(entry: Partial<YieldEntry>): Partial<Told> {
  return { entry: { ...HONEST.entry, ...entry } }
}

/** The day with changed payouts; root and sums are made to fit. */
export function paying(change: (payouts: string[]) => string[]): Partial<Told> {
  const payouts = change([...HONEST.payouts])
  return { payouts, entry: { ...entryOf({ ...HONEST, payouts }, CARRIED) } }
}

export const plus = (units: string, more = 1n) => String(BigInt(units) + more)
export const POOL = BigInt(HONEST.entry.pool)
export const first = LINES[2] as TradeLine
export const dawn = LINES[DAWN] as MoveLine

/** The day with a changed move; its arrival and all dependent figures are made to fit. */
export function moved(at: number, { cost, ...change }: Partial<MoveLine>): Partial<Told> {
  const { number } = LINES[at] as MoveLine
  return retold((lines) =>
    lines.map((line, i) => {
      if (i === at) return { ...line, ...change, ...(cost !== undefined && { cost }) } as Line
      return line.kind === 'arrival' && line.move === number ? ({ ...line, ...change } as Line) : line
    }),
  )
}

export function leg(i: number): LegLine {
  return first.legs[i] as LegLine
}

export function before(change: Partial<YieldEntry>): Told['before'] {
  return HONEST.before && { ...HONEST.before, ...change }
}

/** The day with other lines under numbers without a gap; arrivals name the new numbers of their moves. */
export function renumbered(change: (lines: Line[]) => Line[], more = 0): Partial<Told> {
  return retold((lines) => {
    const told = change(lines)
    const numbers = new Map(told.map(({ number }, i) => [number, FIRST - 1 + i]))
    return told.map((line, i): Line => {
      const number = FIRST - 1 + i
      return line.kind === 'arrival'
        ? { ...line, number, move: numbers.get(line.move) ?? line.move }
        : { ...line, number }
    })
  }, more)
}

/** The day with its first `trades` entry logged `ms` after its first line ended. */
export function loggedAfter(ms: number): Partial<Told> {
  const at = (LINES[0]?.at ?? 0) + ms
  return { logged: HONEST.logged.map((one, i) => (i === 0 ? { ...one, at } : one)) }
}

/** The day that forgets the losses carried on, with all that follows from them made to fit. */
export function forgotten(): Partial<Told> {
  const entry = entryOf(HONEST, '0')
  const payouts = paidTexts(toyOrders(DAY), BigInt(entry.pool))
  return { payouts, entry: entryOf({ ...HONEST, payouts }, '0') }
}
