import { isAnnounced, oldestModel } from '@tickmark/core/log/announced'
import type { ModelEntry, RulesEntry } from '@tickmark/core/log/log'
import { isOffered } from '@tickmark/core/orders/priced'
import { DURATIONS } from '@tickmark/core/orders/durations'
import type { OrderLine } from '@tickmark/core/record/recordLine'

/** Whether an order of a record had the price of everyone. */
export type IsPriced = (line: OrderLine) => boolean

/**
 * Compares terms with the models that an order of their entry second may follow from, each under its rules. `models` are all that the
 * log has from the UTC day of the earliest order on: each day begins with one.
 */
export function pricesOf(models: readonly ModelEntry[], rules: readonly RulesEntry[]): IsPriced {
  const bySeq = new Map(rules.map((one) => [one.seq, one]))
  const known = new Map<string, boolean>()
  return (line) => {
    const entryMs = line.due - line.duration * 1000
    const oldest = oldestModel(models, entryMs)
    return models.some((model) => {
      const under = bySeq.get(model.rules)
      if (model.seq < oldest || model.at > entryMs || !under || under.from > entryMs) return false
      const { pid, duration, direction, barrierPpm, chancePpm, ratePct, marginPpm } = line
      const name = [model.seq, pid, duration, direction, barrierPpm, chancePpm, ratePct, marginPpm].join(' ')
      const found = known.get(name) ?? isPricedBy(line, model, under)
      known.set(name, found)
      return found
    })
  }
}

function isPricedBy(line: OrderLine, model: ModelEntry, rules: RulesEntry): boolean {
  const durationId = DURATIONS.find((one) => one.seconds === line.duration)?.id
  if (durationId === undefined || !isAnnounced(rules)) return false
  return isOffered({ ...line, durationId }, rules, model)
}
