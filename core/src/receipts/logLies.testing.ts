import { hexOf } from '../bytes.ts'
import { bundleHash } from '../consent/bundle.ts'
import type { LogEntry } from '../log/log.ts'
import { entryDueAtMs, entryFixing, exitFixing, type Tick } from '../market/fixing.ts'
import { settle } from '../orders/orders.ts'
import type { Lie } from './lie.testing.ts'
import { find, nodeCrypto, type SignedLie } from './lyingHouse.testing.ts'
import type { StepName, Verdict } from './receiptCheck.ts'
import {
  batchText,
  settlementCause,
  type Batch,
  type BatchProof,
  type Receipt,
  type Ticket,
} from './receipts.ts'
import { orderConsent, orderIdIn } from './toyConsents.testing.ts'
import type { Played } from './toyExchange.testing.ts'

export const won = find('won', (one) => one.receipt.segments.length === 3)
const coin = won.ticket.pid
const second = entryDueAtMs(won.ticket.acceptedAt)
const { dueAt } = won.ticket
const DAY = { kind: 'day', seq: 0, at: 0, day: '2026-11-21', commit: nodeCrypto.keys.log } as const

const onLog = (change: (entry: LogEntry) => LogEntry[]) => onLogOf(won, won.ticket, change)

/** Applies changes to the log, and the settlement that a house would derive from it. */
function onLogOf({ sums }: Played, ticket: Ticket, change: (entry: LogEntry) => LogEntry[]) {
  const { pid, acceptedAt: acceptedAtMs, dueAt: dueAtMs } = ticket
  return (honest: Lie): Partial<Lie> => {
    const entries = honest.entries.map((run) => renumbered(run.flatMap(change)))
    const [run = [], window = []] = entries
    const ticketSeq = run[0]?.seq ?? 0
    const found = entryFixing(ticksOf(run, pid), { acceptedAtMs, ticketSeq })
    const exit = exitFixing(ticksOf(window, pid), { dueAtMs, fixingTicks: ticket.fixingTicks })
    const entryTick = found.ok ? found.tick : null
    const exitTick = entryTick && exit.ok ? exit.tick : null
    const [from, to] = [entryTick?.price ?? null, exitTick?.price ?? null]
    const { outcome, net, toUser } = settle(ticket, sums, from, to)
    const settlement = {
      ...honest.settlement,
      entrySeq: entryTick?.seq ?? 0,
      entryPrice: String(entryTick?.price ?? 0n),
      exitSeq: exitTick?.seq ?? 0,
      exitPrice: String(exitTick?.price ?? 0n),
      outcome,
      net: String(net),
      payout: String(toUser),
    }
    return { entries, settlement }
  }
}

function renumbered(run: readonly LogEntry[]): LogEntry[] {
  return run.map((entry, i) => ({ ...entry, seq: (run[0]?.seq ?? 0) + i }))
}

function ticksOf(run: readonly LogEntry[], pid: number): Tick[] {
  return run.flatMap((one) => {
    const price = one.kind === 'tick' ? one.prices[pid] : undefined
    return price === undefined ? [] : [{ seq: one.seq, atMs: one.at, price: BigInt(price) }]
  })
}

/** The entry a second later. */
const later = <Entry extends LogEntry>(entry: Entry): Entry => ({ ...entry, at: entry.at + 1_000 })
/** The tick without the coin's price. */
function silent(entry: LogEntry): LogEntry {
  if (entry.kind !== 'tick') return entry
  const others = Object.entries(entry.prices).filter(([pid]) => pid !== String(coin))
  return { ...entry, prices: Object.fromEntries(others) }
}
/** The changed ticks of a second; all other entries stay. */
const atSecond = (at: number, change: (tick: LogEntry) => LogEntry[]) =>
  onLog((entry) => (entry.kind === 'tick' && entry.at === at ? change(entry) : [entry]))
const saying =
  (words: Partial<Lie['settlement']>) =>
  (honest: Lie): Partial<Lie> => ({
    settlement: { ...honest.settlement, ...words },
  })

/** Changes to the log, or false claims about it, that a house signs with its own keys; and all steps that fail. */
export const LOG_LIES: [
  what: string,
  change: (honest: Lie) => Partial<Lie>,
  verdict: Verdict['verdict'],
  steps: StepName[],
][] = [
  ['another entry price, of the right tick', saying({ entryPrice: '1' }), 'broken', ['entry_price']],
  ['another entry tick', saying({ entrySeq: won.statement.entrySeq + 1 }), 'broken', ['entry_price']],
  ['another settlement price, of the right tick', saying({ exitPrice: '1' }), 'broken', ['settlement_price']],
  ['another settlement tick', saying({ exitSeq: won.statement.exitSeq + 1 }), 'broken', ['settlement_price']],
  [
    'a loss',
    saying({ outcome: 'lost', net: `-${won.ticket.stake}`, payout: '0' }),
    'broken',
    ['outcome', 'sums'],
  ],
  ['a tie', saying({ outcome: 'tied', net: '0', payout: won.ticket.stake }), 'broken', ['outcome', 'sums']],
  [
    'void, although every tick is there',
    saying({
      outcome: 'void',
      net: '0',
      payout: won.ticket.stake,
      entrySeq: 0,
      entryPrice: '0',
      exitSeq: 0,
      exitPrice: '0',
    }),
    'broken',
    ['entry_price', 'settlement_price', 'outcome', 'sums'],
  ],
  [
    'a log without the tick of the entry',
    atSecond(second, (tick) => [later(tick)]),
    'not_proven',
    ['ticket_before_entry'],
  ],
  [
    'a log without that coin’s price at the entry',
    atSecond(second, (tick) => [silent(tick), later(tick)]),
    'not_proven',
    ['ticket_before_entry'],
  ],
  [
    'a log without a tick of the settlement window',
    atSecond(dueAt - 1_000, () => []),
    'not_proven',
    ['settlement_price'],
  ],
  [
    'a log without that coin’s price in the window',
    atSecond(dueAt - 2_000, (tick) => [silent(tick)]),
    'not_proven',
    ['settlement_price'],
  ],
  [
    'a ticket that was logged a second late',
    onLog((entry) => {
      if (entry.at > second) return [entry]
      if (entry.kind === 'tickets') return [{ ...entry, at: second + 1_000 }]
      return entry.kind === 'tick' && entry.at === second ? [later(entry)] : []
    }),
    'not_proven',
    ['ticket_before_entry'],
  ],
  [
    'a window that stops with another entry of the due second',
    onLog((entry) => {
      if (entry.at < dueAt) return [entry]
      return entry.at === dueAt && entry.kind === 'tick' ? [{ ...DAY, at: dueAt }] : []
    }),
    'broken',
    ['settlement_price', 'outcome', 'sums'],
  ],
  [
    'results in the place of tickets',
    ({ entries: [run = [], ...others] }) => ({
      entries: [
        run.map((entry): LogEntry => (entry.kind === 'tickets' ? { ...entry, kind: 'receipts' } : entry)),
        ...others,
      ],
    }),
    'broken',
    ['ticket_logged', 'ticket_before_entry', 'entry_price', 'outcome', 'sums'],
  ],
]

/** The batch signed as another kind, or by another key. */
function sealed(proof: BatchProof, kind: Batch['kind'], key: 'log' | 'receipts'): BatchProof {
  const { batch, count, root } = proof
  return { ...proof, signature: hexOf(nodeCrypto.sign(key, batchText({ kind, batch, count, root }))) }
}

/** Signatures that stand in the wrong place of a receipt about `won`. */
export const RESEALED: [what: string, change: (honest: Receipt) => Receipt, steps: StepName[]][] = [
  [
    'a ticket as if it were a result',
    (honest) => ({ ...honest, ticketProof: sealed(honest.ticketProof, 'receipt-batch', 'receipts') }),
    ['ticket_signature'],
  ],
  [
    'a ticket with the log’s key',
    (honest) => ({ ...honest, ticketProof: sealed(honest.ticketProof, 'ticket-batch', 'log') }),
    ['ticket_signature'],
  ],
  [
    'a result as if it were a ticket',
    (honest) => ({ ...honest, settlementProof: sealed(honest.settlementProof, 'ticket-batch', 'receipts') }),
    ['receipt_signature'],
  ],
  [
    'a result in a batch of another order',
    (honest) => ({
      ...honest,
      settlementProof: find('won', (one) => one.ticket.order !== won.ticket.order).receipt.settlementProof,
    }),
    ['receipt_signature'],
  ],
  [
    'a ticket in another place of the entry',
    (honest) => ({ ...honest, ticketLog: { ...honest.ticketLog, index: 1 } }),
    ['ticket_logged', 'ticket_before_entry', 'entry_price', 'outcome', 'sums'],
  ],
]

/** A round price, of which every barrier is a whole number of units. */
const ROUND = 1_000_000_000n

/** The order with its entry at a round price and its end at the exact level, or a unit beside it. */
function atLevel(one: Played, beside: bigint): SignedLie {
  const { direction, barrierPpm, pid } = one.ticket
  const sign = direction === 'up' ? 1n : -1n
  const level = ROUND + sign * ((ROUND / 1_000_000n) * BigInt(barrierPpm) + beside)
  const priced = (entry: LogEntry): LogEntry[] => {
    if (entry.kind !== 'tick') return [entry]
    const isEntry = entry.at <= entryDueAtMs(one.ticket.acceptedAt)
    return [{ ...entry, prices: { ...entry.prices, [pid]: String(isEntry ? ROUND : level) } }]
  }
  const what = `${direction} ${barrierPpm} ppm, ended ${beside} beyond its level`
  return [what, one, onLogOf(one, one.ticket, priced), []]
}

/** The order accepted at another time, to the consent of that time, with its entry tick this much later. */
function acceptedAt(acceptedAtMs: number, tickLaterMs: number, steps: StepName[]): SignedLie {
  const ticket: Ticket = { ...won.ticket, acceptedAt: acceptedAtMs }
  const order = orderConsent(won.owner, ticket)
  const id = orderIdIn(order, nodeCrypto.sha256)
  const consent = bundleHash(order, nodeCrypto.sha256)
  const moved = onLogOf(won, ticket, (entry) => {
    return [entry.kind === 'tick' && entry.at === second ? { ...entry, at: entry.at + tickLaterMs } : entry]
  })
  const change = (honest: Lie): Partial<Lie> => {
    const { entries = [], settlement = honest.settlement } = moved(honest)
    return {
      entries,
      ticket: { ...ticket, order: id, consent },
      settlement: { ...settlement, order: id, ledger: settlementCause(id) },
      consents: { ...honest.consents, order },
    }
  }
  return [
    `accepted ${second - acceptedAtMs} ms before its second, entered ${tickLaterMs} ms after it`,
    won,
    change,
    steps,
  ]
}

const whole = (direction: string, isEven: boolean) => (one: Played) =>
  one.receipt.segments.length === 3 &&
  one.ticket.direction === direction &&
  (one.ticket.barrierPpm === 0) === isEven

const LATE: StepName[] = ['ticket_before_entry']

/** What a house may sign at the very edge of a rule, and beside it. */
export const EDGES: readonly SignedLie[] = [
  ...['up', 'down'].flatMap((direction) =>
    [true, false].flatMap((isEven) =>
      [-1n, 0n, 1n].map((beside) => atLevel(find('won', whole(direction, isEven)), beside)),
    ),
  ),
  acceptedAt(second - 500, 0, []),
  acceptedAt(second - 501, 0, []),
  acceptedAt(second - 1_499, 0, []),
  acceptedAt(second - 500, 3_000, LATE),
  acceptedAt(second - 501, 2_000, LATE),
  acceptedAt(second - 501, 3_000, ['entry_price']),
]
