import { bundleHash } from '../consent/bundle.ts'
import { MODEL_LIFE_MS, modelDeviation, NOTICE_MS } from '../log/announced.ts'
import type { LogEntry, ModelEntry, RulesEntry } from '../log/log.ts'
import { parseAmount } from '../money/money.ts'
import { CLOSE_AHEAD_MS, CLOSE_LOGGED_MS } from '../orders/bid.ts'
import { DURATIONS } from '../orders/durations.ts'
import { settle, settleClosed, sumsFor } from '../orders/orders.ts'
import { offersFor } from '../orders/pricing.ts'
import type { Lie } from './lie.testing.ts'
import { find, nodeCrypto, type SignedLie } from './lyingHouse.testing.ts'
import { crypto } from './nodeCrypto.testing.ts'
import { checkReceipt } from './receiptCheck.ts'
import { settlementCause, type Ticket } from './receipts.ts'
import { closeConsent, orderConsent, orderIdIn } from './toyConsents.testing.ts'
import type { Played } from './toyExchange.testing.ts'

/** An order on a coin with an estimated deviation. */
const estimated = find('won', (one) => one.ticket.pid === 4)
export const won = find('won')
export const closed = find('closed', (one) => BigInt(one.statement.bid) > 1_000n)

/** An order of an even chance, which all rules offer. */
const even = find('won', (one) => one.ticket.barrierPpm === 0)
const CHANCES = [500_000, 400_000, 300_000, 200_000, 100_000, 50_000]
const HOUR_MS = 3_600_000

/** Prices made for one owner, who consented because he saw no other. */
const PRICES: SignedLie[] = [
  ['the narrowest margin, which may be', won, (honest) => withMargin(won, honest, 10_000), []],
  ['a margin below the published bounds', won, (honest) => withMargin(won, honest, 9_999), ['price']],
  ['the widest margin, which may be', won, (honest) => withMargin(won, honest, 100_000), []],
  ['a margin above the published bounds', won, (honest) => withMargin(won, honest, 100_001), ['price']],
  ['a worse rate at the same margin', won, (honest) => withTerms(won, honest, { ratePct: -1 }), ['price']],
  ['a better rate', won, (honest) => withTerms(won, honest, { ratePct: 1 }), ['price']],
  [
    'a worse rate for an estimate',
    estimated,
    (honest) => withTerms(estimated, honest, { ratePct: -1 }),
    ['price'],
  ],
  [
    'a chance that the model does not give',
    won,
    (honest) => withTerms(won, honest, { chancePpm: 1 }),
    ['price'],
  ],
  ['a margin of its own', won, (honest) => withTerms(won, honest, { marginPpm: 1 }), ['price']],
  [
    'another model, with moves half as large again',
    won,
    withModel(({ deviations }) => ({
      deviations: Object.fromEntries(
        Object.entries(deviations).map(([pid, [sigma, error]]) => [pid, [sigma * 1.5, error] as const]),
      ),
    })),
    ['price'],
  ],
  [
    'an estimate with a larger error',
    estimated,
    withModel(({ deviations }) => ({ deviations: { ...deviations, 4: [deviations[4]?.[0] ?? 1, 50_000] } })),
    ['price'],
  ],
  ['a model without its coin', won, withModel(() => ({ deviations: {} })), ['price']],
  ['a model of other rules', won, withModel(() => ({ rules: 1 })), ['price']],
  [
    'a model that is a day and a minute old, which may be',
    won,
    (honest) => dated(honest, honest.ticket.acceptedAt - MODEL_LIFE_MS),
    [],
  ],
  [
    'a model that is a millisecond older',
    won,
    (honest) => dated(honest, honest.ticket.acceptedAt - MODEL_LIFE_MS - 1),
    ['price'],
  ],
  [
    'rules announced a day before, which may be',
    won,
    ({ ticket, basis }) => announced(ticket, basis, ticket.acceptedAt - NOTICE_MS, NOTICE_MS),
    [],
  ],
  [
    'rules not yet in force',
    won,
    ({ ticket, basis }) => announced(ticket, basis, ticket.acceptedAt + 1 - NOTICE_MS, NOTICE_MS),
    ['price'],
  ],
  [
    'rules of one hour’s notice',
    won,
    ({ ticket, basis }) => announced(ticket, basis, ticket.acceptedAt - 2 * HOUR_MS, HOUR_MS),
    ['price'],
  ],
  [
    'rules that act at once, in the second place of the log but dated before',
    won,
    ({ basis }) => ({
      basis: basis.map((one) => (one.kind === 'rules' ? { ...one, from: one.at - 1 } : one)),
    }),
    ['price'],
  ],
  ['rules with another margin', won, withRules({ marginPpm: 50_000 }), ['price']],
  ['rules without this chance', won, withRules({ chancesPpm: [400_000] }), ['price']],
  ['rules without this duration', won, withRules({ durations: [[60, 1]] }), ['price']],
  ['rules of a kind unknown here', won, withRules({ errors: 3 }), ['price']],
  ['a stake in a currency without bounds', won, withRules({ stakes: {} }), ['price']],
  ['a stake that is the smallest and the largest, which may be', won, withStakes(0n, 0n), []],
  ['a stake below the smallest', won, withStakes(1n, 1n), ['price']],
  ['a stake above the largest', won, withStakes(-1n, -1n), ['price']],
  ['an even chance alone, which may be', even, withRules({ chancesPpm: [500_000] }), []],
  ['the least chance, which may be', even, withRules({ chancesPpm: [500_000, 50_000] }), []],
  ['a chance below the least', even, withRules({ chancesPpm: [500_000, 49_999] }), ['price']],
  ['five chances, which may be', even, withRules({ chancesPpm: CHANCES.slice(0, 5) }), []],
  ['six chances', even, withRules({ chancesPpm: CHANCES }), ['price']],
  ['a chance twice', even, withRules({ chancesPpm: [500_000, 200_000, 200_000] }), ['price']],
  ['chances that rise', even, withRules({ chancesPpm: [500_000, 200_000, 200_001] }), ['price']],
  [
    'chances that do not begin with an even one',
    even,
    withRules({ chancesPpm: [500_001, 500_000] }),
    ['price'],
  ],
  [
    'a model of the very millisecond, which may be',
    won,
    (honest) => modelled(honest, honest.ticket.acceptedAt),
    [],
  ],
  [
    'a model of a millisecond later',
    won,
    (honest) => modelled(honest, honest.ticket.acceptedAt + 1),
    ['price'],
  ],
  ['a model that the log has after the ticket', won, modelAfter, ['price']],
  [
    'no rules at all',
    won,
    ({ basis }) => ({ basis: basis.filter((one) => one.kind !== 'rules') }),
    ['price'],
  ],
  [
    'a model that another replaced 20 s before',
    won,
    (honest) => withOldest(honest, honest.ticket.model + 1, 'tickets'),
    ['price'],
  ],
  [
    'a model that is the newest which may price, or is newer',
    won,
    (honest) => withOldest(honest, honest.ticket.model, 'tickets'),
    [],
  ],
  [
    'a ticket of a replaced model, logged late',
    won,
    (honest) => loggedLate(withOldest(honest, honest.ticket.model + 1, 'tickets')),
    ['price', 'ticket_before_entry'],
  ],
  [
    'a model that is logged after the ticket',
    won,
    ({ ticket }) => ({ ticket: { ...ticket, model: ticket.model + 1 } }),
    ['price'],
  ],
]

const least = parseAmount(
  checkReceipt(closed.receipt, crypto).steps.find((one) => one.name === 'bid')?.facts['least'] ?? '',
)

/** Falsehoods of a house about a close that its owner signed. */
const CLOSES: SignedLie[] = [
  ['the least bid by the rules, which may be', closed, (honest) => bidding(honest, least ?? 0n), []],
  ['a bid below the rules', closed, (honest) => bidding(honest, (least ?? 0n) - 1n), ['bid']],
  ['a bid above them, which may be', closed, (honest) => bidding(honest, (least ?? 0n) + 9n), []],
  [
    'a close in the log after three seconds, which may be',
    closed,
    (honest) => loggedAt(honest, honest.settlement.settledAt + CLOSE_LOGGED_MS),
    [],
  ],
  [
    'a close in the log a millisecond later',
    closed,
    (honest) => loggedAt(honest, honest.settlement.settledAt + CLOSE_LOGGED_MS + 1),
    ['close_logged'],
  ],
  [
    'a close dated a second before its signature, which may be',
    closed,
    (honest) => signedAfter(honest, CLOSE_AHEAD_MS),
    [],
  ],
  [
    'a close dated earlier still',
    closed,
    (honest) => signedAfter(honest, CLOSE_AHEAD_MS + 1),
    ['close_logged'],
  ],
  [
    'a bid by a model that another replaced 20 s before',
    closed,
    (honest) => withOldest(honest, closed.log.length, 'receipts'),
    ['bid'],
  ],
  [
    'such a bid in the log after three seconds',
    closed,
    (honest) => replacedAt(honest, honest.settlement.settledAt + CLOSE_LOGGED_MS),
    ['bid'],
  ],
  [
    'such a bid in the log a millisecond later, where any model may be',
    closed,
    (honest) => replacedAt(honest, honest.settlement.settledAt + CLOSE_LOGGED_MS + 1),
    ['close_logged'],
  ],
  [
    'a close without the entry that it was logged with',
    closed,
    ({ entries }) => ({ entries: withLast(entries, (run) => run.slice(0, -1)) }),
    ['bid', 'close_logged'],
  ],
  [
    'a close that leaves out the first tick of its bid’s life',
    closed,
    ({ entries }) => ({ entries: withLast(entries, (run) => run.slice(2)) }),
    ['bid'],
  ],
]

/** Changed terms with matching sums, and the owner's consent to them. */
function withTerms(
  { owner, entry, exit, sums }: Played,
  { ticket, settlement, consents }: Lie,
  by: Partial<Record<'ratePct' | 'chancePpm' | 'marginPpm', number>>,
): Partial<Lie> {
  const changed: Ticket = { ...ticket }
  for (const [name, more] of Object.entries(by) as ['ratePct', number][]) changed[name] += more
  const { profit, fee } = sumsFor(sums.stake, changed.ratePct)
  const { net, toUser } = settle(ticket, { ...sums, profit, fee }, entry?.price ?? null, exit?.price ?? null)
  const order = orderConsent(owner, changed)
  const id = orderIdIn(order, nodeCrypto.sha256)
  const consent = bundleHash(order, nodeCrypto.sha256)
  return {
    ticket: { ...changed, order: id, profit: String(profit), consent },
    settlement: {
      ...settlement,
      order: id,
      ledger: settlementCause(id),
      net: String(net),
      payout: String(toUser),
    },
    consents: { ...consents, order },
  }
}

function withModel(change: (model: ModelEntry) => Partial<ModelEntry>) {
  return ({ basis }: Lie): Partial<Lie> => ({
    basis: basis.map((one) => (one.kind === 'model' ? { ...one, ...change(one) } : one)),
  })
}

function withRules(change: Partial<RulesEntry['rules']>) {
  return ({ basis }: Lie): Partial<Lie> => ({
    basis: basis.map((one) => (one.kind === 'rules' ? { ...one, rules: { ...one.rules, ...change } } : one)),
  })
}

/** Rules with another margin, and the order at the rate that they offer. */
function withMargin(one: Played, honest: Lie, marginPpm: number): Partial<Lie> {
  const { ticket } = one
  const basis = withRules({ marginPpm })(honest).basis ?? []
  const [rules, model] = [basis.find(isRules), basis.find(isModel)]
  const duration = DURATIONS.find(({ seconds }) => seconds === ticket.duration)
  const deviation = model && modelDeviation(model, ticket.pid)
  if (!rules || !duration || !deviation) throw new Error('the order was priced')
  const offers = offersFor(ticket.direction, duration, deviation, rules.rules)
  const offer = offers.find(({ barrierPpm }) => barrierPpm === ticket.barrierPpm)
  const ratePct = (offer?.ratePct ?? 0) - ticket.ratePct
  return { ...withTerms(one, honest, { ratePct, marginPpm: marginPpm - ticket.marginPpm }), basis }
}

const isRules = (one: LogEntry): one is RulesEntry => one.kind === 'rules'
const isModel = (one: LogEntry): one is ModelEntry => one.kind === 'model'

/** Rules that allow exactly the order's stake, moved by these units. */
function withStakes(least: bigint, most: bigint) {
  return (honest: Lie): Partial<Lie> => {
    const { currency, stake } = honest.ticket
    const bounds = [String(BigInt(stake) + least), String(BigInt(stake) + most)] as const
    return withRules({ stakes: { [currency]: bounds } })(honest)
  }
}

/** The model alone moved to another time. */
function modelled({ basis }: Lie, at: number): Partial<Lie> {
  return { basis: basis.map((one) => (one.kind === 'model' ? { ...one, at } : one)) }
}

/** The ticket’s model moved behind it, all at the time of its acceptance. */
function modelAfter({ ticket, settlement, basis, entries: [run = [], ...others] }: Lie): Partial<Lie> {
  const [model, [tickets, ...rest]] = [basis.find(isModel), run]
  if (!model || !tickets) throw new Error('the order was priced')
  const [at, seq] = [ticket.acceptedAt, tickets.seq + 1]
  const moved = rest.map((one): LogEntry => ({ ...one, seq: one.seq + 1 }))
  return {
    ticket: { ...ticket, model: seq },
    settlement: { ...settlement, entrySeq: settlement.entrySeq + 1 },
    basis: basis.filter(isRules),
    entries: [[{ ...tickets, at }, { ...model, seq, at }, ...moved], ...others],
  }
}

/** Rules and model moved to another time. */
function dated({ basis }: Lie, at: number): Partial<Lie> {
  return {
    basis: basis.map((one) => (one.kind === 'rules' ? { ...one, at, from: at } : { ...one, at })),
  }
}

/** Makes the rules not the log's first: rules and model move up by one number. */
function announced(ticket: Ticket, basis: readonly LogEntry[], at: number, noticeMs: number): Partial<Lie> {
  const moved = basis.map((one): LogEntry => {
    const seq = one.seq + 1
    if (one.kind === 'rules') return { ...one, seq, at, from: at + noticeMs }
    return { ...one, seq, ...(one.kind === 'model' && { rules: ticket.rules + 1, at: Math.max(one.at, at) }) }
  })
  return { basis: moved, ticket: { ...ticket, rules: ticket.rules + 1, model: ticket.model + 1 } }
}

function bidding({ ticket, settlement, consents }: Lie, bid: bigint): Partial<Lie> {
  const sums = { stake: BigInt(ticket.stake), profit: BigInt(ticket.profit), fee: BigInt(ticket.fee) }
  const { net, toUser } = settleClosed(sums, bid)
  const close = closeConsent(closed.owner, ticket.order, String(bid), settlement.settledAt)
  const consent = bundleHash(close, nodeCrypto.sha256)
  return {
    settlement: { ...settlement, bid: String(bid), net: String(net), payout: String(toUser), consent },
    consents: { ...consents, close },
  }
}

export function loggedAt({ entries }: Lie, at: number): Partial<Lie> {
  const moved = (one: LogEntry) => (one.kind === 'receipts' ? { ...one, at } : one)
  return { entries: withLast(entries, (run) => run.map(moved)) }
}

/** Names an oldest model in the entry of the house's tickets or closes. */
export function withOldest(
  { entries }: Lie,
  model: number,
  kind: 'tickets' | 'receipts',
): { entries: LogEntry[][] } {
  return { entries: entries.map((run) => run.map((one) => (one.kind === kind ? { ...one, model } : one))) }
}

/** A close whose entry of the log names an oldest model that the bid does not follow from. */
function replacedAt(honest: Lie, at: number): Partial<Lie> {
  return loggedAt({ ...honest, ...withOldest(honest, closed.log.length, 'receipts') }, at)
}

/** A ticket logged no earlier than its entry tick: moves everything before that tick a second later. */
export function loggedLate({ entries: [run = [], ...others] }: { entries: LogEntry[][] }): Partial<Lie> {
  const [tickets, ...more] = run
  const second = more.find((one) => one.kind === 'tick')
  if (!tickets || !second) throw new Error('a receipt has its entry tick')
  return { entries: [[{ ...tickets, at: second.at + 1_000 }, ...more.map(later)], ...others] }
}

const later = (one: LogEntry): LogEntry => ({ ...one, at: one.at + 1_000 })

function withLast(entries: LogEntry[][], change: (run: LogEntry[]) => LogEntry[]): LogEntry[][] {
  return [...entries.slice(0, -1), change(entries.at(-1) ?? [])]
}

/** A close that its owner signed `ms` after the house's time of it. */
export function signedAfter({ ticket, settlement, consents }: Lie, ms: number): Partial<Lie> {
  const { order, bid, settledAt } = { ...settlement, order: ticket.order }
  const close = closeConsent(closed.owner, order, bid, settledAt + ms + 100)
  const consent = bundleHash(close, nodeCrypto.sha256)
  return { settlement: { ...settlement, consent }, consents: { ...consents, close } }
}

/** Falsehoods about prices and bids. */
export const PRICE_LIES: readonly SignedLie[] = [...PRICES, ...CLOSES]
