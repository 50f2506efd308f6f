import type { Crypto } from '@tickmark/core/crypto'
import { bytesOfHex } from '@tickmark/core/bytes'
import { parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { areRulesPaced, isModelPaced, namesNewestRules, oldestModel } from '@tickmark/core/log/announced'
import {
  entryLeaf,
  FIRST_SEQ,
  parseEntry,
  type BatchesEntry,
  type LogEntry,
  type ModelEntry,
  type RulesEntry,
} from '@tickmark/core/log/log'
import { splitNote } from '@tickmark/core/log/note'
import { isSame } from '@tickmark/core/log/tree/tree'
import { rangeRoot } from '@tickmark/core/log/tree/treeProofs'
import { TILE_WIDTH } from '@tickmark/core/log/tree/tiles'
import type { Tick } from '@tickmark/core/market/fixing'
import type { LoggedTicks } from '@tickmark/core/record/decideLine'
import type { LoggedRefusals, LoggedResults } from '@tickmark/core/record/readRecord'
import { REFUSAL_LAG_MS } from '@tickmark/core/record/refusedLine'
import type { House } from './house.ts'
import { readExtract, readLog, type LogExtract } from './published.ts'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'

/** The needed part of the log: its time span in ms, and the coins whose prices decide. */
export interface Wanted {
  fromMs: number
  day: string
  dayMs: number
  toMs: number
  pids: ReadonlySet<number>
}

/** Part of a house's log, proven to be under its signed head. */
export interface DayLog {
  ticks: LoggedTicks
  /** The `receipts` entries of the day. */
  results: LoggedResults[]
  /** The `refusals` entries that the day's record tells. */
  refusals: LoggedRefusals[]
  /** Numbers of the `record` entries of the day. */
  records: number[]
  /** Numbers of the arbitrage programme's `yield` entries of the day. */
  yields: number[]
  models: ModelEntry[]
  rules: RulesEntry[]
  /** The first entry of tickets or receipts that names a wrong oldest model; null without one. */
  wrongOldest: number | null
  /** The first `rules` or `record` entry that does not name the newest rules before it; null without one. */
  wrongRules: number | null
  /** Set when models or rules followed the previous ones too soon. */
  hasty: 'hasty_model' | 'hasty_rules' | null
  /** Number of the first entry read, and how many were read. */
  first: number
  entries: number
}

/**
 * Number of entries to read after a day's record or yield in search of a second one of the same day; witnesses read all entries.
 */
export const READ_ON = 21_600

export type DayLogProblem =
  /** The entries are not in the tree of a head signed by the keys. */
  | 'not_in_tree'
  /** The first proven entry is later than the requested time: earlier entries were not read. */
  | 'begins_late'
  /** An entry is earlier than the one before it. */
  | 'time_runs_back'

/** Reads the log's entries from a time up to entry `last`. */
export async function readDayLog(
  house: House,
  last: number,
  wanted: Wanted,
  keys: Omit<HouseKeys, 'receipts'>,
  crypto: Crypto,
): Promise<DayLog | DayLogProblem> {
  const first = await firstFrom(house, last, wanted.fromMs)
  const { left, right, checkpoint } = await surroundings(house, first, last)
  const head = parseCheckpoint(splitNote(checkpoint)?.text ?? '')
  const shown = readLog(right, crypto, keys)
  if (!head || !shown.ok) return 'not_in_tree'
  const leaves: Uint8Array[] = []
  const log = collect(wanted)
  let lastMs = 0
  while (first - 1 + leaves.length < last) {
    const from = first - 1 + leaves.length
    const bodies = (await house.entries(from, head.size)).slice(0, last - from)
    for (const body of bodies) {
      const entry = parseEntry(body)
      if (entry?.seq !== first + leaves.length) return 'not_in_tree'
      if (entry.seq === first && first > FIRST_SEQ && entry.at >= wanted.fromMs) return 'begins_late'
      if (entry.at < lastMs) return 'time_runs_back'
      lastMs = entry.at
      leaves.push(entryLeaf(body, crypto.sha256))
      log.add(entry)
    }
  }
  const proof = { left: left.left.map(bytes), right: right.right.map(bytes) }
  const root = rangeRoot(first - 1, leaves, head.size, proof, crypto.sha256)
  return root && isSame(root, head.root) ? log.end(first, leaves.length) : 'not_in_tree'
}

function bytes(hex: string): Uint8Array {
  return bytesOfHex(hex) ?? new Uint8Array(0)
}

/**
 * Number of the first entry of the last bundle that begins before a time. The bundles read here are not proven to be in the tree,
 * so the caller must check the time of the entry found.
 */
export async function firstFrom(house: House, size: number, fromMs: number): Promise<number> {
  let [low, high] = [0, Math.floor((size - 1) / TILE_WIDTH)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [body = ''] = await house.entries(middle * TILE_WIDTH, size)
    if ((parseEntry(body)?.at ?? 0) < fromMs) low = middle
    else high = middle - 1
  }
  return low * TILE_WIDTH + 1
}

/** Retries: the log grows each second, and both ends must be proven under one head. */
const MOST_TRIES = 30

async function surroundings(
  house: House,
  first: number,
  last: number,
): Promise<{ left: LogExtract; right: LogExtract; checkpoint: string }> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const [left, right] = await Promise.all(
      [first, last].map(async (seq) => readExtract(await house.json(`api/getLog?from=${seq}&to=${seq}`))),
    )
    if (left && right && left.checkpoint === right.checkpoint)
      return { left, right, checkpoint: right.checkpoint }
  }
  throw new Error('the house shows no two entries under one head')
}

interface Series {
  seqs: number[]
  times: number[]
  prices: bigint[]
}

/** Collects the entries that belong to the day itself. */
function collectDay({ day, dayMs, toMs }: Wanted) {
  const found: Pick<DayLog, 'results' | 'refusals' | 'records' | 'yields'> = {
    results: [],
    refusals: [],
    records: [],
    yields: [],
  }
  const isWithin = (ms: number) => ms >= dayMs && ms < toMs
  return {
    found,
    add(entry: LogEntry): void {
      if (entry.kind === 'receipts' && isWithin(entry.at)) {
        const { seq, count, first, last, root } = entry
        found.results.push({ seq, count, first, last, root })
      }
      if (entry.kind === 'refusals' && isWithin(entry.at + REFUSAL_LAG_MS)) {
        const { seq, count, root } = entry
        found.refusals.push({ seq, count, root })
      }
      if (entry.kind === 'record' && entry.day === day) found.records.push(entry.seq)
      if (entry.kind === 'yield' && entry.day === day) found.yields.push(entry.seq)
    },
  }
}

function collect(wanted: Wanted) {
  const { fromMs, pids } = wanted
  const series = new Map<number, Series>()
  for (const pid of pids) series.set(pid, { seqs: [], times: [], prices: [] })
  const ofDay = collectDay(wanted)
  const models: ModelEntry[] = []
  let wrongOldest: number | null = null
  const chain = followRules()
  let hasty: DayLog['hasty'] = null
  let untilMs = -1

  function add(entry: LogEntry): void {
    chain.add(entry)
    ofDay.add(entry)
    if ((entry.kind === 'tickets' || entry.kind === 'receipts') && !namesOldest(entry, models))
      wrongOldest ??= entry.seq
    if (entry.kind === 'model') {
      if (!isModelPaced(models.at(-1) ?? null, entry)) hasty ??= 'hasty_model'
      models.push(entry)
    }
    if (entry.kind === 'rules' && !areRulesPaced(chain.rules.at(-2) ?? null, entry)) hasty ??= 'hasty_rules'
    if (entry.kind !== 'tick') return
    untilMs = entry.at
    for (const [pid, one] of series) {
      const price = entry.prices[pid]
      if (price === undefined) continue
      one.seqs.push(entry.seq)
      one.times.push(entry.at)
      one.prices.push(BigInt(price))
    }
  }

  const at = ({ seqs, times, prices }: Series, i: number): Tick => {
    return { seq: seqs[i] as number, atMs: times[i] as number, price: prices[i] as bigint }
  }
  const ticks: LoggedTicks = {
    tick(pid, seq) {
      const one = series.get(pid)
      const place = one ? placeOf(one.seqs, seq) : 0
      return one?.seqs[place] === seq ? at(one, place) : null
    },
    between(pid, from, to) {
      const one = series.get(pid)
      if (!one || from < fromMs || to > untilMs) return null
      const found: Tick[] = []
      for (let i = placeOf(one.times, from); (one.times[i] ?? Infinity) <= to; i++) found.push(at(one, i))
      return found
    },
  }
  return {
    add,
    end: (first: number, entries: number): DayLog => ({
      ...ofDay.found,
      ticks,
      models,
      rules: chain.rules,
      wrongOldest,
      wrongRules: chain.wrong(),
      hasty,
      first,
      entries,
    }),
  }
}

/**
 * Collects rules, and finds the first `rules` or `record` entry that does not name the newest rules before it. May start at any
 * entry of a log.
 */
export function followRules() {
  const rules: RulesEntry[] = []
  let firstSeq: number | null = null
  /** Null until an entry names rules: the newest ones lie before the first entry read. */
  let newest: { seq: number } | null = null
  let wrong: number | null = null
  return {
    rules,
    add(entry: LogEntry): void {
      firstSeq ??= entry.seq
      if (entry.kind !== 'rules' && entry.kind !== 'record') return
      const named = entry.kind === 'rules' ? entry.before : entry.rules
      if (newest ? !namesNewestRules(newest, entry) : named >= firstSeq) wrong ??= entry.seq
      newest = { seq: entry.kind === 'rules' ? entry.seq : named }
      if (entry.kind === 'rules') rules.push(entry)
    },
    wrong: () => wrong,
  }
}

/**
 * Whether an entry names the oldest model that may price then. If that model lies before the entries read, any number before them
 * is accepted.
 */
function namesOldest({ seq, at, model }: BatchesEntry, models: readonly ModelEntry[]): boolean {
  const oldest = oldestModel(models, at)
  return oldest > 0 ? model === oldest : model < (models[0]?.seq ?? seq)
}

/** Index of the first element that is not below `value`. */
function placeOf(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
