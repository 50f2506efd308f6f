import { HOUR_MS } from '../days.ts'
import { assert } from '../assert.ts'
import { accept, refuse, type Decision } from '../decision.ts'
import {
  ownLimitAgainst,
  type OwnLimitFacts,
  type OwnLimitRefusal,
  type UsdtPrice,
} from '../limits/ownLimits.ts'
import type { Book } from '../money/currencies.ts'
import type { Amount } from '../money/money.ts'
import { admitExposure, type ExposureBounds, type ExposureRefusal } from './exposure.ts'
import type { Sums } from './terms.ts'

/** A request to place an order. */
export interface AdmissionRequest {
  userId: number
  /** Idempotency key, and the fingerprint of the request. */
  key: string
  fingerprint: string
  /** The id that the order will have. */
  id: string
  currencyId: number
  pid: number
  sums: Sums
  acceptedAtMs: number
  /** Session and nonce of the owner's signed text; null when he signed nothing. */
  nonce: string | null
}

/** A user's funds in a currency. */
export interface Purse {
  available: Amount
  /** Stakes and fees of his open orders. */
  atStake: Amount
  /** The most his open orders may win. */
  mayWin: Amount
}

/** The house's funds in a currency. */
export interface HousePurse {
  bankroll: Amount
  /** The most all open orders may win. */
  mayWin: Amount
}

/** Earlier orders and refusals under a key, id or nonce of these requests. */
export interface EarlierUses {
  /** By `keyName`. */
  orders: ReadonlyMap<string, { id: string; fingerprint: string }>
  /** Ids of orders, and of signed texts that were refused, and nonces of orders. */
  names: ReadonlySet<string>
}

/** All facts that decide which orders of one book are admitted, as of before the first of them. */
export interface AdmissionFacts {
  book: Book
  /** By `purseName`; a user without one has nothing. */
  purses: ReadonlyMap<number, Purse>
  /** By currency id. */
  house: ReadonlyMap<number, HousePurse>
  /** Stakes in open orders by product, for the purses in `mustSum`. */
  productStakes: ReadonlyMap<number, ReadonlyMap<number, Amount>>
  earlier: EarlierUses
  /** Users with limits of their own, by user id. */
  own: ReadonlyMap<number, OwnLimitFacts>
  /** The limits in each currency of these requests, by its id. */
  limits: ReadonlyMap<number, AdmissionLimits>
  usdtPrice: UsdtPrice
}

/** Limits in a currency. */
export interface AdmissionLimits {
  /** Maximum stake of one user in a product. */
  userMost: Amount
  exposure: ExposureBounds
}

/** An admitted order and the growth of the house's bankroll for it; or, on a retry, the order that its key placed before. */
export type Admitted = { growth: Amount; repeats: null } | { growth: 0n; repeats: string }

export type AdmissionRefusal =
  | { code: 'insufficient_funds'; available: Amount }
  | { code: 'user_limit' | 'key_reused' }
  | { code: Exclude<ExposureRefusal['code'], 'profit_limit'> }
  /** `most` limits the total that one user's open orders may win. */
  | { code: 'profit_limit'; most: Amount }
  /** The owner's nonce or signed text was used before, by an order that was placed or refused. */
  | { code: 'consent_used' }
  | OwnLimitRefusal

export type Admission = Decision<Admitted, AdmissionRefusal>

/** Map key of a user's purse, unique for each user and currency. */
export function purseName(userId: number, currencyId: number): number {
  return userId * 32 + currencyId
}

export function keyName({ userId, key }: Pick<AdmissionRequest, 'userId' | 'key'>): string {
  return `${userId} ${key}`
}

/**
 * Decides sequentially which orders are placed. Precedence of the reasons against an order: its key, its owner's own limits (a
 * deposit must not look like the remedy for a limit), his funds, his limit in the product, the house's limits, and last his
 * signature.
 */
export function admit(facts: AdmissionFacts, requests: readonly AdmissionRequest[]): Admission[] {
  const state = stateOf(facts, requests)
  return requests.map((request) => {
    const admission = judge(request, state)
    if (admission.ok && admission.value.repeats === null) take(request, admission.value.growth, state)
    return admission
  })
}

/** Orders as columns: elements with the same index belong to one order. */
export interface OrderColumns {
  users: readonly number[]
  currencies: readonly number[]
  sums: readonly Sums[]
}

/** Account balances that admit all of these orders; see `demandsOf`. */
export interface Demands {
  purses: PurseDemands
  /** By currency id: the least bankroll, and the most that all open orders may win. */
  house: ReadonlyMap<number, HousePurse>
}

/** Columns with an element for each user and currency: the least available, the most at stake, and the most that may be won. */
export interface PurseDemands {
  owners: number[]
  currencies: number[]
  available: Amount[]
  atStake: Amount[]
  mayWin: Amount[]
}

/**
 * Sufficient balances for all of these orders: with them each is admitted, in any order of arrival, if it is new and its owner
 * has no limits of his own. If the house meets its part, users are independent: a user whose purses meet their part gets all his
 * orders, whatever happens to the others. Nearly every batch is met, so its writer only compares and needs no read and decision
 * in between. Less may suffice.
 */
export function demandsOf(
  facts: Pick<AdmissionFacts, 'limits'>,
  { users, currencies, sums }: OrderColumns,
): Demands {
  const purses: PurseDemands = { owners: [], currencies: [], available: [], atStake: [], mayWin: [] }
  const profits = new Map<number, Amount>()
  const places = new Map<number, number>()
  users.forEach((userId, i) => {
    const currencyId = currencies[i] as number
    const { stake, profit, fee } = sums[i] as Sums
    profits.set(currencyId, (profits.get(currencyId) ?? 0n) + profit)
    const name = purseName(userId, currencyId)
    let place = places.get(name)
    if (place === undefined) {
      place = places.size
      places.set(name, place)
      const { userMost, exposure } = limitsOf(facts, currencyId)
      purses.owners.push(userId)
      purses.currencies.push(currencyId)
      purses.available.push(0n)
      purses.atStake.push(userMost)
      purses.mayWin.push(exposure.user)
    }
    add(purses.available, place, stake + fee)
    add(purses.atStake, place, -stake - fee)
    add(purses.mayWin, place, -profit)
  })
  const ours = [...profits].map(([id, profit]): [number, HousePurse] => {
    const most = limitsOf(facts, id).exposure.house
    return [id, { bankroll: profit, mayWin: most - profit }]
  })
  return { purses, house: new Map(ours) }
}

function add(amounts: Amount[], place: number, amount: Amount): void {
  amounts[place] = (amounts[place] as Amount) + amount
}

/**
 * The purses whose stakes must be summed by product: those that would pass a product's limit if all their stakes were in it. The
 * others need no sum over open orders.
 */
export function mustSum(
  facts: Pick<AdmissionFacts, 'purses' | 'limits'>,
  requests: readonly Pick<AdmissionRequest, 'userId' | 'currencyId' | 'sums'>[],
): ReadonlySet<number> {
  const asked = new Map<number, Amount>()
  const near = new Set<number>()
  for (const { userId, currencyId, sums } of requests) {
    const name = purseName(userId, currencyId)
    const held = asked.get(name) ?? facts.purses.get(name)?.atStake ?? 0n
    if (held + sums.stake > limitsOf(facts, currencyId).userMost) near.add(name)
    asked.set(name, held + sums.stake + sums.fee)
  }
  return near
}

function limitsOf({ limits }: Pick<AdmissionFacts, 'limits'>, currencyId: number): AdmissionLimits {
  const found = limits.get(currencyId)
  assert(found, 'the limits of a requested currency are known')
  return found
}

/** Changes to the facts by the orders admitted so far: a key absent from a map here is unchanged. */
interface State {
  facts: AdmissionFacts
  purses: Map<number, Purse>
  house: Map<number, HousePurse>
  productStakes: Map<number, Map<number, Amount>>
  /** By `keyName`; null when no two requests have the same key, as in nearly every batch. */
  orders: Map<string, EarlierOrder> | null
  names: Set<string>
  own: Map<number, OwnLimitFacts>
}

function stateOf(facts: AdmissionFacts, requests: readonly AdmissionRequest[]): State {
  const keys = new Set(requests.map((one) => one.key))
  const stakes = [...facts.productStakes].map(([purse, by]) => [purse, new Map(by)] as const)
  return {
    facts,
    purses: new Map(),
    house: new Map(),
    productStakes: new Map(stakes),
    orders: keys.size < requests.length ? new Map() : null,
    names: new Set(),
    own: new Map(),
  }
}

/** The user's purse in an order's currency. Changing it changes only the state, not the facts. */
function purseOf({ facts, purses }: State, name: number): Purse {
  const changed = purses.get(name)
  if (changed) return changed
  const { available, atStake, mayWin } = facts.purses.get(name) ?? { available: 0n, atStake: 0n, mayWin: 0n }
  const mine = { available, atStake, mayWin }
  purses.set(name, mine)
  return mine
}

function houseOf({ facts, house }: State, currencyId: number): HousePurse {
  const changed = house.get(currencyId)
  if (changed) return changed
  const ours = { bankroll: 0n, mayWin: 0n, ...facts.house.get(currencyId) }
  house.set(currencyId, ours)
  return ours
}

function judge(request: AdmissionRequest, state: State): Admission {
  const { userId, currencyId, sums } = request
  const { facts } = state
  const earlier = earlierOf(request, state)
  if (earlier) return repeated(request, earlier)
  const own = state.own.get(userId) ?? facts.own.get(userId)
  const limited = own && ownLimitAgainst({ ...request, book: facts.book }, own, facts.usdtPrice)
  if (limited) return refuse(limited)
  const name = purseName(userId, currencyId)
  const purse = purseOf(state, name)
  const { available } = purse
  if (available < sums.stake + sums.fee) return refuse({ code: 'insufficient_funds', available })
  const { userMost, exposure } = limitsOf(facts, currencyId)
  if (sums.stake + purse.atStake > userMost && passesProductLimit(request, userMost, state))
    return refuse({ code: 'user_limit' })
  const { mayWin, bankroll } = houseOf(state, currencyId)
  const growth = admitExposure(sums.profit, { user: purse.mayWin, house: mayWin, bankroll }, exposure)
  if (!growth.ok) {
    const { code } = growth.refusal
    return refuse(code === 'profit_limit' ? { code, most: exposure.user } : { code })
  }
  if (isUsed(request, state)) return refuse({ code: 'consent_used' })
  return accept({ growth: growth.value, repeats: null })
}

type EarlierOrder = { id: string; fingerprint: string }

function earlierOf(request: AdmissionRequest, { facts, orders }: State): EarlierOrder | undefined {
  if (orders === null && facts.earlier.orders.size === 0) return undefined
  const name = keyName(request)
  return orders?.get(name) ?? facts.earlier.orders.get(name)
}

function repeated({ fingerprint }: AdmissionRequest, earlier: EarlierOrder): Admission {
  if (earlier.fingerprint !== fingerprint) return refuse({ code: 'key_reused' })
  return accept({ growth: 0n, repeats: earlier.id })
}

function passesProductLimit(
  { userId, currencyId, pid, sums }: AdmissionRequest,
  most: Amount,
  { productStakes }: State,
): boolean {
  const stakes = productStakes.get(purseName(userId, currencyId))
  assert(stakes, 'the stakes of whom a limit may refuse are known by product')
  return sums.stake + (stakes.get(pid) ?? 0n) > most
}

/** Whether the id or the nonce of a signed order was used before. */
function isUsed({ id, nonce }: AdmissionRequest, { facts: { earlier }, names }: State): boolean {
  if (nonce === null) return false
  return names.has(id) || names.has(nonce) || earlier.names.has(id) || earlier.names.has(nonce)
}

/** Counts an admitted order for later ones. */
function take(request: AdmissionRequest, growth: Amount, state: State): void {
  const { userId, currencyId, pid, id, nonce, fingerprint } = request
  const { stake, profit, fee } = request.sums
  const name = purseName(userId, currencyId)
  const purse = purseOf(state, name)
  purse.available -= stake + fee
  purse.atStake += stake + fee
  purse.mayWin += profit
  const house = houseOf(state, currencyId)
  house.bankroll += growth - profit
  house.mayWin += profit
  const stakes = state.productStakes.get(name)
  stakes?.set(pid, (stakes.get(pid) ?? 0n) + stake)
  state.orders?.set(keyName(request), { id, fingerprint })
  if (nonce !== null) state.names.add(id).add(nonce)
  const own = state.own.get(userId) ?? state.facts.own.get(userId)
  if (own && state.facts.book === 'real') state.own.set(userId, withOrder(own, request))
}

/** The facts of the owner's limits once the order is open. */
function withOrder(
  own: OwnLimitFacts,
  { currencyId, acceptedAtMs, sums: { stake, fee } }: AdmissionRequest,
): OwnLimitFacts {
  const hour = Math.floor(acceptedAtMs / HOUR_MS)
  const atStake = new Map(own.atStake)
  atStake.set(currencyId, (atStake.get(currencyId) ?? 0n) + stake + fee)
  return { ...own, hours: [...own.hours, { hour, currencyId, won: 0n, lost: 0n, stake }], atStake }
}
