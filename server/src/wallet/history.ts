import { CURRENCIES, priceOf, type Book, type Currency } from '@tickmark/core/money/currencies'
import { accountId } from '@tickmark/core/ledger/accounts'
import { formatAmount, ONE, shareFloor, type Amount } from '@tickmark/core/money/money'
import type { ReplyOf } from '@tickmark/wire/call'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import type { Tx } from '../db/pool.ts'
import type { WalletDeps } from './ports.ts'
import { inSnapshot, ownFunds, type Whose } from './ownFunds.ts'
import { movedBetween } from './statementStore.ts'

type History = ReplyOf<(typeof walletRoutes)['getHoldingsHistory']>
type Range = '1D' | '1W' | '1M'

const MINUTE_MS = 60_000
/** How many values a range has, and how far they are apart: the last is now, those before at whole steps of UTC. */
const RANGES: Readonly<Record<Range, { points: number; stepMs: number }>> = {
  '1D': { points: 48, stepMs: 30 * MINUTE_MS },
  '1W': { points: 56, stepMs: 180 * MINUTE_MS },
  '1M': { points: 60, stepMs: 720 * MINUTE_MS },
}

/** What the user held at some times, by currency: one list a currency, in the order of the times. */
type HeldAt = ReadonlyMap<Currency, readonly Amount[]>

/** Value of what a user held over time, at the prices of each time: free, waiting to be withdrawn, and in open orders. */
export async function holdingsHistory(
  deps: WalletDeps,
  query: { userId: number; book: Book; range: Range },
): Promise<History> {
  const times = timesOf(query.range, deps.clock.nowMs())
  const held = await inSnapshot(deps.db, (tx) => heldAt(tx, deps, query, times))
  const last = times.length - 1
  const currencies = [...held].map(([currency, amounts]) => {
    const values = amounts.map((amount, i) => {
      // A stamp can be older than what its movement waited for; nobody held less than nothing.
      if (amount <= 0n) return 0n
      const price = priceOf(currency, (pid) =>
        i === last ? (deps.prices.price(pid)?.now ?? null) : deps.prices.closeAt(pid, times[i] ?? 0),
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
  }
}

function timesOf(range: Range, nowMs: number): number[] {
  const { points, stepMs } = RANGES[range]
  const newest = Math.ceil(nowMs / stepMs) * stepMs
  const before = Array.from({ length: points - 1 }, (_, i) => newest - (points - 1 - i) * stepMs)
  return [...before, nowMs]
}

/**
 * What a user held at some times, counted back from what is held now. A stake that leaves what is free and lies in its
 * order changes nothing, so that of an order only its net result counts, from its settlement on.
 */
export async function heldAt(
  tx: Tx,
  deps: Pick<WalletDeps, 'heldByOrders' | 'netsBetween'>,
  { userId, book }: Whose,
  times: readonly number[],
): Promise<HeldAt> {
  const accounts = CURRENCIES.flatMap(({ id }) =>
    (['available', 'hold'] as const).map((kind) => accountId({ owner: userId, book, currency: id, kind })),
  )
  const { available, inOrders, waiting } = await ownFunds(tx, deps, { userId, book })
  const moved = await movedBetween(tx, accounts, times)
  const nets = await deps.netsBetween(tx, userId, book, times)
  return new Map(
    CURRENCIES.map((currency) => {
      const { id } = currency
      const now = (available.get(id) ?? 0n) + (inOrders.get(id) ?? 0n) + (waiting.get(id) ?? 0n)
      const changes = times.map((_, i) => (moved.get(id)?.[i] ?? 0n) + (nets.get(id)?.[i] ?? 0n))
      return [currency, countedBack(now, changes)]
    }),
  )
}

/** A sum at each time, from the one of now and what it changed by after each time and up to the next. */
function countedBack(now: Amount, changes: readonly Amount[]): Amount[] {
  let sum = now
  return changes
    .toReversed()
    .map((change) => (sum -= change))
    .toReversed()
}
