import { CURRENCIES, priceOf, type Book, type Currency } from '@tickmark/core/money/currencies'
import { accountId } from '@tickmark/core/ledger/accounts'
import { formatAmount, ONE, shareFloor, type Amount } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import type { Tx } from '../db/pool.ts'
import type { FundSource, Owner } from '../module/funds.ts'
import type { WalletDeps } from './ports.ts'
import { inSnapshot, ownFunds, ownKinds } from './ownFunds.ts'
import { sum } from './holdings.ts'
import { resultSince } from './result.ts'
import { firstMovement, movedBetween } from './statementStore.ts'

type History = ReplyOf<(typeof walletRoutes)['getHoldingsHistory']>
type Range = '1D' | '1W' | '1M'

const MINUTE_MS = 60_000
/** Number of values in a range and the time between them. The last value is now, those before at whole steps of UTC. */
const RANGES: Readonly<Record<Range, { points: number; stepMs: number }>> = {
  '1D': { points: 48, stepMs: 30 * MINUTE_MS },
  '1W': { points: 56, stepMs: 180 * MINUTE_MS },
  '1M': { points: 60, stepMs: 720 * MINUTE_MS },
}

/** A user's holdings at some times, by currency: one list per currency, in time order. */
type HeldAt = ReadonlyMap<Currency, readonly Amount[]>

/**
 * Value of a user's holdings over time, at the prices of each time: available, in open orders, hosted, and in pending
 * withdrawals.
 */
export async function holdingsHistory(
  deps: WalletDeps,
  query: { userId: number; book: Book; range: Range },
): Promise<History> {
  const { times, held, allTime } = await inSnapshot(deps.db, async (tx) => {
    const firstMs = await firstMovement(tx, accountsOf(deps.funds, query))
    const times = timesOf(query.range, deps.clock.nowMs(), firstMs)
    const held = await heldAt(tx, deps.funds, query, times)
    return { times, held, allTime: await resultSince(tx, deps, query, 0) }
  })
  const last = times.length - 1
  const currencies = [...held].map(([currency, amounts]) => {
    const values = amounts.map((amount, i) => {
      // A time stamp can be older than the lock its movement waited for; holdings were never below zero.
      if (amount <= 0n) return 0n
      const price = priceOf(currency, (pid) =>
        i === last ? deps.prices.price(pid) : deps.prices.closeAt(pid, times[i] ?? 0),
      )
      return shareFloor(amount, price ?? 0n, ONE)
    })
    return { name: currency.code, values }
  })
  const total = times.map((_, i) => currencies.reduce((sum, { values }) => sum + (values[i] ?? 0n), 0n))
  return {
    times,
    total: total.map(formatAmount),
    currencies: currencies.map(({ name, values }) => ({ name, values: values.map(formatAmount) })),
    allTime: formatAmount(allTime),
  }
}

/** The range's times from the first movement on: there was nothing to value before it. */
function timesOf(range: Range, nowMs: number, firstMs: number | null): number[] {
  const { points, stepMs } = RANGES[range]
  const newest = Math.ceil(nowMs / stepMs) * stepMs
  const before = Array.from({ length: points - 1 }, (_, i) => newest - (points - 1 - i) * stepMs)
  const isYoung = firstMs !== null && firstMs > (before[0] ?? 0) && firstMs < nowMs
  return [...(isYoung ? [firstMs, ...before.filter((time) => time > firstMs)] : before), nowMs]
}

/**
 * A user's holdings at some times, counted back from the present ones. A stake only moves from available to its order
 * and changes no total, so an order counts by its net result, from its settlement on.
 */
export async function heldAt(
  tx: Tx,
  funds: readonly FundSource[],
  owner: Owner,
  times: readonly number[],
): Promise<HeldAt> {
  const { available, inProducts, held } = await ownFunds(tx, funds, owner)
  const moved = await movedBetween(tx, accountsOf(funds, owner), times)
  const changed: ReadonlyMap<number, readonly Amount[]>[] = [moved]
  for (const source of funds) {
    if (source.netsBetween) changed.push(await source.netsBetween(tx, owner, times))
  }
  return new Map(
    CURRENCIES.map((currency) => {
      const { id } = currency
      const now = sum([available, ...inProducts, ...held].map((one) => one.get(id) ?? 0n))
      const changes = times.map((_, i) => sum(changed.map((one) => one.get(id)?.[i] ?? 0n)))
      return [currency, countedBack(now, changes)]
    }),
  )
}

/** The user's own accounts in a book, in all currencies. */
function accountsOf(funds: readonly FundSource[], { userId, book }: Owner): bigint[] {
  const kinds = ['available' as const, ...ownKinds(funds)]
  return CURRENCIES.flatMap(({ id }) =>
    kinds.map((kind) => accountId({ owner: userId, book, currency: id, kind })),
  )
}

/** The sum at each time, from the present sum and its change from each time to the next. */
function countedBack(now: Amount, changes: readonly Amount[]): Amount[] {
  let sum = now
  return changes
    .toReversed()
    .map((change) => (sum -= change))
    .toReversed()
}
