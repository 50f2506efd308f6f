import type { YieldEntry } from '../../log/log.ts'
import type { LegLine, MoveLine, TradeLine } from '../evidence.ts'
import { applyLine, openingHoldings } from '../holdings.ts'
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
  honestDay,
  marketEntries,
  moveLine,
} from './toyDay.testing.ts'
import { paidTexts, toyOrders } from './toyHosts.testing.ts'

export const CARRIED = '-1500000'
export const FIRST = 13

/**
 * The first trades of a simulated day, with moves at both ends and after the fourth; plus one line of the previous and one of the
 * next day.
 */
export const LINES = linesOfDay()
export const HONEST = {
  ...honestDay(LINES, { day: DAY, first: FIRST, carried: CARRIED }),
  market: marketEntries(DAY),
}

function linesOfDay(): Line[] {
  const world = simulatedWorld(WORLD)
  const { lines } = simulateDay({ world, day: DAY, holdings: openingHoldings(), firstNumber: 1 })
  const traded = lines.filter(({ kind }) => kind === 'trade').slice(0, 11)
  const held = heldBefore(CARRIED)
  const done: Line[] = []
  const carryOut = (...some: readonly Line[]) => {
    for (const line of some) applyLine(held, line)
    done.push(...some)
  }
  const needed = (to: number, currency: number, at: number) => moveLine(held, { to, currency, at })
  const other = needed(2, 1, START)
  const early: Line = { ...other, at: START - 20_000, askedAt: START - 20_000 }
  const late: Line = { ...other, at: END + 20_000, askedAt: END + 20_000 }
  // The day's first and last line each share an entry with a line of another day.
  carryOut(needed(2, 1, START + 10_000), ...traded.slice(0, 4))
  carryOut(needed(3, 4, traded[3]?.at ?? 0), ...traded.slice(4))
  carryOut(needed(5, 5, END - 10_000))
  return [early, ...done, late].map((line, i) => ({ ...line, number: FIRST - 1 + i }))
}

/** The day with changed lines; all roots and sums are made to fit. */
export function retold(change: (lines: Line[]) => Line[]): Partial<Told> {
  const lines = change(structuredClone(LINES))
  const { market, last } = HONEST
  const told = { ...honestDay(lines, { day: DAY, first: FIRST, carried: CARRIED }), market, last }
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
/** Indexes of moves: the first counted line, and one between trades. */
export const DAWN = 1
export const MIDDLE = 6
export const dawn = LINES[DAWN] as MoveLine

/** The day with a changed move; all dependent figures are made to fit. */
export function moved(at: number, change: Partial<MoveLine>): Partial<Told> {
  return changed(at, (line) => ({ ...line, ...change }) as Line)
}

export function leg(i: number): LegLine {
  return first.legs[i] as LegLine
}

export function before(change: Partial<YieldEntry>): Told['before'] {
  return HONEST.before && { ...HONEST.before, ...change }
}

export function renumbered(change: (lines: Line[]) => Line[]): Partial<Told> {
  return retold((lines) => change(lines).map((line, i) => ({ ...line, number: FIRST - 1 + i })))
}

/** The day with its first `trades` entry logged `ms` after its first line ended. */
export function loggedAfter(ms: number): Partial<Told> {
  const at = (LINES[0]?.at ?? 0) + ms
  return { logged: HONEST.logged.map((one, i) => (i === 0 ? { ...one, at } : one)) }
}
