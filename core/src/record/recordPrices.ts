import { isAnnounced, MODEL_GRACE_MS, MODEL_LIFE_MS, oldestModel, rulesInForce } from '../log/announced.ts'
import type { ModelEntry, RulesEntry } from '../log/log.ts'
import { isSameKind } from '../log/rules.ts'
import { ENTRY_DELAY_MS } from '../market/fixing.ts'
import { DURATIONS } from '../orders/durations.ts'
import { PRESENT_RULES } from '../orders/presentRules.ts'
import { isOffered, isStakeWithin } from '../orders/priced.ts'
import { outOfBounds } from '../orders/ruleChange.ts'
import type { LineTerms } from './lineTerms.ts'

/** Whether an order of a record had a price that was offered to everyone. */
export type IsPriced = (line: LineTerms) => boolean

/**
 * Compares terms with the models that may price an order of that entry second, each under the rules in force when it was logged,
 * and stakes with these rules. `models` are the log's from the UTC day of the earliest order on, as each day begins with one.
 * `rules` are all from those in force then on.
 */
export function pricesOf(models: readonly ModelEntry[], rules: readonly RulesEntry[]): IsPriced {
  const inTurn = rules.toSorted((one, other) => one.seq - other.seq)
  const bases = models.flatMap((model) => {
    const under = rulesInForce(inTurn, model.at)
    return under?.seq === model.rules && mayPrice(under) ? [{ model, under }] : []
  })
  const known = new Map<string, boolean>()
  return (line) => {
    const entryMs = line.due - line.duration * 1000
    const oldest = oldestModel(models, entryMs)
    // Otherwise a house could keep pricing by old rules by logging no model under the new ones.
    const forced = rulesInForce(inTurn, entryMs - MODEL_GRACE_MS)?.seq ?? 0
    return bases.some(({ model, under }) => {
      if (model.seq < oldest || under.seq < forced || !isFreshFor(entryMs, model)) return false
      const { pid, duration, direction, barrierPpm, chancePpm, ratePct, marginPpm } = line
      const name = [model.seq, pid, duration, direction, barrierPpm, chancePpm, ratePct, marginPpm].join(' ')
      const found = known.get(name) ?? isPricedBy(line, model, under)
      known.set(name, found)
      return found && isStakeWithin(line, under)
    })
  }
}

/** Whether rules may price at all: this program knows them, and they were announced within the published bounds. */
function mayPrice(entry: RulesEntry): boolean {
  return isAnnounced(entry) && isSameKind(entry.rules, PRESENT_RULES) && outOfBounds(entry.rules) === null
}

/** Whether a model may have priced an order accepted at any moment that leads to this entry second. */
function isFreshFor(entryMs: number, { at }: ModelEntry): boolean {
  const latestMs = entryMs - ENTRY_DELAY_MS
  return at <= latestMs && latestMs - 1000 < at + MODEL_LIFE_MS
}

function isPricedBy(line: LineTerms, model: ModelEntry, rules: RulesEntry): boolean {
  const durationId = DURATIONS.find((one) => one.seconds === line.duration)?.id
  return durationId !== undefined && isOffered({ ...line, durationId }, rules, model)
}
