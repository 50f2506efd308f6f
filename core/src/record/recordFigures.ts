import type { Book } from '../money/currencies.ts'
import type { OrderLine, WithdrawalLine } from './recordLine.ts'
import { sumRefused, type RefusedTally } from './refusedFigures.ts'
import type { RefusalLine, RefusedLine } from './refusedLine.ts'

/**
 * Sums over the orders of one group. `pid`, `duration` and `bin` are 0 where the group does not restrict them. Decided orders
 * won, lost or tied. Orders of one coin due in one second share one price, so together they are one observation of the promise.
 */
export interface Tally {
  pid: number
  /** Seconds. */
  duration: number
  /** Bin `n` has the chances that round to 5 (n − 1) %. */
  bin: number
  orders: number
  won: number
  lost: number
  tied: number
  closed: number
  void: number
  /** Sum of the decided orders' promised chances, in millionths. */
  chancePpm: number
  /** Sum over observations of the square of (wins − promised wins), each in millionths. */
  wonSquare: string
  /** Sum of the decided orders' promised margins, in millionths of the stake. */
  marginPpm: number
  /** Sum of the decided orders' net results for users, each in millionths of its stake, rounded towards zero. */
  resultPpm: number
  /** Sum over observations of the square of (result + promised margin). */
  resultSquare: string
}

/** Sums of all settled orders, in units of the currency as digits. */
export interface MoneySum {
  currency: string
  stake: string
  payout: string
}

export interface BookFigures {
  groups: Tally[]
  money: MoneySum[]
  refused: RefusedTally
}

/** A day's figures. They follow exactly from the lines of its record. */
export interface RecordFigures {
  real: BookFigures
  simulated: BookFigures
  /** Number of signed refusals of all kinds, also of early closes and of terms that were no offer. */
  refusals: number
  /** Times from promise to payment in the log; the median of an even count is the lower middle one. 0 without any. */
  withdrawals: { count: number; medianMs: number; slowestMs: number }
}

/** Adds lines up, one by one. Memory grows with coins × seconds, not with orders. */
export interface FiguresSum {
  addOrder(line: OrderLine): void
  addRefusal(line: RefusalLine | RefusedLine): void
  addWithdrawal(line: WithdrawalLine): void
  figures(): RecordFigures
}

export function sumFigures(): FiguresSum {
  const books: Record<Book, BookSum> = { real: sumBook(), simulated: sumBook() }
  const times: number[] = []
  let refusals = 0
  return {
    addOrder: (line) => books[line.book].add(line),
    addRefusal: (line) => {
      refusals += 1
      if (line.kind === 'refused') books[line.book].addRefused(line)
    },
    addWithdrawal: (line) => void times.push(line.ms),
    figures: () => ({
      real: books.real.figures(),
      simulated: books.simulated.figures(),
      refusals,
      withdrawals: timesOf(times),
    }),
  }
}

function timesOf(times: readonly number[]): RecordFigures['withdrawals'] {
  const sorted = times.toSorted((one, other) => one - other)
  const medianMs = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
  return { count: times.length, medianMs, slowestMs: sorted.at(-1) ?? 0 }
}

interface BookSum {
  add(line: OrderLine): void
  addRefused(line: RefusedLine): void
  figures(): BookFigures
}

/** A tally whose squares are still numbers, with its observations so far. */
interface Group {
  tally: Tally
  wonSquare: bigint
  resultSquare: bigint
}

/** Deviations of one observation from the promise, in millionths. */
interface Observation {
  won: number
  result: number
}

const BIN_PPM = 50_000
const MILLION = 1_000_000

function sumBook(): BookSum {
  const groups = new Map<string, Group>()
  const observed = new Map<string, Map<number, Observation>>()
  const money = new Map<string, { stake: bigint; payout: bigint }>()
  const refused = sumRefused()

  function add(line: OrderLine): void {
    const sums = money.get(line.currency) ?? { stake: 0n, payout: 0n }
    sums.stake += BigInt(line.stake)
    sums.payout += BigInt(line.payout)
    money.set(line.currency, sums)
    const { pid, duration } = line
    const bin = Math.round(line.chancePpm / BIN_PPM) + 1
    const wins = deviationsOf(line)
    const place = (line.due / 1000) * MILLION + pid
    // Coins never share an observation, so the coins' sums add up to the total.
    take([group(0, 0, 0), group(pid, 0, 0)], 'all', place, line, wins)
    take([group(0, duration, 0), group(pid, duration, 0)], `d${duration}`, place, line, wins)
    take([group(0, 0, bin)], `b${bin}`, place, line, wins)
  }

  function group(pid: number, duration: number, bin: number): Group {
    const key = `${pid} ${duration} ${bin}`
    const known = groups.get(key)
    if (known) return known
    const fresh = { tally: emptyTally(pid, duration, bin), wonSquare: 0n, resultSquare: 0n }
    groups.set(key, fresh)
    return fresh
  }

  function take(
    into: readonly Group[],
    key: string,
    place: number,
    line: OrderLine,
    deviations: Deviations | null,
  ): void {
    for (const { tally } of into) count(tally, line, deviations)
    if (!deviations) return
    const seen = observed.get(key) ?? new Map<number, Observation>()
    observed.set(key, seen)
    const before = seen.get(place)
    const one = before ?? { won: 0, result: 0 }
    const after = { won: one.won + deviations.won, result: one.result + deviations.result }
    for (const of of into) {
      of.wonSquare += square(after.won) - square(one.won)
      of.resultSquare += square(after.result) - square(one.result)
    }
    seen.set(place, after)
  }

  return {
    add,
    addRefused: refused.add,
    figures: () => ({
      refused: refused.tally(),
      groups: [...groups.values()]
        .map(({ tally, wonSquare, resultSquare }) => ({
          ...tally,
          wonSquare: String(wonSquare),
          resultSquare: String(resultSquare),
        }))
        .toSorted((a, b) => a.bin - b.bin || a.duration - b.duration || a.pid - b.pid),
      money: [...money]
        .map(([currency, sums]) => ({ currency, stake: String(sums.stake), payout: String(sums.payout) }))
        .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    }),
  }
}

function square(value: number): bigint {
  return BigInt(value) ** 2n
}

/** A decided order's result and its deviation from the promise, in millionths. */
interface Deviations {
  resultPpm: number
  won: number
  result: number
}

/** Null for an order not decided by a settlement price. */
function deviationsOf({ outcome, net, stake, chancePpm, marginPpm }: OrderLine): Deviations | null {
  if (outcome === 'void' || outcome === 'closed') return null
  const resultPpm = Number((BigInt(net) * BigInt(MILLION)) / BigInt(stake))
  return {
    resultPpm,
    won: (outcome === 'won' ? MILLION : 0) - chancePpm,
    result: resultPpm + marginPpm,
  }
}

function count(tally: Tally, line: OrderLine, deviations: Deviations | null): void {
  tally.orders += 1
  tally[line.outcome] += 1
  if (!deviations) return
  tally.chancePpm += line.chancePpm
  tally.marginPpm += line.marginPpm
  tally.resultPpm += deviations.resultPpm
}

function emptyTally(pid: number, duration: number, bin: number): Tally {
  return {
    pid,
    duration,
    bin,
    orders: 0,
    won: 0,
    lost: 0,
    tied: 0,
    closed: 0,
    void: 0,
    chancePpm: 0,
    wonSquare: '0',
    marginPpm: 0,
    resultPpm: 0,
    resultSquare: '0',
  }
}

/** A tally against the promise, as shares of 1. Null before an order was decided. */
export interface Calibration {
  decided: number
  won: number
  promised: number
  /** One standard error of `won`, if the promise is true. */
  wonError: number
  margin: number
  promisedMargin: number
  marginError: number
}

/** For display only: its rounding differs among machines, the tally does not. */
export function calibrationOf(tally: Tally): Calibration | null {
  const decided = tally.won + tally.lost + tally.tied
  if (decided === 0) return null
  const share = (sum: number) => sum / MILLION / decided
  return {
    decided,
    won: tally.won / decided,
    promised: share(tally.chancePpm),
    wonError: share(Math.sqrt(Number(tally.wonSquare))),
    margin: tally.resultPpm === 0 ? 0 : -share(tally.resultPpm),
    promisedMargin: share(tally.marginPpm),
    marginError: share(Math.sqrt(Number(tally.resultSquare))),
  }
}

/** The tally of all orders of a book; null without any. */
export function totalOf({ groups }: BookFigures): Tally | null {
  return groups.find((one) => one.pid === 0 && one.duration === 0 && one.bin === 0) ?? null
}
