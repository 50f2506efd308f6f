import { bundleHash } from '../consent/bundle.ts'
import { MODEL_LIFE_MS } from '../log/announced.ts'
import type { LogEntry } from '../log/log.ts'
import { entryDueAtMs } from '../market/fixing.ts'
import { settleClosed } from '../orders/orders.ts'
import type { Lie } from './lie.testing.ts'
import { find, nodeCrypto, type SignedLie } from './lyingHouse.testing.ts'
import type { StepName } from './receiptCheck.ts'
import { closeConsent } from './toyConsents.testing.ts'
import type { Played } from './toyExchange.testing.ts'

const late = find('closed')
/** An order with a tick between its ticket and its entry. */
const early = find('closed', (one) => runOf(one).filter(({ kind }) => kind === 'tick').length === 2)
const ENTRY_MS = entryDueAtMs(early.ticket.acceptedAt)

/** The entries from the ticket to the entry tick. */
function runOf({ receipt }: Played): LogEntry[] {
  const runs = receipt.segments.map(({ bodies }) => bodies.map((body) => JSON.parse(body) as LogEntry))
  return runs.find(([first]) => first?.kind === 'tickets') ?? []
}

/** Closed for a bid at some time, as its owner asked. */
function closing(
  { owner }: Played,
  honest: Lie,
  bid: bigint,
  settledAt: number,
): Pick<Lie, 'settlement' | 'consents'> {
  const { ticket, consents } = honest
  const close = closeConsent(owner, ticket.order, String(bid), settledAt)
  const sums = { stake: BigInt(ticket.stake), profit: BigInt(ticket.profit), fee: BigInt(ticket.fee) }
  const { net, toUser } = settleClosed(sums, bid)
  const words = { net: String(net), payout: String(toUser), bid: String(bid), settledAt }
  const settlement = { ...honest.settlement, ...words, consent: bundleHash(close, nodeCrypto.sha256) }
  return { settlement, consents: { ...consents, close } }
}

/** The tick of a second at a price that leaves the order no chance. */
function hopelessAt({ ticket }: Played, at: number) {
  const factor = ticket.direction === 'up' ? 1n : 4n
  return (entry: LogEntry): LogEntry => {
    if (entry.kind !== 'tick' || entry.at !== at) return entry
    const price = (BigInt(entry.prices[ticket.pid] ?? '0') * factor) / 2n
    return { ...entry, prices: { ...entry.prices, [ticket.pid]: String(price) } }
  }
}

/**
 * A close for a unit, by a tick so many ms before the due time and before the close itself, shown with all entries of the twelve
 * seconds before.
 */
function byTick(tickMs: number, ageMs: number, steps: StepName[]): SignedLie {
  const tickAt = late.ticket.dueAt - tickMs
  const change = (honest: Lie): Partial<Lie> => {
    const close = honest.entries.at(-1)?.at(-1)
    const before = late.log
      .map((body) => JSON.parse(body) as LogEntry)
      .filter(({ at, seq }) => {
        return at >= tickAt - 12_000 && seq < (close?.seq ?? 0)
      })
    const run = before.map(hopelessAt(late, tickAt))
    return {
      ...closing(late, honest, 1n, tickAt + ageMs),
      entries: [...honest.entries.slice(0, -1), close ? [...run, close] : run],
    }
  }
  return [`closed for nothing by a tick of ${ageMs} ms before`, late, change, steps]
}

/** A close right after the entry, with the entry tick and the one before as the only ticks. */
function afterEntry(
  what: string,
  bidOf: (honest: Lie) => bigint,
  steps: StepName[],
  { modelAt, hopeless }: { modelAt?: number; hopeless?: number } = {},
): SignedLie {
  const change = (honest: Lie): Partial<Lie> => {
    const [run = []] = honest.entries
    const close = honest.entries.at(-1)?.at(-1)
    const [tickets, last] = [run[0], run.at(-1)]
    if (close?.kind !== 'receipts' || tickets?.kind !== 'tickets' || !last)
      throw new Error('a close is logged')
    const shown = run.map(hopelessAt(early, hopeless ?? 0))
    const logged = { ...close, seq: last.seq + 1, at: last.at, model: tickets.model }
    const dated = honest.basis.map((one) =>
      one.kind === 'model' && modelAt !== undefined ? { ...one, at: modelAt } : one,
    )
    const basis = dated.map((one) =>
      one.kind === 'rules' && modelAt !== undefined ? { ...one, at: modelAt, from: modelAt } : one,
    )
    return { ...closing(early, honest, bidOf(honest), last.at + 100), basis, entries: [[...shown, logged]] }
  }
  return [what, early, change, steps]
}

const whole = ({ ticket }: Lie) => BigInt(ticket.stake) + BigInt(ticket.profit)
const nothing = () => 1n

/** Bids that follow from a tick at the edge of what may count, or beside it. */
export const CLOSE_LIES: readonly SignedLie[] = [
  byTick(7_000, -501, ['bid']),
  byTick(7_000, -500, []),
  byTick(7_000, 0, []),
  byTick(13_000, 7_999, []),
  byTick(13_000, 8_000, ['bid']),
  afterEntry('closed right after its entry for all there is', whole, []),
  afterEntry('closed right after its entry for nothing', nothing, ['bid']),
  afterEntry('closed for nothing by the tick before its entry', nothing, ['bid'], {
    hopeless: ENTRY_MS - 1_000,
  }),
  afterEntry('closed by a model a day and a minute old', whole, [], { modelAt: ENTRY_MS - MODEL_LIFE_MS }),
  afterEntry('closed by a model a millisecond older', whole, ['bid'], {
    modelAt: ENTRY_MS - MODEL_LIFE_MS - 1,
  }),
]
