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
 * The fault in an order's price under the rules and model that it names; null when they give exactly this price. Does not check
 * whether newer ones were in force: that needs the whole log.
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

/** Whether a model was logged before a time and is not older than `MODEL_LIFE_MS` then. */
export function isModelFresh({ at }: ModelEntry, atMs: number): boolean {
  return at <= atMs && atMs - at <= MODEL_LIFE_MS
}

/** Whether terms are among the offers that follow from rules and model for everyone. */
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

/** Whether rules allow a stake, given in units as digits. */
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

/**
 * The time after which ticks are needed to check a close: those that its bid may follow from, and those of its settlement window.
 */
export function bidNeedsFromMs({ terms, dueAtMs, settledAtMs }: Omit<ClosedOrder, 'sums' | 'entry'>): number {
  const window = (durationById(terms.durationId)?.fixingTicks ?? 0) * 1000
  return Math.min(settledAtMs - BID_TICK_AGE_MS, dueAtMs - window)
}

/** A process that follows the log may see a tick up to this far ahead of its own clock. */
const AHEAD_MS = 2 * CLOCKS_APART_MS

/**
 * The lowest bid under the rules over all ticks that a bid paid then may follow from; null without any. `ticks` are the
 * product's, from `bidNeedsFromMs` or the entry on; of `models`, the newest before a tick applies.
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
