import { bytesOfHex } from '../bytes.ts'
import { ENTRY_DELAY_MS, ENTRY_WAIT_MS } from '../market/fixing.ts'
import { bundleHash } from '../consent/bundle.ts'
import type { LogEntry } from '../log/log.ts'
import { settle } from '../orders/orders.ts'
import type { Lie } from './lie.testing.ts'
import { find, nodeCrypto, type SignedLie } from './lyingHouse.testing.ts'
import type { StepName } from './receiptCheck.ts'
import { closeConsent } from './toyConsents.testing.ts'
import type { Played } from './toyExchange.testing.ts'

const parted = (one: Played) => one.receipt.segments.length === 3
const shifted = (entries: readonly LogEntry[], by: number): LogEntry[] =>
  entries.map((entry) => ({ ...entry, seq: entry.seq + by }))

/** The steps that fail when the entries are not in the checkpoint's tree. */
export const NO_LOG: StepName[] = [
  'price',
  'ticket_logged',
  'ticket_before_entry',
  'entries',
  'entry_price',
  'settlement_price',
  'outcome',
  'sums',
]
/** The steps that fail without the ticket's entry. */
const NO_TICKET: StepName[] = NO_LOG.filter(
  (name) => !['price', 'entries', 'settlement_price'].includes(name),
)
const WINDOW: StepName[] = ['settlement_price', 'outcome', 'sums']
const noEntry = (one: Played) => one.entry === null

/** False statements signed with the operator's own keys, and all steps that detect each. */
const WORDS: SignedLie[] = [
  [
    'closed at its due time',
    find('closed'),
    (honest) => closedAt(find('closed'), honest, honest.ticket.dueAt),
    ['bid', 'outcome', 'sums'],
  ],
  [
    'closed in the last seconds before its due time',
    find('closed'),
    (honest) => closedAt(find('closed'), honest, honest.ticket.dueAt - 4_999),
    ['bid'],
  ],
  [
    'closed at the last moment, which may be',
    find('closed'),
    (honest) => closedAt(find('closed'), honest, honest.ticket.dueAt - 5_000),
    [],
  ],
  [
    'a statement about another ticket',
    find('won'),
    ({ settlement }) => ({
      isBound: false,
      settlement: { ...settlement, ticket: find('lost').statement.ticket },
    }),
    ['receipt_signature'],
  ],
  [
    'a bid without a close',
    find('won'),
    ({ settlement }) => ({ settlement: { ...settlement, bid: '1' } }),
    ['outcome'],
  ],
  [
    'a batch above the last that is logged',
    find('won', (one) => one.receipt.ticketProof.batch > 1),
    (honest) => ({ entries: withTickets(honest, (batch) => ({ first: batch - 1, last: batch - 1 })) }),
    NO_TICKET,
  ],
  [
    'a batch below the first that is logged',
    find('won'),
    (honest) => ({ entries: withTickets(honest, (batch) => ({ first: batch + 1, last: batch + 1 })) }),
    NO_TICKET,
  ],
  [
    'another count of batches',
    find('won'),
    (honest) => ({ entries: withTickets(honest, () => ({ count: 2 })) }),
    NO_TICKET,
  ],
  ['a profit a unit higher', find('won'), (honest) => withSums(find('won'), honest, 1n, 0n), ['sums']],
  ['a profit a unit lower', find('won'), (honest) => withSums(find('won'), honest, -1n, 0n), ['sums']],
  ['a fee that is not priced', find('won'), (honest) => withSums(find('won'), honest, 0n, 1n), ['sums']],
  [
    'a window that begins late',
    find('won', parted),
    ({ entries: [run = [], window = []] }) => ({ entries: [run, window.slice(1)] }),
    WINDOW,
  ],
  [
    'a window that stops before the due tick',
    find('won', parted),
    ({ entries: [run = [], window = []] }) => ({ entries: [run, window.slice(0, -1)] }),
    WINDOW,
  ],
  [
    'a window that goes on past the due tick, which may be',
    find('won', parted),
    ({ entries: [run = [], window = []] }) => ({ entries: [run, [...window, silent(window, 1_000)]] }),
    [],
  ],
  [
    'void for want of an entry tick, while one could still come',
    find('void', noEntry),
    ({ ticket, entries: [run = []] }) => ({ entries: [cutAt(run, overAt(ticket.acceptedAt))] }),
    ['entry_price', ...WINDOW],
  ],
  [
    'void for want of an entry tick, a millisecond later, which may be, but is not shown',
    find('void', noEntry),
    ({ ticket, entries: [run = []] }) => ({ entries: [cutAt(run, overAt(ticket.acceptedAt) + 1)] }),
    ['entry_price'],
  ],
  [
    'segments that touch',
    find('won', parted),
    ({ settlement, entries: [run = [], window = []] }) => {
      const by = (run.at(-1)?.seq ?? 0) + 1 - (window[0]?.seq ?? 0)
      const exitSeq = settlement.exitSeq + by
      return { settlement: { ...settlement, exitSeq }, entries: [run, shifted(window, by)] }
    },
    NO_LOG,
  ],
  [
    'segments with a single entry between them, which may be',
    find('won', parted),
    ({ settlement, entries: [run = [], window = []] }) => {
      const by = (run.at(-1)?.seq ?? 0) + 2 - (window[0]?.seq ?? 0)
      const exitSeq = settlement.exitSeq + by
      return { settlement: { ...settlement, exitSeq }, entries: [run, shifted(window, by)] }
    },
    [],
  ],
  [
    'a tick a second after the entry, which may be',
    find('won', parted),
    withNext((run) => silent(run, 1_000)),
    [],
  ],
  ['two ticks of one second', find('won', parted), withNext((run) => silent(run, 0)), NO_LOG],
  ['another entry of the same time, which may be', find('won', parted), withNext((run) => other(run, 0)), []],
  ['an entry earlier than the one before it', find('won', parted), withNext((run) => other(run, -1)), NO_LOG],
  [
    'an entry under a number that is not the next',
    find('won', parted),
    withNext((run) => ({ ...silent(run, 1_000), seq: (run.at(-1)?.seq ?? 0) + 2 })),
    NO_LOG,
  ],
  [
    'an entry with a field more',
    find('won', parted),
    withNext((run) => Object.assign(silent(run, 1_000), { more: 1 })),
    NO_LOG,
  ],
  ['another payout', find('won'), withWords({ payout: '1' }), ['sums']],
  ['another net result', find('won'), withWords({ net: '1' }), ['sums']],
  [
    'a settlement price of what was closed',
    find('closed'),
    withWords({ exitPrice: '1' }),
    ['settlement_price'],
  ],
  ['a settlement tick of what was closed', find('closed'), withWords({ exitSeq: 1 }), ['settlement_price']],
  ['a bid of all there is, which may be', find('closed'), (honest) => withBid(honest, 0n), []],
  ['a bid of more than there is', find('closed'), (honest) => withBid(honest, 1n), ['outcome', 'sums']],
  [
    'an entry tick that is not after the ticket',
    find('won'),
    ({ settlement, entries: [run = []] }) => ({ settlement: { ...settlement, entrySeq: run[0]?.seq ?? 0 } }),
    ['ticket_before_entry', 'entry_price'],
  ],
  [
    'a log that does not show the ticket',
    find('closed'),
    ({ entries: [run = [], ...others] }) => ({ entries: [run.slice(1), ...others] }),
    ['ticket_logged', 'ticket_before_entry', 'entry_price', 'bid', 'outcome', 'sums'],
  ],
  [
    'a log whose time runs back between its segments',
    find('won', parted),
    ({ entries: [run = [], window = []] }) => ({
      entries: [[...run, { ...silent(run, 0), at: (window[0]?.at ?? 0) + 1_000 }], window],
    }),
    NO_LOG,
  ],
]

/** The last millisecond at which an entry tick still counts. */
const overAt = (acceptedAt: number) => acceptedAt + ENTRY_DELAY_MS + ENTRY_WAIT_MS

/** A close at another time, with the owner's consent of that time. */
function closedAt({ owner }: Played, { settlement, ticket, consents }: Lie, settledAt: number): Partial<Lie> {
  const close = closeConsent(owner, ticket.order, settlement.bid, settledAt)
  const consent = bundleHash(close, nodeCrypto.sha256)
  return { settlement: { ...settlement, settledAt, consent }, consents: { ...consents, close } }
}

function withWords(words: Partial<Lie['settlement']>) {
  return ({ settlement }: Lie): Partial<Lie> => ({ settlement: { ...settlement, ...words } })
}

/** A close for this much more than stake and profit together. */
function withBid({ ticket, settlement }: Lie, more: bigint): Partial<Lie> {
  const bid = BigInt(ticket.stake) + BigInt(ticket.profit) + more
  const net = bid - BigInt(ticket.stake)
  return { settlement: { ...settlement, bid: String(bid), net: String(net), payout: String(bid) } }
}

function withTickets({ entries: [run = [], ...others] }: Lie, more: (batch: number) => object): LogEntry[][] {
  const [first, ...rest] = run
  if (first?.kind !== 'tickets') throw new Error('the run begins with the ticket')
  return [[{ ...first, ...more(first.first) }, ...rest], ...others]
}

/** Changed sums with a consistent settlement. */
function withSums(
  { entry, exit }: Played,
  { ticket, settlement }: Lie,
  profit: bigint,
  fee: bigint,
): Partial<Lie> {
  const sums = {
    stake: BigInt(ticket.stake),
    profit: BigInt(ticket.profit) + profit,
    fee: BigInt(ticket.fee) + fee,
  }
  const { net, toUser } = settle(ticket, sums, entry?.price ?? null, exit?.price ?? null)
  return {
    ticket: { ...ticket, profit: String(sums.profit), fee: String(sums.fee) },
    settlement: { ...settlement, net: String(net), payout: String(toUser) },
  }
}

/** A tick without prices, this long after the last entry. */
function silent(run: readonly LogEntry[], afterMs: number): LogEntry {
  const last = run.at(-1)
  return { kind: 'tick', seq: (last?.seq ?? 0) + 1, at: (last?.at ?? 0) + afterMs, prices: {} }
}

/** An entry of another kind, this long after the last one. */
function other(run: readonly LogEntry[], afterMs: number): LogEntry {
  const { seq, at } = silent(run, afterMs)
  return { kind: 'day', seq, at, day: '2026-11-21', commit: nodeCrypto.keys.log }
}

/** One more entry after the run with the ticket. */
function withNext(next: (run: readonly LogEntry[]) => LogEntry) {
  return ({ entries: [run = [], ...others] }: Lie): Partial<Lie> => ({
    entries: [[...run, next(run)], ...others],
  })
}

/** The entries up to a time, with a last entry at exactly that time. */
function cutAt(run: readonly LogEntry[], at: number): LogEntry[] {
  const kept = run.filter((entry) => entry.at <= at)
  const seq = (kept.at(-1)?.seq ?? 0) + 1
  return [...kept, { kind: 'day', seq, at, day: '2026-11-21', commit: nodeCrypto.keys.log }]
}

const NO_LOG_CLOSED: StepName[] = NO_LOG.flatMap((name) =>
  name === 'settlement_price' ? ['bid', 'close_logged'] : [name],
)
const otherKey = find('lost').receipt.keys.receipts
const at = (hex: string) => bytesOfHex(hex) ?? new Uint8Array()

/** False checkpoints that the log's own key signs. */
const HEADS: SignedLie[] = [
  [
    'another root than its entries have',
    find('won'),
    ({ head }) => ({ head: { ...head, root: at(otherKey) } }),
    NO_LOG,
  ],
  [
    'the root of a larger log',
    find('won'),
    ({ head }) => ({ head: { ...head, size: head.size + 1 } }),
    NO_LOG,
  ],
  [
    'a log that ends before the entries shown',
    find('closed'),
    ({ head, entries: [run = []] }) => ({ head: { ...head, size: (run.at(-1)?.seq ?? 0) - 1 } }),
    NO_LOG_CLOSED,
  ],
  [
    'a log of another name',
    find('won'),
    ({ head }) => ({ head: { ...head, origin: 'log.sample/tm' } }),
    ['checkpoint'],
  ],
  [
    'entries in another place than their numbers say',
    find('closed'),
    ({ entries: [run = []] }) => ({ places: [(run[0]?.seq ?? 1) + 1] }),
    NO_LOG_CLOSED,
  ],
]

/** Falsehoods about an order, its ticks and the head of the log. */
export const RECEIPT_LIES: readonly SignedLie[] = [...WORDS, ...HEADS]
