import { accountNumber, HOUSE } from '@tickmark/core/ledger/accounts'
import { codeOfBook, type Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import type { Demands } from '@tickmark/core/orders/admission'
import type { PriceBasis, Sums, Terms } from '@tickmark/core/orders/terms'
import type { Ticket } from '@tickmark/core/receipts/receipts'
import { CompiledQuery } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'
import { int2s, int4s, int8s, uuids } from '../../db/arrays.ts'
import type { SignedBatch } from '../receipts/signedBatches.ts'
import type { AccountLists } from './admissionStore.ts'
import type { GivenConsent } from '../consent/checkConsent.ts'
import { codeOfDirection } from '../order/order.ts'

/** A requested order on quoted terms; the caller has checked quote, market and stake. */
export interface PlaceRequest {
  userId: number
  /** Idempotency key, a UUID. */
  key: string
  /** `requestHash` (ledger/post.ts) of the whole request. */
  fingerprint: string
  book: Book
  currencyId: number
  terms: Terms
  basis: PriceBasis
  /** Until when the quoted terms stand, ms since 1970: an order that waits longer is not placed on them. */
  quoteEndsMs: number
  stake: Amount
  /** What the owner signed; null from a session without a key. */
  consent: GivenConsent | null
}

/** A request with its ticket. */
export interface QueuedOrder {
  request: PlaceRequest
  id: string
  sums: Sums
  acceptedAtMs: number
  dueAtMs: number
  ticket: Ticket
  /** `ticketHash`, hex. */
  ticketHash: string
  leaf: Uint8Array
}

/** Orders of one book that core has admitted, or admits if the accounts hold what they demand. */
export interface AdmittedOrders {
  book: Book
  orders: readonly QueuedOrder[]
  /** Their places in the batch, counted from 0. */
  places: readonly number[]
  /** By how much the house's bankrolls grow first, by currency id from 1 on; null when none does. */
  grown: readonly Amount[] | null
  /** Orders whose stakes count toward their owners' own limits, by place in `orders` from 1 on. */
  counted: readonly number[]
  /** Null when core has decided in this transaction, under the book's lock. */
  demands: Demands | null
  /** Whether the batch and its other orders are already written. */
  isBatchStored: boolean
}

/** Orders that were left out, and the facts that decide them. */
export interface LeftOut {
  /** Their places in the list, counted from 0. */
  places: number[]
  /** Whether an owner of them has limits of his own. */
  areLimited: boolean
  /** Whether a key of theirs was used before. */
  areKnown: boolean
  /** Funds in the accounts of the house and of their owners. */
  accounts: AccountLists
}

/**
 * Writes orders, their movements, their owners' signed texts and their batch. With demands, it leaves out all orders of a user
 * who has limits of his own or whose accounts hold less than demanded, and every order when the house's accounts hold less. Null
 * when it left none out.
 */
export async function writeOrders(
  to: Db | Tx,
  batch: SignedBatch,
  { book, orders, places, grown, counted, demands, isBatchStored }: AdmittedOrders,
): Promise<LeftOut | null> {
  const list = <T>(pick: (row: QueuedOrder) => T) => orders.map(pick)
  const values = [
    codeOfBook(book),
    batch.id,
    ...(isBatchStored ? [null, null, null] : [batch.root, batch.signature, batch.leaves]),
    Buffer.from(orders.map((one) => one.ticketHash).join(''), 'hex'),
    int4s(places),
    int8s(list((one) => one.request.userId)),
    uuids(list((one) => one.id)),
    uuids(list((one) => one.request.key)),
    uuids(list((one) => one.request.fingerprint)),
    int2s(list((one) => one.request.currencyId)),
    int2s(list((one) => one.request.terms.pid)),
    int2s(list((one) => one.request.terms.durationId)),
    int2s(list((one) => codeOfDirection(one.request.terms.direction))),
    int4s(list((one) => one.request.terms.barrierPpm)),
    int4s(list((one) => one.request.terms.ratePct)),
    int4s(list((one) => one.request.terms.chancePpm)),
    int4s(list((one) => one.request.terms.marginPpm)),
    int8s(list((one) => one.request.basis.model)),
    int8s(list((one) => one.request.basis.rules)),
    int8s(list((one) => one.sums.stake)),
    int8s(list((one) => one.sums.profit)),
    int8s(list((one) => one.sums.fee)),
    int8s(list((one) => one.acceptedAtMs)),
    int8s(list((one) => one.dueAtMs)),
    consentList(orders),
    grown && int8s(grown),
    counted.length > 0 ? int4s(counted) : null,
    ...(demands ? demandLists(demands, book) : [null, null, null, null]),
  ]
  const { rows } = await to.executeQuery<Written>(CompiledQuery.raw(WRITE_ORDERS, values))
  const [written] = rows
  if (!written?.seen) return null
  const { places: left, areLimited, areKnown, accounts } = JSON.parse(written.seen) as Seen
  const column = (at: number) => accounts?.map((one) => BigInt(one[at] ?? '')) ?? null
  return {
    places: left.map((place) => place - 1),
    areLimited,
    areKnown,
    accounts: { ids: column(0), balances: column(1), stakes: column(2), wins: column(3) },
  }
}

/** `seen` is JSON, so that what nearly every batch gives, null, is one value and not a row of them. */
interface Written {
  seen: string | null
}

interface Seen {
  /** Counted from 1. */
  places: number[]
  areLimited: boolean
  areKnown: boolean
  /** Id, balance, at stake, and what may be won, in digits. */
  accounts: string[][] | null
}

/** Built once, because the text is the same for every batch. */
const WRITE_ORDERS = callOf(
  'write_orders',
  `smallint bigint bytea bytea bytea bytea int[] bigint[] uuid[] uuid[] uuid[] smallint[] smallint[] smallint[] smallint[]
  int[] int[] int[] int[] bigint[] bigint[] bigint[] bigint[] bigint[] bigint[] bigint[] json bigint[] int[]
  bigint[] bigint[] bigint[] bigint[]`,
)

function callOf(name: string, types: string): string {
  const parameters = types.split(/\s+/).map((type, i) => `$${i + 1}::${type}`)
  return `select ${name}(${parameters.join(', ')}) as seen`
}

/** More than any account has at stake. */
const UNBOUNDED = 2n ** 62n

/** Accounts, the least that they hold, and the most that they have at stake and may win. */
function demandLists({ purses, house }: Demands, book: Book): Buffer[] {
  const ids = purses.owners.map((owner, i) =>
    accountNumber(owner, book, purses.currencies[i] as number, 'available'),
  )
  const [held, staked, won] = [[...purses.available], [...purses.atStake], [...purses.mayWin]]
  for (const [currency, { bankroll, mayWin }] of house) {
    ids.push(accountNumber(HOUSE, book, currency, 'bankroll'), accountNumber(HOUSE, book, currency, 'escrow'))
    held.push(bankroll, 0n)
    staked.push(0n, UNBOUNDED)
    won.push(0n, mayWin)
  }
  return [int8s(ids), int8s(held), int8s(staked), int8s(won)]
}

/** What the owners signed, by place from 1; null when nobody did. */
function consentList(rows: readonly QueuedOrder[]): string | null {
  const list = rows.flatMap(({ request: { consent } }, i) => {
    if (!consent) return []
    const { session, nonce, text, signature, hash } = consent
    return [{ place: i + 1, session, nonce, text, signature, hash }]
  })
  return list.length === 0 ? null : JSON.stringify(list)
}
