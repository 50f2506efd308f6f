import { formatAmount } from '@tickmark/core/money/money'
import type { InputOf, ReplyOf } from '@tickmark/wire/call'
import { walletRoutes } from '@tickmark/wire/routes/wallet'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { CallContext } from '../http/calls/context.ts'
import { available } from '../ledger/store.ts'
import { askOf, codeOf } from '../orders/orders.testing.ts'
import { idOf, openWallet, START_MS, units, type Wallet } from './wallet.testing.ts'

let wallet: Wallet
beforeEach(async () => void (wallet = await openWallet()))
afterEach(() => wallet.end())

type Input = InputOf<(typeof walletRoutes)['getStatement']>
type Statement = ReplyOf<(typeof walletRoutes)['getStatement']>

const ALL: Input = {
  currencyId: idOf('USDT'),
  kind: 'available',
  from: 0,
  to: START_MS + 86_400_000,
  pageSize: 100,
}
const statement = (input: Partial<Input> = {}, userId = 1, more: Partial<CallContext> = {}) =>
  wallet.answers.getStatement({ ...ALL, ...input }, askOf(wallet.clock, userId, more))
const told = ({ lines }: Statement) => lines.map((one) => [one.cause, one.amount, one.balance, one.counter])

/** One day's events: 100 in, an order of 40 that wins 32, a withdrawal of 20 of which 1 comes back, half swapped. */
async function live(): Promise<{ order: string }> {
  let order = ''
  const payout = randomUUID()
  const steps: (() => Promise<unknown>)[] = [
    () => wallet.pay(1, 'USDT', '100'),
    async () => (order = await wallet.place(1, 'USDT', '40', '32')),
    async () => wallet.clock.advance(1_000),
    () => wallet.settle(order, 'won'),
    () => wallet.pay(1, 'USDT', '20', { cause: 'withdrawal', from: 'available', to: 'hold' }),
    () => wallet.pay(1, 'USDT', '19', { cause: 'payout', from: 'hold', to: 'external', ref: payout }),
    () => wallet.pay(1, 'USDT', '1', { cause: 'payout', from: 'hold', to: 'available', ref: payout, leg: 1 }),
    () =>
      wallet.answers.currencyExchange(
        { currencyId: 1, toCurrencyId: 2, amount: '50', quote: '' },
        askOf(wallet.clock, 1),
      ),
  ]
  for (const step of steps) {
    await step()
    wallet.clock.advance(1_000)
  }
  return { order }
}

test('a statement lists every movement with its cause, its other side and the balance after it', async () => {
  const { order } = await live()
  const reply = await statement()
  expect(z.parse(walletRoutes.getStatement.reply, reply)).toEqual(reply)
  expect(reply).toMatchObject({ opening: '0', closing: '63', next: null })
  expect(told(reply)).toEqual([
    ['grant', '100', '100', 'external'],
    ['order', '-40', '60', 'escrow'],
    ['settlement', '72', '132', 'escrow'],
    ['withdrawal', '-20', '112', 'hold'],
    ['payout', '1', '113', 'hold'],
    ['swap', '-50', '63', 'inventory'],
  ])
  expect(reply.lines.map((one) => one.orderId)).toEqual([null, order, order, null, null, null])
  expect(reply.lines[1]).toMatchObject({ at: START_MS + 1_000, ref: order })
})

test('an order has a line when placed and one when it ends, even if it paid nothing; both name it', async () => {
  await wallet.pay(1, 'USDT', '100')
  const order = await wallet.place(1, 'USDT', '40', '32')
  const facts = { pair: 'BTC/USDT', direction: 0 }
  expect((await statement()).lines.at(-1)).toMatchObject({ order: { ...facts, outcome: null } })
  wallet.clock.advance(1_000)
  await wallet.settle(order, 'lost')
  const reply = await statement()
  expect(told(reply)).toEqual([
    ['grant', '100', '100', 'external'],
    ['order', '-40', '60', 'escrow'],
    ['settlement', '0', '60', 'escrow'],
  ])
  expect(reply.lines.at(-1)).toMatchObject({ orderId: order, order: { ...facts, outcome: 'lost' } })
  expect(reply.lines[0]?.order).toBeNull()
})

test('a loan is money in and its repayments are money out, and neither is a result', async () => {
  const real = { book: 'real' } as const
  await wallet.pay(1, 'USDT', '5000', { ...real, cause: 'funding', to: 'lending' })
  const ref = randomUUID()
  await wallet.pay(1, 'USDT', '600', { ...real, ref, cause: 'loan', from: 'lending' })
  const back = { ...real, ref, cause: 'repayment', from: 'available' } as const
  await wallet.pay(1, 'USDT', '100', { ...back, to: 'lending', leg: 1 })
  wallet.clock.advance(1_000)
  await wallet.pay(1, 'USDT', '30', { ...back, to: 'fees', leg: 0 })
  const reply = await statement({}, 1, real)
  expect(z.parse(walletRoutes.getStatement.reply, reply)).toEqual(reply)
  expect(told(reply)).toEqual([
    ['loan', '600', '600', 'lending'],
    ['repayment', '-100', '500', 'lending'],
    ['repayment', '-30', '470', 'fees'],
  ])
  const { data } = await wallet.answers.getMyWalletData({}, askOf(wallet.clock, 1, real))
  expect(data).toMatchObject({ total: '470', today: '0' })
})

test('the hold of withdrawals has a statement of its own', async () => {
  await live()
  const reply = await statement({ kind: 'hold' })
  expect(told(reply)).toEqual([
    ['withdrawal', '20', '20', 'available'],
    ['payout', '-19', '1', 'external'],
    ['payout', '-1', '0', 'available'],
  ])
  expect(reply).toMatchObject({ opening: '0', closing: '0' })
})

test('only orders of the requested currency are looked up, and none for the hold account, which no order moves', async () => {
  await live()
  const asked: number[] = []
  const { orders } = wallet.sources
  const { refsSince } = orders
  orders.refsSince = (...of) => {
    asked.push(of[2])
    return refsSince(...of)
  }
  await statement({ kind: 'hold' })
  await statement({ currencyId: idOf('ETH') })
  expect(asked).toEqual([idOf('ETH')])
})

test('a span includes its first moment but not its last, and opens with the balance before it', async () => {
  await live()
  const reply = await statement({ from: START_MS + 1_000, to: START_MS + 5_000 })
  expect(told(reply).map(([cause]) => cause)).toEqual(['order', 'settlement'])
  expect(reply).toMatchObject({ opening: '100', closing: '132' })
  const empty = await statement({ from: START_MS + 2_000, to: START_MS + 2_500 })
  expect(empty).toEqual({ opening: '60', closing: '60', lines: [], next: null })
  const backwards = await statement({ from: START_MS + 5_000, to: START_MS })
  expect(backwards).toEqual({ opening: '132', closing: '132', lines: [], next: null })
  const first = await statement({ from: START_MS, to: START_MS + 1_000 })
  expect([first.opening, told(first).map(([, amount]) => amount), first.closing]).toEqual([
    '0',
    ['100'],
    '100',
  ])
  expect(await statement({ from: 0, to: START_MS })).toMatchObject({ opening: '0', closing: '0', lines: [] })
  expect(await statement({ currencyId: idOf('SOL') })).toMatchObject({ opening: '0', lines: [] })
})

test('it contains no other users’ movements, and none of the other book', async () => {
  await live()
  expect(await statement({}, 2)).toMatchObject({ opening: '0', closing: '0', lines: [] })
  expect(await statement({}, 1, { book: 'real' })).toMatchObject({ closing: '0', lines: [] })
})

test('at the same moment, money in is listed before money out, so that no balance is below zero', async () => {
  for (let i = 0; i < 5; i++) {
    await wallet.pay(1, 'USDT', '10')
    await wallet.place(1, 'USDT', '10')
  }
  const reply = await statement()
  expect(reply.lines.map((one) => one.balance)).toEqual([
    '10',
    '20',
    '30',
    '40',
    '50',
    '40',
    '30',
    '20',
    '10',
    '0',
  ])
})

test('pages of any size make the same statement, each beginning where the last ended', async () => {
  const rounds = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 9 }), wait: fc.nat({ max: 1 }) }), {
    minLength: 40,
    maxLength: 40,
  })
  for (const { amount, wait } of fc.sample(rounds, { numRuns: 1, seed: 7 })[0] ?? []) {
    await wallet.pay(1, 'USDT', String(amount))
    if (amount > 5) await wallet.place(1, 'USDT', '1')
    wallet.clock.advance(wait)
  }
  const whole = await statement({ pageSize: 500 })
  expect(whole.closing).toBe(formatAmount(await available(wallet.deps.db, 1, 'simulated', 1)))
  expect(whole.lines.at(-1)?.balance).toBe(whole.closing)
  for (const pageSize of [1, 7, whole.lines.length - 1, whole.lines.length]) {
    const lines: Statement['lines'] = []
    let after: string | null | undefined
    while (after !== null) {
      const page = await statement({ pageSize, ...(after !== undefined && { after }) })
      expect(page).toMatchObject({ opening: whole.opening, closing: whole.closing })
      lines.push(...page.lines)
      after = page.next
    }
    expect(lines).toEqual(whole.lines)
  }
})

test('an invalid position is refused, and so is an unknown currency', async () => {
  for (const after of ['', 'x', '1.2.3', `1.0.${randomUUID()}.1`, `1.0.${randomUUID()}.1.1; drop table swap`])
    expect(await codeOf(statement({ after }))).toBe('bad_request')
  expect(await codeOf(statement({ after: `1.0.${randomUUID()}.9999.9999` }))).toBe('ok')
  expect(await codeOf(statement({ currencyId: 31 }))).toBe('currency_unknown')
})

test('a statement reads the user’s own movements by index, not the journal', async () => {
  const { db } = wallet.deps
  await sql`insert into transfer (from_id, to_id, amount, at_ms, ref, cause, leg)
    select 512 + 16, 1024 * (2 + n % 500) + 512 + 16 + 1, ${units('1')}::bigint, ${START_MS}::bigint + n,
      gen_random_uuid(), 3, 0 from generate_series(1, 60000) n`.execute(db)
  await live()
  await sql`analyze transfer`.execute(db)
  const scans = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ count: bigint }>`
      select seq_scan as count from pg_stat_user_tables where relname = 'transfer'`.execute(db)
    return rows[0]?.count ?? 0n
  }
  const before = await scans()
  for (let i = 0; i < 5; i++) await statement()
  for (let i = 0; i < 5; i++) await wallet.answers.getHoldingsHistory({ range: '1M' }, askOf(wallet.clock, 1))
  expect(await scans()).toBe(before)
  await sql`select count(*) filter (where leg > 0) from transfer`.execute(db)
  expect(await scans()).toBeGreaterThan(before)
})
