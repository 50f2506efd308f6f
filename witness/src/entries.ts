import { HOUR_MS } from '@tickmark/core/days'
import { followsAudited, type LastAudited } from '@tickmark/core/log/audited'
import { checkpointKey } from '@tickmark/core/log/checkpoint'
import {
  areRulesPaced,
  isAnnounced,
  MODEL_LIFE_MS,
  isModelPaced,
  namesNewestRules,
  oldestModel,
  rulesInForce,
  withModel,
} from '@tickmark/core/log/announced'
import {
  entryLeaf,
  followsKeys,
  parseEntry,
  type BatchesEntry,
  type DayEntry,
  type KeysEntry,
  type LogEntry,
  type ModelEntry,
  type RevealEntry,
  type RulesEntry,
} from '@tickmark/core/log/log'
import type { KnownKey } from '@tickmark/core/log/note'
import { appendLeaf, EMPTY_EDGE, type Edge } from '@tickmark/core/log/tree/tree'
import {
  NO_WITHDRAWALS,
  withdrawalsAfter,
  type Withdrawals,
  type WithdrawalsProblem,
} from '@tickmark/core/log/withdrawals'
import { isDrawnModel } from '@tickmark/core/market/simulated/model'
import { outOfBounds } from '@tickmark/core/orders/ruleChange'
import { dayCommitment } from '@tickmark/core/market/simulated/day'
import { DAY_SECONDS, dayAt, dayOfName } from '@tickmark/core/market/simulated/prices'
import { nodeCrypto } from './nodeCrypto.ts'
import { isUnshared, NO_PROGRAMME, programmeAfter, type Programme } from './checks/programme.ts'
import {
  isUnrecorded,
  NO_RECORDS,
  recordsAfter,
  takeRecord,
  type Recorded,
  type Records,
} from './checks/records.ts'

/**
 * State of reading a house's log: how far it was read, and the facts that its next entries must match. Times in ms since 1970.
 */
export interface Followed {
  edge: Edge
  keys: KeysEntry | null
  lastAt: number
  lastTickAt: number
  /** Days committed to but not yet revealed. */
  days: OpenDay[]
  /** Whether the log has committed to a day: then each tick needs a commitment. */
  commits: boolean
  /** All `rules` entries, and the models that may still price, the newest last. */
  rules: Pick<RulesEntry, 'seq' | 'from'>[]
  models: Pick<ModelEntry, 'seq' | 'at' | 'rules'>[]
  records: Records
  programme: Programme
  /** Number of operator actions in the newest `actions` entry, and their head. */
  actions: { count: number; head: string }
  audited: LastAudited | null
  withdrawals: Withdrawals
}

export interface OpenDay {
  day: string
  commit: string
  /** The log before the day's first tick; null before that. */
  start: Edge | null
}

export const NOTHING: Followed = {
  edge: EMPTY_EDGE,
  keys: null,
  lastAt: 0,
  lastTickAt: -1,
  days: [],
  commits: false,
  rules: [],
  models: [],
  records: NO_RECORDS,
  programme: NO_PROGRAMME,
  actions: { count: 0, head: '' },
  audited: null,
  withdrawals: NO_WITHDRAWALS,
}

/** A rule of the log that an entry breaks. */
export type EntryProblem =
  | 'not_an_entry'
  | 'wrong_place'
  | 'time_runs_back'
  | 'wrong_keys'
  | 'late_commitment'
  | 'uncommitted_day'
  | 'not_as_committed'
  | 'early_reveal'
  | 'unrevealed'
  | 'early_rules'
  | 'hasty_rules'
  | 'hidden_rules'
  | 'wide_rules'
  | 'wrong_model'
  | 'hasty_model'
  | 'stale_model'
  | 'old_rules'
  | 'wrong_oldest'
  | 'wrong_record'
  | 'unrecorded'
  | 'wrong_trades'
  | 'wrong_yield'
  | 'wrong_hostings'
  | 'wrong_product'
  | 'wrong_actions'
  | 'wrong_audited'
  | WithdrawalsProblem
  | 'unshared'

/** A revealed day whose ticks must be recomputed; they lie between `start` and the reveal. */
export interface Revealed {
  reveal: RevealEntry
  commit: string
  start: Edge
}

export type Taken =
  | { ok: true; next: Followed; revealed: Revealed | null; recorded: Recorded | null }
  | { ok: false; problem: EntryProblem }

/** Latest time of a reveal after its day's end, by the log's own time. */
const REVEAL_WITHIN_MS = HOUR_MS

/** Accepts the next entry, unless it breaks a rule. */
export function takeEntry(before: Followed, body: string): Taken {
  const entry = parseEntry(body)
  if (!entry) return { ok: false, problem: 'not_an_entry' }
  const problem = problemOf(before, entry)
  if (problem) return { ok: false, problem }
  const withdrawals = withdrawalsAfter(before.withdrawals, entry)
  if (typeof withdrawals === 'string') return { ok: false, problem: withdrawals }
  const next: Followed = {
    ...before,
    edge: appendLeaf(before.edge, entryLeaf(body, nodeCrypto.sha256), nodeCrypto.sha256),
    lastAt: entry.at,
    records: recordsAfter(before.records, entry),
    programme: programmeAfter(before.programme, entry) ?? before.programme,
    withdrawals,
  }
  if (entry.kind === 'record')
    return { ok: true, ...takeRecord(next, entry, before.withdrawals), revealed: null }
  if (entry.kind === 'tick') Object.assign(next, { lastTickAt: entry.at, days: begun(before, entry.at) })
  if (entry.kind === 'keys') next.keys = entry
  if (entry.kind === 'actions') next.actions = { count: entry.count, head: entry.head }
  if (entry.kind === 'audited') next.audited = { size: entry.size, until: entry.until, whole: entry.whole }
  if (entry.kind === 'rules') next.rules = [...before.rules, { seq: entry.seq, from: entry.from }]
  if (entry.kind === 'model')
    next.models = withModel(before.models, { seq: entry.seq, at: entry.at, rules: entry.rules })
  if (entry.kind === 'day') {
    next.days = [...before.days, { day: entry.day, commit: entry.commit, start: null }]
    next.commits = true
  }
  if (entry.kind !== 'reveal') return { ok: true, next, revealed: null, recorded: null }
  const open = before.days.find((one) => one.day === entry.day)
  next.days = before.days.filter((one) => one !== open)
  const revealed = open?.start ? { reveal: entry, commit: open.commit, start: open.start } : null
  return { ok: true, next, revealed, recorded: null }
}

/** The open days after a tick; a day's first tick marks its start. */
function begun({ days, edge }: Followed, at: number): OpenDay[] {
  const isFirst = (one: OpenDay) => one.start === null && dayOfName(one.day) === dayAt(at)
  return days.some(isFirst) ? days.map((one) => (isFirst(one) ? { ...one, start: edge } : one)) : days
}

function problemOf(before: Followed, entry: LogEntry): EntryProblem | null {
  if (entry.seq !== before.edge.size + 1) return 'wrong_place'
  if (entry.at < before.lastAt) return 'time_runs_back'
  if (before.keys === null && entry.kind !== 'keys') return 'wrong_keys'
  switch (entry.kind) {
    case 'tick':
      if (isUnrecorded(before.records)) return 'unrecorded'
      return isUnshared(before.programme) ? 'unshared' : tickProblem(before, entry.at)
    case 'keys':
      return followsKeys(before.keys, entry, nodeCrypto) ? null : 'wrong_keys'
    case 'day':
      return dayProblem(before, entry)
    case 'reveal':
      return revealProblem(before, entry)
    case 'rules':
      if (!isAnnounced(entry)) return 'early_rules'
      if (!namesNewestRules(before.rules.at(-1) ?? null, entry)) return 'hidden_rules'
      if (!areRulesPaced(before.rules.at(-1) ?? null, entry)) return 'hasty_rules'
      return outOfBounds(entry.rules) ? 'wide_rules' : null
    case 'model':
      return modelProblem(before, entry)
    case 'record':
      if (entry.day !== before.records.next || entry.at < endOf(entry.day)) return 'wrong_record'
      return namesNewestRules(before.rules.at(-1) ?? null, entry) ? null : 'hidden_rules'
    case 'tickets':
      return ticketsProblem(before, entry.at) ?? oldestProblem(before, entry)
    case 'trades':
      return programmeAfter(before.programme, entry) ? null : 'wrong_trades'
    case 'yield':
      return programmeAfter(before.programme, entry) ? null : 'wrong_yield'
    case 'hostings':
      return programmeAfter(before.programme, entry) ? null : 'wrong_hostings'
    case 'product':
      return programmeAfter(before.programme, entry) ? null : 'wrong_product'
    case 'actions':
      // An extended chain has another head.
      return entry.count > before.actions.count && entry.head !== before.actions.head ? null : 'wrong_actions'
    case 'audited':
      return followsAudited(before.audited, entry) ? null : 'wrong_audited'
    case 'receipts':
      return oldestProblem(before, entry)
    case 'withdrawals':
    case 'withdrawn':
    case 'refusals':
    case 'release':
      return null
  }
}

function tickProblem({ lastTickAt, days, commits }: Followed, at: number): EntryProblem | null {
  if (at <= lastTickAt) return 'time_runs_back'
  const today = dayAt(at)
  if (commits && !days.some((one) => dayOfName(one.day) === today)) return 'uncommitted_day'
  return days.some((one) => endOf(one.day) + REVEAL_WITHIN_MS <= at) ? 'unrevealed' : null
}

/**
 * Checks that tickets may be logged: there is a model under the rules in force. Otherwise a house could keep pricing by old rules
 * by logging no model under the new ones.
 */
function ticketsProblem({ rules, models }: Followed, at: number): EntryProblem | null {
  const model = models.at(-1)
  if (!model || at - model.at > MODEL_LIFE_MS) return 'stale_model'
  return rulesInForce(rules, at)?.seq === model.rules ? null : 'old_rules'
}

/** Checks the oldest model that an entry names, as receipts rely on it. */
function oldestProblem({ models }: Followed, { at, model }: BatchesEntry): EntryProblem | null {
  return model === oldestModel(models, at) ? null : 'wrong_oldest'
}

/**
 * A model must name the rules in force and keep the pace; a simulated market's must have the deviations that its prices are drawn
 * with.
 */
function modelProblem({ rules, models, commits }: Followed, entry: ModelEntry): EntryProblem | null {
  if (!isModelPaced(models.at(-1) ?? null, entry)) return 'hasty_model'
  const isNamed = rulesInForce(rules, entry.at)?.seq === entry.rules
  return isNamed && (!commits || isDrawnModel(entry)) ? null : 'wrong_model'
}

/** A commitment must come once, before the day's first tick. */
function dayProblem({ lastTickAt, days }: Followed, { day }: DayEntry): EntryProblem | null {
  const isLate = lastTickAt >= endOf(day) - DAY_SECONDS * 1000
  return isLate || days.some((one) => one.day === day) ? 'late_commitment' : null
}

/** A reveal must be of an open day, after its end, and match the commitment. */
function revealProblem({ days }: Followed, entry: RevealEntry): EntryProblem | null {
  const open = days.find((one) => one.day === entry.day)
  if (!open || dayCommitment(entry, nodeCrypto.sha256) !== open.commit) return 'not_as_committed'
  return entry.at < endOf(entry.day) ? 'early_reveal' : null
}

/** End of a day in ms; for a name that is no day, a time that never comes. */
function endOf(day: string): number {
  const number = dayOfName(day)
  return number === null ? Infinity : (number + 1) * DAY_SECONDS * 1000
}

/** The key of the log's checkpoints that its entries name. */
export function keyOf({ origin, log }: KeysEntry): KnownKey {
  return checkpointKey(origin, log, nodeCrypto.sha256)
}
