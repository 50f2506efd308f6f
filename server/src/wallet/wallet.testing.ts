import { currencyByCode, type Book } from '@tickmark/core/money/currencies'
import { HOUSE, type AccountKey, type Cause } from '@tickmark/core/ledger/accounts'
import { parseAmount, type Amount } from '@tickmark/core/money/money'
import type { swapRoutes } from '@tickmark/wire/routes/swaps'
import type { walletRoutes } from '@tickmark/wire/routes/wallet'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import type { Db } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { Answers } from '../http/calls/context.ts'
import { fundInventories } from '../ledger/grants.testing.ts'
import { postTransfers } from '../ledger/post.ts'
import { stillClock, type StillClock } from '../market/market.testing.ts'
import { START_MS } from '../orders/orders.testing.ts'
import { recordEvents } from '../module/events.testing.ts'
import type { FundSource } from '../module/funds.ts'
import { swapAnswers } from '../swaps/routes.ts'
import type { SwapPorts } from '../swaps/ports.ts'
import { withdrawalFunds } from '../withdrawals/module.ts'
import type { WalletDeps } from './ports.ts'
import { walletAnswers } from './routes.ts'

export { START_MS }

/** The wallet module on a real database; the test controls time and prices. */
export interface Wallet {
  test: TestDatabase
  clock: StillClock
  deps: WalletDeps & Pick<SwapPorts, 'quoteKey' | 'mode'>
  sources: { orders: Required<Omit<FundSource, 'kinds'>> }
  answers: Answers<Omit<typeof walletRoutes, 'getSignedBalances'> & typeof swapRoutes>
  /** Index by product; a product without a price is paused. */
  prices: Map<number, Amount>
  /** Prices of the tick 5 s ago, where they differed. */
  earlier: Map<number, Amount>
  /** Candle prices of a product at a time. */
  close: (pid: number, atMs: number) => Amount | null
  /** The orders that `place` opens and `settle` ends. */
  orders: HeldOrder[]
  changed: string[]
  /** Pays a user from outside, or books any other movement between two accounts of the user's or the house's. */
  pay(userId: number, code: string, amount: string, more?: Partial<Payment>): Promise<void>
  /** Opens an order in the simulated book that may win as much as it costs, unless told otherwise; returns its id. */
  place(userId: number, code: string, stake: string, profit?: string): Promise<string>
  settle(id: string, outcome: 'won' | 'lost'): Promise<void>
  end(): Promise<void>
}

interface HeldOrder {
  id: string
  userId: number
  currencyId: number
  /** The amount the order holds; zero once it is settled. */
  held: Amount
  /** What it may win. */
  profit: Amount
  net: Amount
  settledAtMs: number | null
}

export interface Payment {
  book: Book
  cause: Cause
  from: AccountKey['kind']
  to: AccountKey['kind']
  ref: string
  leg: number
}

export const units = (text: string): Amount => parseAmount(text) ?? 0n
export const idOf = (code: string): number => currencyByCode(code)?.id ?? 0

/** BTC at 60,000, ETH at 3,500 and so on; SOL has no price. */
const PRICES: readonly [number, Amount][] = [
  [1, units('60000')],
  [2, units('3500')],
  [4, units('0.25')],
  [9, units('600')],
]

export async function openWallet(): Promise<Wallet> {
  const test = await createTestDatabase()
  const { db } = test.database
  const clock = stillClock(START_MS)
  await fundInventories(db, START_MS)
  const prices = new Map(PRICES)
  const earlier = new Map<number, Amount>()
  const changed: string[] = []
  const price = (pid: number) => prices.get(pid) ?? null
  const events = recordEvents()
  events.afterCommit('balance_changed', ({ userId, book }) => void changed.push(`${userId} ${book}`))
  const deps = {
    mode: 'live' as SwapPorts['mode'],
    db,
    clock,
    events,
    quoteKey: new Uint8Array(32).fill(5),
    prices: {
      price,
      firm: price,
      tickAt: async (pid: number) => earlier.get(pid) ?? price(pid),
      isPaused: () => false,
      closeAt: (pid: number, atMs: number) => wallet.close(pid, atMs),
    },
    funds: [] as FundSource[],
  }
  const orders: Wallet['sources']['orders'] = {
    held: async (_, { userId }) => {
      const held = new Map<number, Amount>()
      for (const one of wallet.orders.filter((order) => order.userId === userId))
        held.set(one.currencyId, (held.get(one.currencyId) ?? 0n) + one.held)
      return held
    },
    hasResults: true,
    netsBetween: async (_, { userId }, times) => {
      const nets = new Map<number, Amount[]>()
      for (const { currencyId, net, settledAtMs } of wallet.orders.filter((one) => one.userId === userId)) {
        const place = settledAtMs === null ? -1 : times.findLastIndex((time) => time < settledAtMs)
        if (place < 0) continue
        const sums = nets.get(currencyId) ?? times.map(() => 0n)
        nets.set(currencyId, sums.with(place, (sums[place] ?? 0n) + net))
      }
      return nets
    },
    refsSince: async (_, { userId }, currencyId, sinceMs) => {
      const refs = wallet.orders
        .filter((one) => one.userId === userId && one.currencyId === currencyId)
        .filter(({ settledAtMs }) => settledAtMs === null || settledAtMs > sinceMs)
        .map((one) => one.id)
      return { out: 'order', in: 'settlement', refs }
    },
    ordersOf: async (_, { userId }, refs) => {
      const own = wallet.orders.filter((one) => one.userId === userId && refs.includes(one.id))
      const outcomeOf = ({ settledAtMs, net }: HeldOrder) =>
        settledAtMs === null ? null : net < 0n ? 'lost' : 'won'
      return new Map(
        own.map((one) => [one.id, { pair: 'BTC/USDT', direction: 'up', outcome: outcomeOf(one) }] as const),
      )
    },
  }
  deps.funds.push(orders, withdrawalFunds)
  const wallet: Wallet = {
    test,
    clock,
    deps,
    sources: { orders },
    answers: { ...walletAnswers(deps), ...swapAnswers(deps) },
    prices,
    earlier,
    close: price,
    orders: [],
    changed,
    async pay(userId, code, amount, more = {}) {
      const { book = 'simulated', from = 'external', to = 'available', leg = 0 } = more
      const { cause = book === 'real' ? 'deposit' : 'grant' } = more
      const key = (kind: AccountKey['kind']): AccountKey => {
        const owner = kind === 'available' || kind === 'hold' ? userId : HOUSE
        return { owner, book, currency: idOf(code), kind }
      }
      const ref = more.ref ?? randomUUID()
      const posting = { from: key(from), to: key(to), amount: units(amount), ref, cause, leg }
      await transact(db, (tx) => postTransfers(tx, [posting], clock.nowMs()))
    },
    async place(userId, code, stake, profit = stake) {
      const id = randomUUID()
      await wallet.pay(userId, code, profit, { cause: 'funding', to: 'bankroll' })
      await insertOrder(db, {
        id,
        userId,
        currency: idOf(code),
        stake: units(stake),
        profit: units(profit),
        atMs: clock.nowMs(),
      })
      const open = { held: units(stake), profit: units(profit), net: 0n, settledAtMs: null }
      wallet.orders.push({ id, userId, currencyId: idOf(code), ...open })
      return id
    },
    async settle(id, outcome) {
      const order = wallet.orders.find((one) => one.id === id)
      if (!order) throw new Error(`no order ${id}`)
      const net = outcome === 'won' ? order.profit : -order.held
      Object.assign(order, { held: 0n, net, settledAtMs: clock.nowMs() })
      await endOrder(db, { id, won: outcome === 'won', net, atMs: clock.nowMs() })
    },
    end: () => test.close(),
  }
  return wallet
}

/** Inserts an open order, as the database's triggers book it; what it is about does not matter to a wallet. */
async function insertOrder(
  db: Db,
  order: { id: string; userId: number; currency: number; stake: Amount; profit: Amount; atMs: number },
): Promise<void> {
  const { id, userId, currency, stake, profit, atMs } = order
  const row = {
    id,
    user_id: userId,
    currency,
    stake,
    profit,
    fee: 0,
    accepted_at_ms: atMs,
    due_at_ms: atMs + 60_000,
    key: randomUUID(),
    fingerprint: randomUUID(),
    batch: atMs,
    ticket_index: nextPlace++,
    ticket: Buffer.alloc(32),
    barrier_ppm: 0,
    rate_pct: 100,
    chance_ppm: 500_000,
    margin_ppm: 0,
    model_seq: 1,
    rules_seq: 1,
    book: 1,
    pid: 1,
    duration_id: 110,
    direction: 0,
  }
  const [names, values] = [Object.keys(row), Object.values(row)]
  await sql`insert into placed_order (${sql.join(names.map((name) => sql.ref(name)))}) values (${sql.join(values)})`.execute(
    db,
  )
}

/** Places in batches, so that no two orders are the same leaf. */
let nextPlace = 0

async function endOrder(
  db: Db,
  { id, won, net, atMs }: { id: string; won: boolean; net: Amount; atMs: number },
): Promise<void> {
  await sql`
    insert into settled_order
    select user_id, due_at_ms, ${atMs}::bigint, ${atMs}::bigint, ${net}::bigint, id, ticket_index, ${won ? 1 : 2}, null, 1, 1, 1, 2, 2, 2
    from placed_order where id = ${id}::uuid`.execute(db)
}
