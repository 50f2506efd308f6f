import type { Crypto } from '@tickmark/core/crypto'
import { DAY_MS } from '@tickmark/core/days'
import { MODEL_GRACE_MS } from '@tickmark/core/log/announced'
import type { Checkpoint } from '@tickmark/core/log/checkpoint'
import { FIRST_SEQ, type RecordEntry } from '@tickmark/core/log/log'
import type { WithdrawalsProblem } from '@tickmark/core/log/withdrawals'
import { DAY_SECONDS, dayOfName } from '@tickmark/core/market/simulated/prices'
import { isRecord } from '@tickmark/core/json'
import { decideLine, type LoggedTicks } from '@tickmark/core/record/decideLine'
import { decideRefused } from '@tickmark/core/record/decideRefused'
import {
  isEntryOfDay,
  isRecordOf,
  openRecord,
  type LoggedRefusals,
  type LoggedResults,
  type ReadRecord,
} from '@tickmark/core/record/readRecord'
import { parseLine } from '@tickmark/core/record/recordLine'
import { REFUSAL_LAG_MS, type RefusedLine } from '@tickmark/core/record/refusedLine'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import { readDayLog, READ_ON, type DayLogProblem } from '../dayLog.ts'
import type { House } from '../house.ts'
import { announcedRules } from './announcedRules.ts'
import { readAll } from './readAll.ts'
import { pricesOf, type IsPriced } from '@tickmark/core/record/recordPrices'
import { ownOf, type OwnLine } from './ownLine.ts'
import { readExtract, readKeys, readLog } from '../published.ts'

export interface RecordQuestion {
  day: string
  /** Published keys; null takes the keys that the house names. */
  keys: HouseKeys | null
  /** Whether to recompute each order from the log, and to compare with all of its results. */
  full: boolean
  /** Whether `full` also reads all entries before the day. */
  fromStart: boolean
  /** Text of the receipt of an order that should be in the record, or of the file of a refusal. */
  receipt: string | null
}

/** Comparison of a day's order lines with the whole log of that day. */
export interface FullCheck {
  entries: number
  /** Number of the first entry read: 1 when all before the day were. */
  first: number
  /** Number of orders whose outcome follows from the logged ticks, and of those that a line alone cannot decide. */
  decided: number
  undecided: number
  /** Number of refused orders of which the logged ticks make what their lines say. */
  refused: number
  /** The first orders and refusals whose outcome does not follow: the hash of the ticket or of the refusal. */
  wrong: { hash: string; problem: string }[]
  /** Whether the lines are exactly the log's results of the day, and the refusals that its record tells. */
  isComplete: boolean
}

export interface RecordReport {
  day: string
  entry: RecordEntry
  /** Size of the signed head that has the entry, and its note. */
  size: number
  checkpoint: string
  read: Omit<ReadRecord, 'problem'>
  /** The keys used to read the log. */
  keys: HouseKeys
  problem:
    | DayLogProblem
    | WithdrawalsProblem
    | 'second_record'
    | 'wrong_times'
    | 'wrong_oldest'
    | 'hasty_model'
    | 'hasty_rules'
    | 'hidden_rules'
    | 'not_as_logged'
    | 'unsound'
    | 'told_twice'
    | 'incomplete'
    | 'wrong_refusals'
    | 'wrong_outcome'
    | 'wrong_price'
    | 'own_order'
    | null
  /** The first faulty line, for `unsound` and `told_twice`. */
  line: number | null
  full: FullCheck | null
  /** `untold`: a refusal without the terms of its order. Only `full` tells whether they were an offer, and belong there. */
  own: 'told' | 'differs' | 'missing' | 'untold' | null
}

const MOST_WRONG = 20

/** Reads a day's record from a house and recomputes everything from its lines. Throws when the house gives no answer. */
export async function checkRecordOf(
  house: House,
  { day, keys: given, full, fromStart, receipt: text }: RecordQuestion,
  crypto: Crypto,
): Promise<RecordReport> {
  const keys = given ?? readKeys(await house.json('api/getLogHead'))
  if (!keys) throw new Error('the house names no keys')
  const mine = text === null ? null : ownOf(text, crypto.sha256)
  const { entry, head, checkpoint } = await entryOf(house, day, keys, crypto)
  const { size } = head
  const first = await firstPass(house, day, mine, crypto)
  const { read, results, refusals, own } = first
  const base = { day, entry, size, checkpoint, keys, read, line: null, full: null, own }
  if (!isRecordOf(read, entry)) return { ...base, problem: 'not_as_logged' }
  if (read.problem) {
    const problem = read.problem.problem === 'told_twice' ? 'told_twice' : 'unsound'
    return { ...base, problem, line: read.problem.line }
  }
  const isOwnWrong = own === 'missing' || own === 'differs'
  const early = isOwnWrong ? 'own_order' : null
  if (!full) return { ...base, problem: early }
  const dayMs = (dayOfName(day) ?? 0) * DAY_SECONDS * 1000
  const toMs = dayMs + DAY_SECONDS * 1000
  const fromMs = Math.min(priceableFrom(Math.min(first.fromMs, dayMs)), dayMs - REFUSAL_LAG_MS)
  const wanted = { fromMs, day, dayMs, toMs, pids: first.pids }
  const log = await readDayLog(house, Math.min(size, entry.seq + READ_ON), wanted, keys, crypto)
  if (typeof log === 'string') return { ...base, problem: log }
  if (log.records.length !== 1 || log.records[0] !== entry.seq) return { ...base, problem: 'second_record' }
  if (log.wrongOldest !== null) return { ...base, problem: 'wrong_oldest' }
  if (log.hasty !== null) return { ...base, problem: log.hasty }
  if (log.wrongRules !== null) return { ...base, problem: 'hidden_rules' }
  const chain = { newest: entry.rules, fromMs: wanted.fromMs, log }
  const rules = await announcedRules(house, chain, keys, crypto)
  if (typeof rules === 'string') return { ...base, problem: rules }
  const whole = fromStart ? await readAll(house, head, { day, times: first.times }, crypto) : null
  if (whole) return { ...base, problem: whole }
  const isPriced = pricesOf(log.models, rules)
  const outcomes = await secondPass(house, day, log.ticks, isPriced)
  const areResults = JSON.stringify(results) === JSON.stringify(log.results)
  const isComplete = areResults && JSON.stringify(refusals) === JSON.stringify(log.refusals)
  const span = fromStart ? { entries: size, first: FIRST_SEQ } : { entries: log.entries, first: log.first }
  const check: FullCheck = { ...span, ...outcomes, isComplete }
  const [wrong] = outcomes.wrong
  const faulty = wrong && (wrong.problem === 'wrong_price' ? 'wrong_price' : 'wrong_outcome')
  const missing = areResults ? 'wrong_refusals' : 'incomplete'
  const isHidden = own === 'untold' && mine?.terms && isPriced(mine.terms)
  const problem = !isComplete ? missing : (faulty ?? (isHidden ? 'own_order' : early))
  return { ...base, full: check, own: isHidden ? 'differs' : own, problem }
}

/** The `record` entry of a day, in the tree of a signed head. */
async function entryOf(
  house: House,
  day: string,
  keys: HouseKeys,
  crypto: Crypto,
): Promise<{ entry: RecordEntry; head: Checkpoint; checkpoint: string }> {
  const index = await house.json('log/record')
  const days: unknown = isRecord(index) ? index['days'] : []
  const list: unknown[] = Array.isArray(days) ? days : []
  const listed = list.find((one) => isRecord(one) && one['day'] === day)
  const seq: unknown = isRecord(listed) ? listed['seq'] : null
  if (typeof seq !== 'number') throw new Error(`the house lists no record of ${day}`)
  const extract = readExtract(await house.json(`api/getLog?from=${seq}&to=${seq}`))
  const log = extract && readLog(extract, crypto, keys)
  const entry = log?.ok ? log.entries[0] : undefined
  if (!extract || !log?.ok || !isEntryOfDay(entry, day))
    throw new Error(`entry ${seq} of the log is not a record of ${day}, made after it, under a signed head`)
  return { entry, head: log.head, checkpoint: extract.checkpoint }
}

interface FirstPass {
  read: ReadRecord
  results: LoggedResults[]
  refusals: LoggedRefusals[]
  own: RecordReport['own']
  pids: Set<number>
  /** How long each withdrawal took, ms. */
  times: number[]
  /** The earliest entry second of an order, also of a refused one. */
  fromMs: number
}

async function firstPass(
  house: House,
  day: string,
  mine: OwnLine | null,
  { sha256 }: Crypto,
): Promise<FirstPass> {
  const results: LoggedResults[] = []
  const refusals: LoggedRefusals[] = []
  const record = openRecord(
    sha256,
    (one) => void results.push(one),
    (one) => void refusals.push(one),
  )
  const pids = new Set<number>()
  const times: number[] = []
  let own: RecordReport['own'] = mine ? 'missing' : null
  let fromMs = Infinity
  for await (const text of house.lines(`log/record/${day}`)) {
    const line = record.add(text)
    if (line) own = mine?.compare(line) ?? own
    if (line?.kind === 'withdrawal') times.push(line.ms)
    if (line?.kind !== 'order' && line?.kind !== 'refused') continue
    pids.add(line.pid)
    fromMs = Math.min(fromMs, line.due - line.duration * 1000)
  }
  return { read: record.end(), results, refusals, own, pids, times, fromMs }
}

/** Start of the earliest day whose models may price an order of this time. */
function priceableFrom(ms: number): number {
  return Math.floor((ms - MODEL_GRACE_MS) / DAY_MS) * DAY_MS - 1_000
}

async function secondPass(house: House, day: string, ticks: LoggedTicks, isPriced: IsPriced) {
  const wrong: FullCheck['wrong'] = []
  let [decided, undecided, refused] = [0, 0, 0]
  for await (const text of house.lines(`log/record/${day}`)) {
    const line = parseLine(text)
    if (line?.kind !== 'order' && line?.kind !== 'refused') continue
    const found = line.kind === 'order' ? decideLine(line, ticks) : refusedFinding(line, ticks)
    const problem = isPriced(line) ? found : 'wrong_price'
    if (problem === 'unread') undecided += 1
    else if (problem === 'holds' && line.kind === 'order') decided += 1
    else if (problem === 'holds') refused += 1
    else if (wrong.length < MOST_WRONG)
      wrong.push({ hash: line.kind === 'order' ? line.ticket : line.refusal, problem })
  }
  return { decided, undecided, refused, wrong }
}

function refusedFinding(line: RefusedLine, ticks: LoggedTicks): 'holds' | 'wrong_outcome' {
  return decideRefused(line, ticks) === line.outcome ? 'holds' : 'wrong_outcome'
}
