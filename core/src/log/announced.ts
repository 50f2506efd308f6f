import type { ModelEntry, RecordEntry, RulesEntry } from './log.ts'

/** A `rules` entry acts at the earliest this long after it is logged. */
export const NOTICE_MS = 86_400_000
/** How old a model may be when an order is priced with it: a day, and a minute for a quote's life and late ticks. */
export const MODEL_LIFE_MS = 86_460_000
/**
 * For this long after a newer model the one before may still price: a quote's life, and the seconds until its ticket is
 * logged. At least so long lies between two models, so that no more than two may price at a time.
 */
export const MODEL_GRACE_MS = 20_000
/** The change of a deviation, in millionths, after which a new model is logged. */
export const MODEL_MOVED_PPM = 10_000
const DAY_MS = 86_400_000
/** The first entry of a log names its keys, the second its rules. */
export const FIRST_RULES_SEQ = 2

/** Whether rules were announced in time. The log's first, its second entry, act at once. */
export function isAnnounced({ seq, at, from }: RulesEntry): boolean {
  return seq === FIRST_RULES_SEQ ? from === at : from >= at + NOTICE_MS
}

/** At least so long lies between the times from which rules act: a house with many to act at once would have as many prices. */
export const RULES_PACE_MS = 3_600_000

/** Whether rules act after those before them, and keep their distance. */
export function areRulesPaced(
  before: Pick<RulesEntry, 'from'> | null,
  { from }: Pick<RulesEntry, 'from'>,
): boolean {
  return before === null || from >= before.from + RULES_PACE_MS
}

/**
 * Whether an entry of rules or of a day's record names the newest rules before it. A chain of all rules follows from that: whoever
 * has a record need not read the log for those that were announced, and never let act.
 */
export function namesNewestRules(
  newest: Pick<RulesEntry, 'seq'> | null,
  entry: Pick<RulesEntry, 'kind' | 'before'> | Pick<RecordEntry, 'kind' | 'rules'>,
): boolean {
  return (entry.kind === 'rules' ? entry.before : entry.rules) === (newest?.seq ?? 0)
}

/** The rules in force at a time, of all `rules` entries so far in their order; null before the first. */
export function rulesInForce<Entry extends Pick<RulesEntry, 'from'>>(
  rules: readonly Entry[],
  atMs: number,
): Entry | null {
  return rules.findLast((one) => one.from <= atMs) ?? null
}

type ModelPlace = Pick<ModelEntry, 'seq' | 'at'>

/**
 * Number of the oldest model that tickets and bids which are logged at a time may follow from: the newest that was logged
 * `MODEL_GRACE_MS` before; 0 without one.
 */
export function oldestModel(models: readonly ModelPlace[], atMs: number): number {
  return models.findLast((one) => one.at + MODEL_GRACE_MS <= atMs)?.seq ?? 0
}

/** The newest models with a further one, without those that nothing may follow from any more. */
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

/** Whether a model is needed at once, whenever the one before was logged: the first, each UTC day's, and that of other rules. */
function isModelUrgent(before: ModelStart | null, { at, rules }: ModelStart): boolean {
  return before?.rules !== rules || Math.floor(before.at / DAY_MS) !== Math.floor(at / DAY_MS)
}

/** Whether a model keeps its distance from the one before. Who could log more would choose among them for each price. */
export function isModelPaced(before: ModelStart | null, model: ModelStart): boolean {
  return before === null || isModelUrgent(before, model) || model.at >= before.at + MODEL_GRACE_MS
}

/**
 * Whether a new model is to be logged at a time: at first, on each UTC day, under other rules, and `MODEL_GRACE_MS` after
 * the last one when a product comes or goes, or when a deviation or the largest that its error allows moved by more than 1 %.
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
