import type { Crypto } from '../../crypto.ts'
import { checkpointKey, openCheckpoint } from '../../log/checkpoint.ts'
import { linesRoot } from '../../log/linesRoot.ts'
import type { YieldEntry } from '../../log/log.ts'
import { readSegments, type ShownLog } from '../../receipts/receiptLog.ts'
import { areKeysOf, namesKeys, type HouseKeys } from '../../receipts/receipts.ts'
import { parseDayFile, type DayFile } from './dayFile.ts'
import { areHoldings, areMovesNeeded, haveArrived } from './checkHoldings.ts'
import { dayInLog, endOf, startOf, type DayInLog } from './dayInLog.ts'
import type { PayoutLine, ProgrammeLine } from '../evidence.ts'
import {
  areEarlier,
  areExits,
  areHosts,
  areInTime,
  areStatements,
  areStatementsLogged,
  haveTerms,
  type Hosts,
} from './checkHosts.ts'
import { parseHosting } from '../readHosting.ts'
import { parsePayoutLine, parseTradeLine } from '../readLines.ts'
import { closeDay, payoutOf } from '../sharing.ts'
import { isSoundLine, profitOf } from './soundTrade.ts'
import { revealedDays, tradeAgain } from './tradeAgain.ts'

/** The steps in the order of the report; `keys` appears only when there are keys to compare with. */
export const DAY_STEPS = [
  'form',
  'keys',
  'entries',
  'checkpoint',
  'day_logged',
  'lines',
  'lines_logged',
  'lines_in_time',
  'lines_root',
  'trades',
  'orders_once',
  'market',
  'holdings',
  'moves',
  'arrivals',
  'profit',
  'pool',
  'payout_lines',
  'earlier_lines',
  'hostings',
  'hostings_logged',
  'hostings_in_time',
  'products',
  'exits',
  'hosts',
  'payouts_root',
  'payouts',
  'sums',
] as const
export type DayStepName = (typeof DAY_STEPS)[number]

/** An `unshown` step did not pass because the file lacks the evidence for it; it found nothing false. */
export interface DayStep {
  name: DayStepName
  ok: boolean
  unshown?: true
}

export interface DayVerdict {
  /** `not_proven` when every step holds or is `unshown`. */
  verdict: 'holds' | 'not_proven' | 'broken'
  steps: DayStep[]
  /** The day's entry; null when the file has none. Trust it only when the verdict is not `broken`. */
  entry: YieldEntry | null
  /** How many trades and moves the day counts. */
  trades: number
  moves: number
}

/**
 * Recomputes a day of the arbitrage programme from its file alone: trades, profit, pool, payouts. Repeats the trades of a
 * revealed day on the simulated market; for any other day, trades and moves rest on the venues' word. Never throws.
 */
export function checkDay(given: unknown, crypto: Crypto, trusted: Partial<HouseKeys> = {}): DayVerdict {
  const file = parseDayFile(given)
  const broken: DayVerdict = {
    verdict: 'broken',
    steps: [{ name: 'form', ok: false }],
    entry: null,
    trades: 0,
    moves: 0,
  }
  try {
    return file ? checkFile(file, crypto, trusted) : broken
  } catch {
    // A figure that no rule can compute with counts as a malformed file.
    return broken
  }
}

/** The input of all steps. */
interface Scene {
  file: DayFile
  crypto: Crypto
  shown: ShownLog
  log: DayInLog
  /** All parsed lines, and those that the day counts. */
  lines: readonly ProgrammeLine[]
  counted: readonly ProgrammeLine[]
  payouts: readonly PayoutLine[]
}

function checkFile(file: DayFile, crypto: Crypto, trusted: Partial<HouseKeys>): DayVerdict {
  const shown = readSegments({ ...file, segments: [...file.segments], proof: [...file.proof] }, crypto)
  const log = dayInLog(shown.runs.flat(), file.day)
  const lines = file.trades.flatMap((text) => parseTradeLine(text) ?? [])
  const { first, last } = log.entry ?? { first: 1, last: 0 }
  const counted = lines.filter(({ number }) => number >= first && number <= last)
  const payouts = file.payouts.flatMap((text) => parsePayoutLine(text) ?? [])
  const scene: Scene = { file, crypto, shown, log, lines, counted, payouts }
  const steps: DayStep[] = [
    { name: 'form', ok: true },
    ...(namesKeys(trusted) ? [{ name: 'keys', ok: areKeysOf(file.keys, trusted) } as const] : []),
    { name: 'entries', ok: shown.ok },
    { name: 'checkpoint', ok: isSigned(scene) },
    { name: 'day_logged', ok: log.follows },
    { name: 'lines', ok: areInOrder(scene) },
    { name: 'lines_logged', ok: areLogged(scene) },
    checkInTime(scene),
    { name: 'lines_root', ok: linesRoot(linesOf(scene), crypto.sha256) === log.entry?.trades },
    { name: 'trades', ok: lines.every(isSoundLine) },
    { name: 'orders_once', ok: areOnce(lines.flatMap(ordersOf)) },
    checkMarket(scene),
    { name: 'holdings', ok: areHoldings({ ...log, counted }) },
    { name: 'moves', ok: areMovesNeeded({ ...log, counted }) },
    { name: 'arrivals', ok: haveArrived({ ...log, counted }) },
    { name: 'profit', ok: profitIn(counted) === log.entry?.profit },
    { name: 'pool', ok: hasPool(log) },
    { name: 'payout_lines', ok: arePayouts(scene) },
    ...hostSteps(scene),
    { name: 'payouts_root', ok: linesRoot(file.payouts, crypto.sha256) === log.entry?.payouts },
    { name: 'payouts', ok: arePaid(scene) },
    { name: 'sums', ok: addsUp(scene) },
  ]
  const numberOf = (kind: ProgrammeLine['kind']) => counted.filter((one) => one.kind === kind).length
  const [trades, moves] = [numberOf('trade'), numberOf('move')]
  return { verdict: verdictOf(steps), steps, entry: log.entry, trades, moves }
}

/** Checks that the payout lines belong to the right orders: those with tickets up to that day, less those that ended. */
function hostSteps({ file, log, payouts, crypto: { sha256 } }: Scene): DayStep[] {
  const statements = file.hostings.flatMap((text) => parseHosting(text) ?? [])
  const earlier = file.earlier.flatMap((text) => parsePayoutLine(text) ?? [])
  const hosts: Hosts = { file, log, statements, payouts, earlier }
  const inTime = areInTime(hosts)
  return [
    { name: 'earlier_lines', ok: areEarlier(hosts, sha256) },
    { name: 'hostings', ok: areStatements(hosts) },
    { name: 'hostings_logged', ok: areStatementsLogged(hosts, sha256) },
    // A house that was down logs late. Lateness alone is not false, but proves nothing.
    { name: 'hostings_in_time', ok: inTime, ...(!inTime && { unshown: true }) },
    { name: 'products', ok: haveTerms(hosts) },
    { name: 'exits', ok: areExits(hosts) },
    { name: 'hosts', ok: areHosts(hosts) },
  ]
}

function verdictOf(steps: readonly DayStep[]): DayVerdict['verdict'] {
  const failed = steps.filter((one) => !one.ok)
  if (failed.some((one) => !one.unshown)) return 'broken'
  return failed.length > 0 ? 'not_proven' : 'holds'
}

function isSigned({ file: { checkpoint, keys }, crypto }: Scene): boolean {
  return openCheckpoint(checkpoint, checkpointKey(keys.origin, keys.log, crypto.sha256), crypto) !== null
}

/** All texts are lines, numbered without gaps; counted lines are of the day; times never run back. */
function areInOrder({ file, lines, log: { entry } }: Scene): boolean {
  if (lines.length !== file.trades.length) return false
  return lines.every(({ number, at }, i) => {
    const before = lines[i - 1]
    if (before && (number !== before.number + 1 || at < before.at)) return false
    if (!entry || number < entry.first) return at < startOf(file.day)
    return number <= entry.last ? at >= startOf(file.day) && at < endOf(file.day) : at >= endOf(file.day)
  })
}

/** The `trades` entries have exactly these lines, logged after they ended and before the day was closed. */
function areLogged({ file, lines, counted, crypto, log: { trades, entry } }: Scene): boolean {
  let next = 0
  for (const one of trades) {
    const texts = file.trades.slice(next, next + one.count)
    const [first, last] = [lines[next], lines[next + one.count - 1]]
    const isNamed = first?.number === one.first && last?.number === one.last
    if (!isNamed || linesRoot(texts, crypto.sha256) !== one.root || last.at > one.at) return false
    // Entries without a counted line have no place in this file.
    if (!entry || one.last < entry.first || one.first > entry.last || one.seq > entry.seq) return false
    next += one.count
  }
  return next === file.trades.length && entry !== null && counted.length === entry.last - entry.first + 1
}

/** Latest time from a line's end to its log entry: a minute plus the following tick. */
const LINE_LOGGED_MS = 90_000

/** A house that logs lines late could invent them with hindsight. An outage also makes it late, so a late line is not false. */
function checkInTime({ lines, log: { trades } }: Scene): DayStep {
  const isInTime = ({ number, at }: ProgrammeLine) =>
    trades.every((one) => number < one.first || number > one.last || one.at <= at + LINE_LOGGED_MS)
  const ok = lines.every(isInTime)
  return { name: 'lines_in_time', ok, ...(!ok && { unshown: true }) }
}

/** Texts of the counted lines. */
function linesOf({ file, lines, log: { entry } }: Scene): string[] {
  const from = lines.findIndex(({ number }) => number === entry?.first)
  return entry && from >= 0 ? file.trades.slice(from, from + entry.last - entry.first + 1) : []
}

function ordersOf(line: ProgrammeLine): string[] {
  return line.kind === 'trade' ? line.legs.map(({ order }) => order) : []
}

function areOnce(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}

/** Repeats the counted trades: nothing else can show that a line states the venue's true book and fill. */
function checkMarket({ counted, crypto, log: { reveals, days } }: Scene): DayStep {
  const trades = counted.filter((one) => one.kind === 'trade')
  const known = revealedDays(reveals, days, trades, crypto.sha256)
  const found = known ? tradeAgain(counted, known, crypto.sha256) : 'false'
  const step: DayStep = { name: 'market', ok: found === 'holds' }
  return found === 'unshown' ? { ...step, unshown: true } : step
}

function profitIn(lines: readonly ProgrammeLine[]): string {
  return String(lines.reduce((sum, line) => sum + profitOf(line), 0n))
}

function hasPool({ entry, before }: DayInLog): boolean {
  if (!entry) return false
  const { carried, pool } = closeDay(BigInt(entry.profit), BigInt(before?.carried ?? 0))
  return entry.carried === String(carried) && entry.pool === String(pool)
}

/** Every text is a line of this day, each order has one line, and lines are sorted by book and order. */
function arePayouts({ file, payouts }: Scene): boolean {
  const places = payouts.map(({ book, order }) => `${book} ${order}`)
  return (
    payouts.length === file.payouts.length &&
    payouts.every(({ day }) => day === file.day) &&
    areOnce(payouts.map(({ order }) => order)) &&
    places.every((place, i) => i === 0 || (places[i - 1] ?? '') < place)
  )
}

/** Each order gets its share of the pool within its book, at most its upper yield. */
function arePaid({ payouts, log: { entry } }: Scene): boolean {
  if (!entry) return false
  const pool = BigInt(entry.pool)
  return BOOKS.every((book) => {
    const own = payouts.filter((one) => one.book === book)
    const hosted = sumOf(own, 'principal')
    return own.every(({ principal, upperPpm, amount }) => {
      const order = { principal: BigInt(principal), upperPpm: BigInt(upperPpm) }
      return payoutOf(order, { pool, hosted }) === BigInt(amount)
    })
  })
}

const BOOKS = ['real', 'simulated'] as const

/** The entry's figures match the lines, and no book was paid more than the pool. */
function addsUp({ payouts, log: { entry } }: Scene): boolean {
  if (!entry) return false
  return BOOKS.every((book) => {
    const own = payouts.filter((one) => one.book === book)
    const [count, hosted, paid] = entry[book]
    const sum = sumOf(own, 'amount')
    const isSum = count === own.length && hosted === String(sumOf(own, 'principal')) && paid === String(sum)
    return isSum && sum <= BigInt(entry.pool)
  })
}

function sumOf(lines: readonly PayoutLine[], field: 'principal' | 'amount'): bigint {
  return lines.reduce((sum, line) => sum + BigInt(line[field]), 0n)
}
