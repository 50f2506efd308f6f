import { isAnnounced, MODEL_LIFE_MS, modelDeviation } from '../log/announced.ts'
import type { ModelEntry, RulesEntry } from '../log/log.ts'
import { isSameKind } from '../log/rules.ts'
import { CLOCKS_APART_MS } from '../market/clocks.ts'
import type { Tick } from '../market/fixing.ts'
import type { Amount } from '../money/money.ts'
import { BID_TICK_AGE_MS } from './bid.ts'
import { durationById } from './durations.ts'
import { liveValue } from './orders.ts'
import { PRESENT_RULES } from './presentRules.ts'
import { outOfBounds } from './ruleChange.ts'
import { offersFor } from './pricing.ts'
import { standingOf } from './standing.ts'
import type { Sums, Terms } from './terms.ts'

/** Terms with the time at which they were accepted. */
export interface PricedOrder {
  terms: Terms
  acceptedAtMs: number
}

export type PriceProblem =
  | 'rules_unannounced'
  | 'rules_not_in_force'
  | 'rules_unknown'
  | 'rules_out_of_bounds'
  | 'model_of_other_rules'
  | 'model_stale'
  | 'not_offered'

/**
 * What is wrong with an order's price under the rules and the model that it names; null when they give exactly it.
 * Whether newer ones were logged in time is for whoever has the whole log.
 */
export function priceProblem(
  { terms, acceptedAtMs }: PricedOrder,
  rules: RulesEntry,
  model: ModelEntry,
): PriceProblem | null {
  if (!isAnnounced(rules)) return 'rules_unannounced'
  if (rules.from > acceptedAtMs) return 'rules_not_in_force'
  if (!isSameKind(rules.rules, PRESENT_RULES)) return 'rules_unknown'
  if (outOfBounds(rules.rules)) return 'rules_out_of_bounds'
  if (model.rules !== rules.seq) return 'model_of_other_rules'
  if (!isModelFresh(model, acceptedAtMs)) return 'model_stale'
  return isOffered(terms, rules, model) ? null : 'not_offered'
}

/** Whether a model was logged before a time, and not longer ago than it may price. */
export function isModelFresh({ at }: ModelEntry, atMs: number): boolean {
  return at <= atMs && atMs - at <= MODEL_LIFE_MS
}

/** Whether terms are among the offers that rules and model give to everyone. */
export function isOffered(terms: Terms, { rules }: RulesEntry, model: ModelEntry): boolean {
  const duration = durationById(terms.durationId)
  const deviation = modelDeviation(model, terms.pid)
  const isListed = rules.durations.some(
    ([seconds, ticks]) => seconds === duration?.seconds && ticks === duration.fixingTicks,
  )
  if (!duration || !deviation || !isListed || terms.marginPpm !== rules.marginPpm) return false
  return offersFor(terms.direction, duration, deviation, rules).some(
    (offer) =>
      offer.barrierPpm === terms.barrierPpm &&
      offer.chancePpm === terms.chancePpm &&
      offer.ratePct === terms.ratePct,
  )
}

/** Whether rules allow a stake, in units as digits. */
export function isStakeWithin(
  { currency, stake }: { currency: string; stake: string },
  { rules }: RulesEntry,
): boolean {
  const bounds = Object.hasOwn(rules.stakes, currency) ? rules.stakes[currency] : undefined
  return bounds !== undefined && BigInt(bounds[0]) <= BigInt(stake) && BigInt(stake) <= BigInt(bounds[1])
}

/** An order that was closed early, with the tick of its entry price. */
export interface ClosedOrder {
  terms: Terms
  sums: Sums
  dueAtMs: number
  entry: Tick
  settledAtMs: number
}

/** Later than this all ticks count from which the bid of a close may follow, and those of its settlement window. */
export function bidNeedsFromMs({ terms, dueAtMs, settledAtMs }: Omit<ClosedOrder, 'sums' | 'entry'>): number {
  const window = (durationById(terms.durationId)?.fixingTicks ?? 0) * 1000
  return Math.min(settledAtMs - BID_TICK_AGE_MS, dueAtMs - window)
}

/** A process that follows the log may see a tick this long before its own time. */
const AHEAD_MS = 2 * CLOCKS_APART_MS

/**
 * The least bid by the rules at any tick that a bid paid then may follow from; null when there is none. `ticks` are the
 * product's, from `bidNeedsFromMs` or the entry on; `models` are `model` entries, of which the newest before a tick counts.
 */
export function leastBid(
  order: ClosedOrder,
  ticks: readonly Tick[],
  models: readonly ModelEntry[],
): Amount | null {
  let least: Amount | null = null
  for (const [i, tick] of ticks.entries()) {
    const age = order.settledAtMs - tick.atMs
    if (age >= BID_TICK_AGE_MS || age < -AHEAD_MS || tick.seq < order.entry.seq) continue
    const model = models.findLast((one) => one.seq < tick.seq)
    const deviation = model && isModelFresh(model, tick.atMs) ? modelDeviation(model, order.terms.pid) : null
    if (!deviation) continue
    const standing = standingOf(ticks.slice(0, i + 1), order)
    const { bid } = liveValue(order.terms, order.sums, order.entry.price, standing, deviation)
    if (least === null || bid < least) least = bid
  }
  return least
}
