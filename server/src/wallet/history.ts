import { CURRENCIES, type Book, type Currency } from '@tickmark/core/currencies'
import { accountId, type AccountKey } from '@tickmark/core/ledger'
import { formatAmount, ONE, type Amount } from '@tickmark/core/money'
import type { ReplyOf } from '@tickmark/wire/call'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import type { Reader } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { balances } from '../ledger/store.ts'
import type { HeldStake, WalletDeps } from './deps.ts'
import { priceOf } from './prices.ts'
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
  const held = await transact(deps.db, (tx) => heldAt(tx, deps, query, times), {
    isolation: 'repeatable read',
  })
  const last = times.length - 1
  const currencies = [...held].map(([currency, amounts]) => {
    const values = amounts.map((amount, i) => {
      if (amount === 0n) return 0n
      const price = priceOf(currency, (pid) =>
        i === last ? (deps.prices.price(pid)?.now ?? null) : deps.prices.closeAt(pid, times[i] ?? 0),
      )
      return (amount * (price ?? 0n)) / ONE
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

/** Counted back from the balances of now by what moved since; what orders held comes from the orders. */
async function heldAt(
  reader: Reader,
  deps: WalletDeps,
  { userId, book }: { userId: number; book: Book },
  times: readonly number[],
): Promise<HeldAt> {
  const first = times[0] ?? 0
  const kinds = ['available', 'hold'] as const
  const idOf = (currency: Currency, kind: AccountKey['kind']) =>
    accountId({ owner: userId, book, currency: currency.id, kind })
  const ids = CURRENCIES.flatMap((currency) => kinds.map((kind) => idOf(currency, kind)))
  const stakes = await deps.stakesSince(reader, userId, book, first)
  const orderIds = stakes.map((one) => one.orderId)
  const moved = await movedBetween(reader, ids, times, orderIds)
  const held = new Map<Currency, Amount[]>(CURRENCIES.map((one) => [one, stakesAt(stakes, one.id, times)]))
  for (const kind of kinds) {
    const now = await balances(reader, userId, book, kind)
    for (const [currency, amounts] of held) {
      const back = countedBack(now.get(currency.id) ?? 0n, moved.get(idOf(currency, kind)) ?? [], times)
      for (const [i, amount] of back.entries()) amounts[i] = (amounts[i] ?? 0n) + amount
    }
  }
  return held
}

/** A balance at each time, from the one of now and what moved after each time. */
function countedBack(now: Amount, moved: readonly Amount[], times: readonly number[]): Amount[] {
  const held: Amount[] = times.map(() => 0n)
  let balance = now
  for (let i = times.length - 1; i >= 0; i--) {
    balance -= moved[i] ?? 0n
    held[i] = balance
  }
  return held
}

function stakesAt(stakes: readonly HeldStake[], currencyId: number, times: readonly number[]): Amount[] {
  const mine = stakes.filter((one) => one.currencyId === currencyId)
  return times.map((at) =>
    mine
      .filter(({ fromMs, untilMs }) => fromMs <= at && (untilMs === null || at < untilMs))
      .reduce((sum, { amount }) => sum + amount, 0n),
  )
}
