import type { ModelEntry, RulesEntry } from '@tickmark/core/log/log'
import { QUOTE_LIFE_MS } from '@tickmark/core/orders/quotes'
import { bidNeedsFromMs, leastBid, priceProblem } from '@tickmark/core/orders/priced'
import type { Reader } from '../../db/pool.ts'
import { announcedEntries } from '../../market/log/audit/auditAnnounced.ts'
import { type Finding, MOST_FINDINGS } from '../../module/finding.ts'
import type { AuditedPart, AuditFacts } from '../../module/auditRule.ts'
import { finishedPages, readPriced, type PricedAlike } from './auditStore.ts'
import type { Order } from '../order/order.ts'
import type { TickReader } from '../order/fixings.ts'

/** A quote of a model may be accepted until it expires, plus the tolerance for the writer's clock. */
const LATE_MS = QUOTE_LIFE_MS + 5_000

/** Recomputes the price of every order from the entries that its ticket names; these must have been the newest. */
export async function auditPrices(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const entries = await announcedEntries(reader)
  const findings: Finding[] = []
  for (const one of await readPriced(reader, since)) {
    const problem = problemOf(one, entries)
    if (problem === null) continue
    const where = `order ${one.id}${one.count > 1 ? ` and ${one.count - 1} like it` : ''}`
    findings.push({ rule: 'price = rules', where, expected: 'the price of everyone', found: problem })
    if (findings.length >= MOST_FINDINGS) break
  }
  return findings
}

/** Recomputes the bids of orders that were closed early. */
export async function auditBids(
  reader: Reader,
  { ticksBetween, since }: Pick<AuditFacts, 'ticksBetween' | 'since'>,
): Promise<Finding[]> {
  const models = (await announcedEntries(reader)).filter((one) => one.kind === 'model')
  const findings: Finding[] = []
  for await (const page of finishedPages(reader, 'closed', since)) {
    for (const { order } of page) findings.push(...(await bidFindings(order, ticksBetween, models)))
    if (findings.length >= MOST_FINDINGS) break
  }
  return findings
}

async function bidFindings(
  { id, terms, sums, dueAtMs, result }: Order,
  ticksBetween: TickReader,
  models: readonly ModelEntry[],
): Promise<Finding[]> {
  if (!result?.entry) return []
  const { entry, settledAtMs } = result
  const closed = { terms, sums, dueAtMs, entry, settledAtMs }
  const ticks = await ticksBetween(terms.pid, bidNeedsFromMs(closed), settledAtMs + 1_000)
  const least = leastBid(closed, ticks, models)
  if (least !== null && result.bid !== null && result.bid >= least) return []
  return [
    {
      rule: 'bid = rules',
      where: `order ${id}`,
      expected: `at least ${least ?? 'none'}`,
      found: String(result.bid),
    },
  ]
}

function problemOf(one: PricedAlike, entries: readonly (RulesEntry | ModelEntry)[]): string | null {
  const { basis, terms, firstMs, lastMs } = one
  const rules = entries.find((each) => each.kind === 'rules' && each.seq === basis.rules)
  const model = entries.find((each) => each.kind === 'model' && each.seq === basis.model)
  if (rules?.kind !== 'rules' || model?.kind !== 'model') return 'no such entries'
  const newer = entries.find((each) => each.kind === 'model' && each.seq > model.seq)
  if (newer && newer.at + LATE_MS < lastMs) return `a superseded model, ${model.seq} after ${newer.seq}`
  return (
    priceProblem({ terms, acceptedAtMs: firstMs }, rules, model) ??
    priceProblem({ terms, acceptedAtMs: lastMs }, rules, model)
  )
}
