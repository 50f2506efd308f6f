import { currencyByCode } from '@tickmark/core/money/currencies'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import { walletRoutes } from '@tickmark/wire/routes/wallet'
import * as z from 'zod/mini'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '../db/transact.ts'
import { postTransfers } from '../ledger/post.ts'
import { balances } from '../ledger/store.ts'
import { askOf, codeOf, openOrderFixture, type OrderFixture } from '../orders/orders.testing.ts'
import type { EventMap } from '../module/events.ts'
import type { FundSource } from '../module/funds.ts'
import { hostingFunds } from '../hosting/fundsStore.ts'
import { orderFunds } from '../orders/fundsStore.ts'
import { withdrawalFunds } from '../withdrawals/module.ts'
import type { WalletDeps } from './ports.ts'
import { holdingsOf } from './holdings.ts'
import type { IndexPrices } from '../market/indexPrices.ts'
import { walletAnswers } from './routes.ts'

const units = (text: string) => parseAmount(text) ?? 0n
const id = (code: string) => currencyByCode(code)?.id ?? 0

type Changed = EventMap['balance_changed']

let fixture: OrderFixture
let changed: string[]
beforeEach(async () => {
  fixture = await openOrderFixture()
  changed = []
})
afterEach(() => fixture.close())

/** BTC and ETH have prices, other coins have none. */
const price: IndexPrices['price'] = (pid) => (pid === 1 ? units('66000') : pid === 2 ? units('3500') : null)

function answers(more: Partial<WalletDeps> = {}) {
  const { db } = fixture.deps
  return walletAnswers({
    db,
    clock: fixture.clock,
    prices: { price, firm: price, isPaused: () => false, tickAt: async (pid) => price(pid), closeAt: price },
    funds: [orderFunds, withdrawalFunds],
    events: {
      announce: (_name, event) => changed.push(`${(event as Changed).userId} ${(event as Changed).book}`),
    },
    ...more,
  })
}

async function order(stake: string): Promise<void> {
  const offer = await fixture.answers.getTimeAccountCurrency(
    { type: 0, pid: 1, timeId: 110 },
    askOf(fixture.clock, 1),
  )
  const input = { pid: 1, stake, timeId: 110, currencyId: 1, quoteId: offer.ranges[0]?.id ?? '' }
  await fixture.answers.createLimitOrder(input, askOf(fixture.clock, 1))
}

/** Spends practice money without an order. */
async function spend(amount: string): Promise<void> {
  const from = { owner: 1, book: 'simulated', currency: 1, kind: 'available' } as const
  const to = { ...from, owner: 0, kind: 'inventory' } as const
  const legs = [{ from, to, amount: units(amount), ref: randomUUID(), cause: 'swap' as const, leg: 0 }]
  await transact(fixture.deps.db, (tx) => postTransfers(tx, legs, fixture.clock.nowMs()))
}

test('holdings are the available money and the holds of open orders, valued at the index', async () => {
  await order('250')
  const reply = await answers().getMyWalletData({}, askOf(fixture.clock, 1))
  expect(z.parse(walletRoutes.getMyWalletData.reply, reply)).toEqual(reply)
  const { items, ...sums } = reply.data
  expect(items.map((one) => [one.name, one.amount, one.available, one.value])).toEqual([
    ['USDT', '10000', '9750', '10000'],
    ['USDC', '0', '0', '0'],
    ['ETH', '1', '1', '3500'],
    ['BTC', '0.1', '0.1', '6600'],
    ['TRX', '0', '0', '0'],
    ['BNB', '0', '0', '0'],
    ['SOL', '0', '0', '0'],
  ])
  expect(sums).toEqual({ total: '20100', inOrders: '250', today: '0' })
  expect(items[3]).toMatchObject({
    currencyId: 4,
    alias: 'Bitcoin',
    picture: '/coins/btc.svg',
    usdRate: '66000',
    shown: 8,
  })
})

test('the real book is another one, and empty', async () => {
  const { data } = await answers().getMyWalletData({}, askOf(fixture.clock, 1, { book: 'real' }))
  expect(data).toMatchObject({ total: '0', inOrders: '0', today: '0' })
})

test('the available balance of a currency is found by its code; other names are unknown', async () => {
  await order('250')
  const ask = askOf(fixture.clock, 1)
  expect(await answers().getavailableMoneyByCurrency({ currencyName: 'USDT' }, ask)).toEqual({
    balance: '9750',
  })
  expect(await answers().getavailableMoneyByCurrency({ currencyName: 'SOL' }, ask)).toEqual({ balance: '0' })
  for (const currencyName of ['', 'usdt', 'DOGE', "USDT' or 1=1"]) {
    expect(await codeOf(answers().getavailableMoneyByCurrency({ currencyName }, ask))).toBe(
      'currency_unknown',
    )
  }
})

test('the available balance of a currency is valued at the index', async () => {
  await order('250')
  const ask = askOf(fixture.clock, 1)
  const reply = await answers().getavailableMoneyAndHsByCurrency({ currencyName: 'BTC' }, ask)
  expect(z.parse(walletRoutes.getavailableMoneyAndHsByCurrency.reply, reply)).toEqual(reply)
  expect(reply).toEqual({ available: '0.1', value: '6600', picture: '/coins/btc.svg' })
  expect(await answers().getavailableMoneyAndHsByCurrency({ currencyName: 'USDT' }, ask)).toMatchObject({
    available: '9750',
    value: '9750',
  })
  expect(await codeOf(answers().getavailableMoneyAndHsByCurrency({ currencyName: 'DOGE' }, ask))).toBe(
    'currency_unknown',
  )
})

test('money waiting to be withdrawn still belongs to the holdings', async () => {
  const account = { owner: 1, book: 'real' as const, currency: id('USDT'), kind: 'available' as const }
  const outside = { ...account, owner: 0, kind: 'external' as const }
  const hold = { ...account, kind: 'hold' as const }
  await transact(fixture.deps.db, (tx) =>
    postTransfers(
      tx,
      [
        { from: outside, to: account, amount: units('100'), ref: randomUUID(), cause: 'deposit', leg: 0 },
        { from: account, to: hold, amount: units('30'), ref: randomUUID(), cause: 'withdrawal', leg: 0 },
      ],
      fixture.clock.nowMs(),
    ),
  )
  const { data } = await answers().getMyWalletData({}, askOf(fixture.clock, 1, { book: 'real' }))
  expect(data.items[0]).toMatchObject({ name: 'USDT', amount: '100', available: '70' })
  expect(data.total).toBe('100')
})

test('a withdrawal requested while holdings are read counts in one place', async () => {
  const { db } = fixture.deps
  const account = { owner: 1, book: 'simulated' as const, currency: id('USDT'), kind: 'available' as const }
  const hold = { ...account, kind: 'hold' as const }
  const asked = { from: account, to: hold, amount: units('30'), cause: 'withdrawal' as const, leg: 0 }
  const heldMeanwhile: FundSource['held'] = async (tx, owner) => {
    await transact(db, (other) =>
      postTransfers(other, [{ ...asked, ref: randomUUID() }], fixture.clock.nowMs()),
    )
    return (await orderFunds.held?.(tx, owner)) ?? new Map()
  }
  const own = answers({
    funds: [{ held: heldMeanwhile }, withdrawalFunds],
  })
  for (const available of ['10000', '9970']) {
    const { data } = await own.getMyWalletData({}, askOf(fixture.clock, 1))
    expect(data.items[0]).toMatchObject({ amount: '10000', available })
  }
})

test('a reset is refused while a simulated order is open', async () => {
  await order('1000')
  const ask = askOf(fixture.clock, 1)
  await expect(answers().resetSimulated({}, ask)).rejects.toMatchObject({ code: 'reset_with_orders' })
  expect(changed).toEqual([])
  expect(formatAmount((await balances(fixture.deps.db, 1, 'simulated')).get(1) ?? 0n)).toBe('9000')
})

test.each(['hosted', 'hold'] as const)(
  'a reset is refused while practice money is of the kind %s',
  async (kind) => {
    const from = { owner: 1, book: 'simulated', currency: 1, kind: 'available' } as const
    const to = { ...from, kind }
    const move = {
      from,
      to,
      amount: 1n,
      ref: randomUUID(),
      cause: kind === 'hold' ? 'withdrawal' : 'hosting',
      leg: 0,
    } as const
    await transact(fixture.deps.db, (tx) => postTransfers(tx, [move], fixture.clock.nowMs()))
    const funds: FundSource[] = [orderFunds, withdrawalFunds, hostingFunds]
    expect(await codeOf(answers({ funds }).resetSimulated({}, askOf(fixture.clock, 1)))).toBe(
      'reset_with_orders',
    )
  },
)

test('a reset brings the opening money back, once per key and once in 24 hours, and does not affect other users', async () => {
  await spend('1000')
  const key = randomUUID()
  const ask = askOf(fixture.clock, 1, { idempotencyKey: key })
  expect(await answers().resetSimulated({}, ask)).toEqual({ reset: true })
  expect(changed).toEqual(['1 simulated'])
  const { data } = await answers().getMyWalletData({}, ask)
  expect(data.items[0]).toMatchObject({ available: '10000', amount: '10000' })
  await spend('1000')
  const again = () => codeOf(answers().resetSimulated({}, askOf(fixture.clock, 1)))
  expect(await again()).toBe('reset_too_soon')
  fixture.clock.advance(86_400_000 - 1)
  expect(await again()).toBe('reset_too_soon')
  fixture.clock.advance(1)
  expect(await again()).toBe('ok')
  await spend('1000')
  expect(await answers().resetSimulated({}, ask)).toEqual({ reset: true })
  expect(formatAmount((await balances(fixture.deps.db, 1, 'simulated')).get(1) ?? 0n)).toBe('9000')
  expect(formatAmount((await balances(fixture.deps.db, 2, 'simulated')).get(1) ?? 0n)).toBe('10000')
})

test('values are rounded down, and a coin without a price is worth nothing', () => {
  const held = new Map([[id('BTC'), 1n]])
  const free = new Map([
    [id('BTC'), 2n],
    [id('SOL'), units('5')],
  ])
  const { list, total } = holdingsOf(free, [held], price)
  expect(list.find((one) => one.currency.code === 'BTC')).toMatchObject({
    amount: 3n,
    available: 2n,
    value: 198_000n,
  })
  expect(list.find((one) => one.currency.code === 'SOL')).toMatchObject({ amount: units('5'), value: 0n })
  expect(total).toBe(198_000n)
})
