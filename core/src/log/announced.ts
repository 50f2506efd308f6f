import { DAY_MS, HOUR_MS } from '../days.ts'
import type { ModelEntry, RecordEntry, RulesEntry } from './log.ts'

/** Shortest notice: a `rules` entry takes effect no sooner than this after it is logged. */
export const NOTICE_MS = 86_400_000
/** Greatest age of a model that prices an order: a day, plus a minute for a quote's life and late ticks. */
export const MODEL_LIFE_MS = 86_460_000
/**
 * How long the previous model may still price after a newer one: a quote's life and the seconds until its ticket is logged.
 * Models are at least this far apart, so that at most two may price at a time.
 */
export const MODEL_GRACE_MS = 20_000
/** The change of a deviation, in millionths, after which a new model is logged. */
export const MODEL_MOVED_PPM = 10_000
/** The first entry of a log names its keys, the second its rules. */
export const FIRST_RULES_SEQ = 2

/** Whether rules were announced in time. The log's first rules, its second entry, take effect at once. */
export function isAnnounced({ seq, at, from }: RulesEntry): boolean {
  return seq === FIRST_RULES_SEQ ? from === at : from >= at + NOTICE_MS
}

/** Least time between two rules' effective times: a house with many rules in effect at once could choose among as many prices. */
export const RULES_PACE_MS = HOUR_MS

/** Whether rules take effect at least `RULES_PACE_MS` after the previous ones. */
export function areRulesPaced(
  before: Pick<RulesEntry, 'from'> | null,
  { from }: Pick<RulesEntry, 'from'>,
): boolean {
  return before === null || from >= before.from + RULES_PACE_MS
}

/**
 * Whether a `rules` or `record` entry names the newest rules before it. This chains all rules: a reader of a record need not
 * search the log for rules that were announced but never took effect.
 */
export function namesNewestRules(
  newest: Pick<RulesEntry, 'seq'> | null,
  entry: Pick<RulesEntry, 'kind' | 'before'> | Pick<RecordEntry, 'kind' | 'rules'>,
): boolean {
  return (entry.kind === 'rules' ? entry.before : entry.rules) === (newest?.seq ?? 0)
}

/** The rules in force at a time, given all `rules` entries so far in order; null before the first. */
export function rulesInForce<Entry extends Pick<RulesEntry, 'from'>>(
  rules: readonly Entry[],
  atMs: number,
): Entry | null {
  return rules.findLast((one) => one.from <= atMs) ?? null
}

type ModelPlace = Pick<ModelEntry, 'seq' | 'at'>

/**
 * Number of the oldest model that may price tickets and bids logged at a time: the newest model at least `MODEL_GRACE_MS` old; 0
 * without one.
 */
export function oldestModel(models: readonly ModelPlace[], atMs: number): number {
  return models.findLast((one) => one.at + MODEL_GRACE_MS <= atMs)?.seq ?? 0
}

/** Adds a model and drops those that may no longer price anything. */
export function withModel<Model extends ModelPlace>(models: readonly Model[], model: Model): Model[] {
  const oldest = oldestModel(models, model.at)
  return [...models.filter((one) => one.seq >= oldest), model]
}

/** See `core/src/market/deviation.ts`. */
interface Deviation {
  sigma: number
  error: number
}

/** The deviation of a product in a model; null where nothing is priced. */
export function modelDeviation(
  { deviations }: Pick<ModelEntry, 'deviations'>,
  pid: number,
): Deviation | null {
  const cell = deviations[pid]
  return cell ? { sigma: cell[0] / 1e12, error: cell[1] / 1e6 } : null
}

/** Deviations by product as a `model` entry spells them: `sigma` in units of 1e-12, `error` in millionths. */
export function modelTable(deviations: ReadonlyMap<number, Deviation>): ModelEntry['deviations'] {
  const table: Record<string, [number, number]> = {}
  for (const [pid, { sigma, error }] of deviations)
    table[pid] = [Math.round(sigma * 1e12), Math.round(error * 1e6)]
  return table
}

type ModelStart = Pick<ModelEntry, 'at' | 'rules'>

/** Whether a model is due regardless of the pace: the first, the first of a UTC day, and the first under new rules. */
function isModelUrgent(before: ModelStart | null, { at, rules }: ModelStart): boolean {
  return before?.rules !== rules || Math.floor(before.at / DAY_MS) !== Math.floor(at / DAY_MS)
}

/** Whether a model keeps the pace. A house that could log more models would choose among them for each price. */
export function isModelPaced(before: ModelStart | null, model: ModelStart): boolean {
  return before === null || isModelUrgent(before, model) || model.at >= before.at + MODEL_GRACE_MS
}

/**
 * Whether a new model is due: the first one, one on each UTC day, one under new rules; and `MODEL_GRACE_MS` after the last when a
 * product comes or goes, or a deviation or its upper error bound moved by more than 1 %.
 */
export function isModelDue(
  newest: ModelEntry | null,
  next: Pick<ModelEntry, 'rules' | 'deviations'>,
  atMs: number,
): boolean {
  const start = { at: atMs, rules: next.rules }
  if (!newest || isModelUrgent(newest, start)) return true
  if (!isModelPaced(newest, start)) return false
  const pids = new Set([...Object.keys(newest.deviations), ...Object.keys(next.deviations)])
  return [...pids].some((pid) => hasMoved(newest.deviations[pid], next.deviations[pid]))
}

type Cell = readonly [sigmaE12: number, errorE6: number]

function hasMoved(before: Cell | undefined, after: Cell | undefined): boolean {
  if (!before || !after) return before !== after
  const most = ([sigma, error]: Cell) => sigma * (1_000_000 + 2 * error)
  const moved = (from: number, to: number) => Math.abs(to - from) * 1e6 > from * MODEL_MOVED_PPM
  return moved(before[0], after[0]) || moved(most(before), most(after))
}
