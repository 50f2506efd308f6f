import { HOUR_MS } from '@tickmark/core/days'
import { LIMIT_KINDS } from '@tickmark/core/limits/limitKinds'
import type { Limit } from '@tickmark/core/limits/limits'
import type { OwnLimitFacts } from '@tickmark/core/limits/ownLimits'
import { WEEK_HOURS } from '@tickmark/core/limits/use'
import { accountId, HOUSE } from '@tickmark/core/ledger/accounts'
import { type Book, codeOfBook } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import {
  type AdmissionRequest,
  type EarlierUses,
  type HousePurse,
  keyName,
  type Purse,
  purseName,
} from '@tickmark/core/orders/admission'
import { CompiledQuery, sql } from 'kysely'
import { int8s, uuids } from '../../db/arrays.ts'
import type { Tx } from '../../db/pool.ts'

/** The funds in the accounts of a batch; see `AdmissionFacts`. */
export interface BatchAccounts {
  purses: Map<number, Purse>
  house: Map<number, HousePurse>
}

/** Accounts as columns; an account that does not exist is absent. */
export interface AccountLists {
  ids: bigint[] | null
  balances: bigint[] | null
  stakes: bigint[] | null
  wins: bigint[] | null
}

/** Locks the book until the end of the transaction, and reads the accounts that its orders would change. */
export async function readAccounts(
  tx: Tx,
  book: Book,
  requests: readonly AdmissionRequest[],
): Promise<BatchAccounts & { limited: number[] }> {
  const users = new Set(requests.map((one) => one.userId))
  const { names, house } = accountsOf(book, requests)
  const asked = [...names.keys(), ...[...house.values()].flat()]
  const query = CompiledQuery.raw(ADMISSION_FACTS, [codeOfBook(book), int8s(asked), int8s([...users])])
  const { rows } = await tx.executeQuery<AccountLists & { limited: bigint[] | null }>(query)
  const [row] = rows
  return {
    ...accountsIn(row ?? NO_ACCOUNTS, book, requests),
    /** Users of the batch with limits of their own. */
    limited: (row?.limited ?? []).map(Number),
  }
}

/** Built once, because the text is the same for every batch. */
const ADMISSION_FACTS = 'select * from admission_facts($1::smallint, $2::bigint[], $3::bigint[])'

const NO_ACCOUNTS: AccountLists = { ids: null, balances: null, stakes: null, wins: null }

/** What these lists say about the accounts that the requests would change. */
export function accountsIn(
  { ids, balances, stakes, wins }: AccountLists,
  book: Book,
  requests: readonly AdmissionRequest[],
): BatchAccounts {
  const { names, house } = accountsOf(book, requests)
  const purses = new Map<number, Purse>()
  const held = new Map<bigint, Purse>()
  for (const [i, id] of (ids ?? []).entries()) {
    const purse = { available: at(balances, i), atStake: at(stakes, i), mayWin: at(wins, i) }
    const name = names.get(id)
    if (name === undefined) held.set(id, purse)
    else purses.set(name, purse)
  }
  const ours = [...house].map(([currency, [escrow, bankroll]]): [number, HousePurse] => [
    currency,
    { bankroll: held.get(bankroll)?.available ?? 0n, mayWin: held.get(escrow)?.mayWin ?? 0n },
  ])
  return { purses, house: new Map(ours) }
}

/** The users' accounts with the names of their purses, and the house's escrow and bankroll by currency. */
function accountsOf(
  book: Book,
  requests: readonly AdmissionRequest[],
): { names: Map<bigint, number>; house: Map<number, readonly [bigint, bigint]> } {
  const names = new Map<bigint, number>()
  const house = new Map<number, readonly [bigint, bigint]>()
  for (const { userId, currencyId: currency } of requests) {
    names.set(accountId({ owner: userId, book, currency, kind: 'available' }), purseName(userId, currency))
    if (house.has(currency)) continue
    const ofHouse = (kind: 'escrow' | 'bankroll') => accountId({ owner: HOUSE, book, currency, kind })
    house.set(currency, [ofHouse('escrow'), ofHouse('bankroll')])
  }
  return { names, house }
}

function at<T>(list: readonly T[] | null, i: number): T {
  return (list as readonly T[])[i] as T
}

/** Stakes in the open orders of the owners of these purses, by purse and product. */
export async function readProductStakes(
  tx: Tx,
  book: Book,
  requests: readonly AdmissionRequest[],
  summed: ReadonlySet<number>,
): Promise<Map<number, Map<number, Amount>>> {
  const stakes = new Map([...summed].map((name) => [name, new Map<number, Amount>()]))
  if (summed.size === 0) return stakes
  const users = requests.filter((one) => summed.has(purseName(one.userId, one.currencyId)))
  const { rows } = await sql<{ user_id: bigint; currency: number; pid: number; stake: bigint }>`
    select user_id, currency, pid, sum(stake)::bigint as stake
    from open_orders_of(${int8s([...new Set(users.map((one) => one.userId))])}::bigint[]) where book = ${codeOfBook(book)}::smallint
    group by user_id, currency, pid`.execute(tx)
  for (const { user_id, currency, pid, stake } of rows)
    stakes.get(purseName(Number(user_id), currency))?.set(pid, stake)
  return stakes
}

/** Earlier orders and refusals under the keys, ids and nonces of these requests. */
export async function readEarlier(
  tx: Tx,
  book: Book,
  requests: readonly AdmissionRequest[],
): Promise<EarlierUses> {
  const signed = requests.map(({ nonce }) => nonce?.split(' ') ?? [null, null])
  const { rows } = await sql<{
    place: bigint
    order_id: string | null
    fingerprint: string | null
    is_named: boolean
    is_spent: boolean
  }>`
    select item.place, o.id as order_id, o.fingerprint,
      exists (select from placed_order named where named.id = item.id)
        or exists (select from order_consent c where c.order_id = item.id and c.asked = item.id) as is_named,
      exists (select from order_consent c where c.session = decode(item.session, 'hex') and c.nonce = item.nonce
        and c.book = ${codeOfBook(book)}::smallint and not c.closes and not c.hosts and not c.refused) as is_spent
    from unnest(${int8s(requests.map((one) => one.userId))}::bigint[], ${uuids(requests.map((one) => one.key))}::uuid[],
      ${uuids(requests.map((one) => one.id))}::uuid[], ${signed.map(([session]) => session ?? null)}::text[],
      ${int8s(signed.map(([, nonce]) => (nonce ? Number(nonce) : null)))}::bigint[])
      with ordinality as item (user_id, key, id, session, nonce, place)
    left join placed_order o on o.user_id = item.user_id and o.key = item.key`.execute(tx)
  const orders = new Map<string, { id: string; fingerprint: string }>()
  const names = new Set<string>()
  for (const { place, order_id: id, fingerprint, is_named, is_spent } of rows) {
    const request = at(requests, Number(place) - 1)
    if (id !== null && fingerprint !== null) orders.set(keyName(request), { id, fingerprint })
    if (is_named) names.add(request.id)
    if (is_spent && request.nonce !== null) names.add(request.nonce)
  }
  return { orders, names }
}

/** The facts that decide these users' own limits. */
export async function readOwnLimits(
  tx: Tx,
  users: readonly number[],
  requests: readonly AdmissionRequest[],
): Promise<Map<number, OwnLimitFacts>> {
  if (users.length === 0) return new Map()
  const firstMs = Math.min(...requests.map((one) => one.acceptedAtMs))
  const fromHour = Math.floor(firstMs / HOUR_MS) - WEEK_HOURS
  const { rows } = await sql<OwnRow>`
    select * from own_limit_facts(${int8s(users)}::bigint[], ${fromHour})`.execute(tx)
  return new Map(rows.map((row) => [Number(row.user_id), ownFacts(row)]))
}

interface OwnRow {
  user_id: bigint
  break_until_ms: bigint | null
  excluded_until_ms: bigint | null
  kinds: string[] | null
  values: (bigint | null)[] | null
  pending_values: (bigint | null)[] | null
  pending_from_ms: (bigint | null)[] | null
  used_hours: number[] | null
  used_minutes: bigint[] | null
  hours: number[] | null
  hour_currencies: number[] | null
  won: bigint[] | null
  lost: bigint[] | null
  staked: bigint[] | null
  stake_currencies: number[] | null
  stakes: bigint[] | null
}

function ownFacts(row: OwnRow): OwnLimitFacts {
  const { kinds, values, pending_values, pending_from_ms } = row
  const limitAt = (i: number): Limit => {
    const fromMs = at(pending_from_ms, i)
    const pending = fromMs === null ? null : { value: whole(at(pending_values, i)), fromMs: Number(fromMs) }
    return { value: whole(at(values, i)), pending }
  }
  const limits = LIMIT_KINDS.flatMap((kind) => {
    const i = kinds?.indexOf(kind) ?? -1
    return i < 0 ? [] : [[kind, limitAt(i)] as const]
  })
  return {
    breakUntilMs: Number(row.break_until_ms ?? 0n),
    excludedUntilMs: Number(row.excluded_until_ms ?? 0n),
    limits: new Map(limits),
    minutes: (row.used_hours ?? []).map((hour, i) => ({ hour, minutes: at(row.used_minutes, i) })),
    hours: (row.hours ?? []).map((hour, i) => ({
      hour,
      currencyId: at(row.hour_currencies, i),
      won: at(row.won, i),
      lost: at(row.lost, i),
      stake: at(row.staked, i),
    })),
    atStake: new Map((row.stake_currencies ?? []).map((id, i) => [id, at(row.stakes, i)])),
  }
}

function whole(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}
