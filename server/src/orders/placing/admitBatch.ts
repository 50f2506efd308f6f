import { assert } from '@tickmark/core/assert'
import { accept } from '@tickmark/core/decision'
import type { OwnLimitFacts } from '@tickmark/core/limits/ownLimits'
import { CURRENCIES, type Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import {
  type Admission,
  type AdmissionFacts,
  type AdmissionRequest,
  admit,
  demandsOf,
  type EarlierUses,
  mustSum,
} from '@tickmark/core/orders/admission'
import type { ExposureBounds } from '@tickmark/core/orders/exposure'
import { isDuplicate } from '../../db/failures.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import type { SignedBatch } from '../receipts/signedBatches.ts'
import { accountsIn, readAccounts, readEarlier, readOwnLimits, readProductStakes } from './admissionStore.ts'
import { type LeftOut, type QueuedOrder, writeOrders } from './placingStore.ts'

/** Limits in a currency's units. */
export interface PlaceLimits {
  /** Maximum stake of one user in a product. */
  userMost(currencyId: number): Amount
  /** What open orders may win. */
  exposure(currencyId: number, book: Book): ExposureBounds
}

/** Dependencies for deciding a batch. */
export interface AdmitDeps {
  database: Database
  limits: PlaceLimits
  /** One unit of a currency in USDT at the present index, null when unknown: users' own limits are in USDT. */
  usdtPrice(currencyId: number): Amount | null
}

const ADMITTED: Admission = accept({ growth: 0n, repeats: null })

/**
 * In nearly every batch all orders are new, their owners have no limits of their own, and the accounts hold more than the orders
 * demand: then one statement compares and writes. It leaves out the orders of all other users, and returns the facts that it read
 * about them. Core refuses these orders by those facts, or decides them in order of arrival, between a statement that reads and
 * one that writes. If the process dies in between, a retry finds the orders that the first statement wrote.
 */
export async function admitBatch(
  deps: AdmitDeps,
  batch: SignedBatch,
  orders: readonly QueuedOrder[],
): Promise<Admission[]> {
  const left = await writeSure(deps, batch, orders)
  const admissions = orders.map(() => ADMITTED)
  if (left.places.length === 0) return admissions
  const decided = refusedAll(orders, left) ?? (await decideInTurn(deps, batch, orders, left))
  for (const [i, place] of left.places.entries()) admissions[place] = decided[i] as Admission
  return admissions
}

/** The orders of a batch that are still to be decided. */
interface Left {
  /** Places of orders in the batch, counted from 0. */
  places: readonly number[]
  /** Whether the batch and its other orders are written. */
  isBatchStored: boolean
  /** False when a key, an id or a nonce of these was used before. */
  areNew: boolean
  /** The facts that the statement which left them out has read; null when it failed. */
  seen: LeftOut | null
  /** The limits that it compared with, by currency id. */
  limits: AdmissionFacts['limits']
}

/** Writes, in one statement, the orders that are admitted independently of the others. */
async function writeSure(
  { database, limits }: AdmitDeps,
  batch: SignedBatch,
  orders: readonly QueuedOrder[],
): Promise<Left> {
  const book = bookOf(orders)
  const all = orders.map((_, i) => i)
  const columns = {
    users: orders.map((one) => one.request.userId),
    currencies: orders.map((one) => one.request.currencyId),
    sums: orders.map((one) => one.sums),
  }
  const ofCurrencies = limitsFor(book, columns.currencies, limits)
  const demands = demandsOf({ limits: ofCurrencies }, columns)
  const asked = { book, orders, places: all, grown: null, counted: [], demands, isBatchStored: false }
  try {
    const seen = await writeOrders(database.batch, batch, asked)
    const places = seen?.places ?? []
    const isBatchStored = places.length < orders.length
    return { places, isBatchStored, areNew: true, seen, limits: ofCurrencies }
  } catch (thrown) {
    if (!isDuplicate(thrown)) throw thrown
    return { places: all, isBatchStored: false, areNew: false, seen: null, limits: ofCurrencies }
  }
}

/**
 * The refusals of the remaining orders, if the facts of the first statement refuse all of them: then no other statement is
 * needed. Null when an order may be admitted, or when its refusal needs more facts.
 */
function refusedAll(orders: readonly QueuedOrder[], { places, seen, limits }: Left): Admission[] | null {
  if (!seen || seen.areLimited || seen.areKnown) return null
  const book = bookOf(orders)
  const requests = places.map((place) => requestOf(orders[place] as QueuedOrder))
  const held = accountsIn(seen.accounts, book, requests)
  if (mustSum({ ...held, limits }, requests).size > 0) return null
  const admissions = admit({ book, ...held, limits, ...NOTHING_ELSE }, requests)
  return admissions.some((one) => one.ok) ? null : admissions
}

/** Reads what these orders depend on, lets core decide them in order of arrival, and writes those admitted, in one transaction. */
async function decideInTurn(
  deps: AdmitDeps,
  batch: SignedBatch,
  orders: readonly QueuedOrder[],
  left: Left,
): Promise<Admission[]> {
  const own = left.places.map((place) => orders[place] as QueuedOrder)
  const requests = own.map(requestOf)
  const decide = (areNew: boolean) =>
    transact(deps.database.batch, async (tx) => {
      const facts = await factsOf(tx, deps, bookOf(own), requests)
      const admissions = await admitKnowing(tx, facts, requests, areNew)
      await writeAdmitted(tx, batch, own, { facts, admissions, left })
      return admissions
    })
  if (!left.areNew) return decide(false)
  try {
    return await decide(true)
  } catch (thrown) {
    // A key, an id or a nonce was used before. Callers have looked that up, so it is rare: the next attempt reads it for all.
    if (!isDuplicate(thrown)) throw thrown
    return decide(false)
  }
}

/** Earlier uses are read only for orders that are refused anyway: a unique constraint refuses the others. */
async function admitKnowing(
  tx: Tx,
  facts: AdmissionFacts,
  requests: readonly AdmissionRequest[],
  areNew: boolean,
): Promise<Admission[]> {
  const first = areNew ? admit(facts, requests) : null
  const unsure = requests.filter((_, i) => !first?.[i]?.ok)
  if (first && unsure.length === 0) return first
  return admit({ ...facts, earlier: await readEarlier(tx, facts.book, unsure) }, requests)
}

async function writeAdmitted(
  tx: Tx,
  batch: SignedBatch,
  orders: readonly QueuedOrder[],
  { facts, admissions, left }: { facts: AdmissionFacts; admissions: readonly Admission[]; left: Left },
): Promise<void> {
  const chosen = admissions.flatMap((one, i) => (one.ok && one.value.repeats === null ? [i] : []))
  if (chosen.length === 0) return
  const admitted = chosen.map((i) => orders[i] as QueuedOrder)
  const isCounted = ({ request }: QueuedOrder) => facts.book === 'real' && facts.own.has(request.userId)
  await writeOrders(tx, batch, {
    book: facts.book,
    orders: admitted,
    places: chosen.map((i) => left.places[i] as number),
    grown: growthOf(admissions, orders),
    counted: admitted.flatMap((one, i) => (isCounted(one) ? [i + 1] : [])),
    demands: null,
    isBatchStored: left.isBatchStored,
  })
}

function bookOf(orders: readonly QueuedOrder[]): Book {
  const book = orders[0]?.request.book
  assert(book, 'a batch has an order')
  return book
}

const NOTHING_EARLIER: EarlierUses = { orders: new Map(), names: new Set() }
/** Facts of new orders whose owners have no limits of their own, and are not near the limit of a product. */
const NOTHING_ELSE = {
  productStakes: new Map<number, Map<number, Amount>>(),
  earlier: NOTHING_EARLIER,
  own: new Map<number, OwnLimitFacts>(),
  usdtPrice: () => null,
}

/** Reads the facts that decide these orders as if they were new, and locks their book until the end of the transaction. */
async function factsOf(
  tx: Tx,
  { limits, usdtPrice }: AdmitDeps,
  book: Book,
  requests: readonly AdmissionRequest[],
): Promise<AdmissionFacts> {
  const { purses, house, limited } = await readAccounts(tx, book, requests)
  const prices = new Map(CURRENCIES.map(({ id }) => [id, usdtPrice(id)]))
  const currencies = requests.map((one) => one.currencyId)
  const ofCurrencies = limitsFor(book, currencies, limits)
  const summed = mustSum({ purses, limits: ofCurrencies }, requests)
  return {
    book,
    purses,
    house,
    productStakes: await readProductStakes(tx, book, requests, summed),
    earlier: NOTHING_EARLIER,
    own: await readOwnLimits(tx, limited, requests),
    limits: ofCurrencies,
    usdtPrice: (currencyId) => prices.get(currencyId) ?? null,
  }
}

function limitsFor(book: Book, currencies: readonly number[], limits: PlaceLimits): AdmissionFacts['limits'] {
  return new Map(
    [...new Set(currencies)].map((id) => [
      id,
      { userMost: limits.userMost(id), exposure: limits.exposure(id, book) },
    ]),
  )
}

function requestOf({ request, id, sums, acceptedAtMs }: QueuedOrder): AdmissionRequest {
  const { userId, key, fingerprint, currencyId, terms, consent } = request
  const nonce = consent && `${consent.session} ${consent.nonce}`
  return { userId, key, fingerprint, id, currencyId, pid: terms.pid, sums, acceptedAtMs, nonce }
}

const MOST_CURRENCY = Math.max(...CURRENCIES.map((one) => one.id))

/** Growth of the bankrolls, by currency id from 1 on; null for none. */
function growthOf(admissions: readonly Admission[], orders: readonly QueuedOrder[]): Amount[] | null {
  const grown = Array.from({ length: MOST_CURRENCY }, () => 0n)
  for (const [i, { request }] of orders.entries()) {
    const { currencyId } = request
    const admission = admissions[i]
    if (admission?.ok) grown[currencyId - 1] = (grown[currencyId - 1] ?? 0n) + admission.value.growth
  }
  return grown.some((one) => one > 0n) ? grown : null
}
