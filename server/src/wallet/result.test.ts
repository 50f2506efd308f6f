import { describe, expect, test, afterEach, beforeEach } from 'vitest'
import { moneyKey, newUser, setServer, type Caller } from '../app/app.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { askOf } from '../orders/orders.testing.ts'
import { openWallet, units, type Wallet } from './wallet.testing.ts'

const HOUR = 3_600_000

describe('a user’s own result', () => {
  let wallet: Wallet
  beforeEach(async () => {
    wallet = await openWallet()
    await wallet.pay(1, 'USDT', '1000')
    await wallet.pay(1, 'ETH', '1')
  })
  afterEach(() => wallet.end())

  const sums = async (dayStart?: number) => {
    const input = dayStart === undefined ? {} : { dayStart }
    const { total, inOrders, today } = (await wallet.answers.getMyWalletData(input, ask())).data
    const { allTime } = await wallet.answers.getHoldingsHistory({ range: '1D' }, ask())
    return { total, inOrders, today, allTime }
  }
  const ask = () => askOf(wallet.clock, 1)

  const lose = async (code: string, stake: string) =>
    wallet.settle(await wallet.place(1, code, stake), 'lost')

  test('an account that only lost 10 USDT reads -10, whatever its coins do', async () => {
    await lose('USDT', '10')
    expect(await sums()).toEqual({ total: '4490', inOrders: '0', today: '-10', allTime: '-10' })
    wallet.prices.set(2, units('9000'))
    expect(await sums()).toEqual({ total: '9990', inOrders: '0', today: '-10', allTime: '-10' })
  })

  test('an open order is no result yet, and its stake is shown', async () => {
    const order = await wallet.place(1, 'USDT', '40', '32')
    expect(await sums()).toEqual({ total: '4500', inOrders: '40', today: '0', allTime: '0' })
    await wallet.settle(order, 'won')
    expect(await sums()).toEqual({ total: '4532', inOrders: '0', today: '32', allTime: '32' })
  })

  test.each([
    ['a gift or deposit', () => wallet.pay(1, 'USDT', '500')],
    [
      'a withdrawal under way',
      () => wallet.pay(1, 'USDT', '500', { cause: 'withdrawal', from: 'available', to: 'hold' }),
    ],
    [
      'a swap',
      () =>
        wallet.answers.currencyExchange({ currencyId: 1, toCurrencyId: 3, amount: '350', quote: '' }, ask()),
    ],
    [
      'a payout of hosting',
      async () => {
        const paid = async (_: unknown, __: unknown, times: readonly number[]) =>
          new Map([[1, times.map(() => units('5'))]])
        wallet.deps.funds = [...wallet.deps.funds, { netsBetween: paid }]
      },
    ],
  ])('%s changes no result', async (_, move) => {
    await lose('USDT', '10')
    await move()
    expect(await sums()).toMatchObject({ inOrders: '0', today: '-10', allTime: '-10' })
  })

  test('coins won and lost are summed in their own units and valued at the present index', async () => {
    await lose('ETH', '0.00000001')
    expect(await sums()).toMatchObject({ today: '-0.000035' })
    await wallet.settle(await wallet.place(1, 'ETH', '0.1', '0.09'), 'won')
    wallet.prices.set(2, units('4000'))
    expect(await sums()).toMatchObject({ today: '359.99996', allTime: '359.99996' })
  })

  test('a day begins at the user’s midnight, at most two days ago; at UTC midnight without a given time', async () => {
    wallet.clock.advance(HOUR)
    await lose('USDT', '10')
    wallet.clock.advance(24 * HOUR)
    await lose('USDT', '3')
    const nowMs = wallet.clock.nowMs()
    expect(await sums()).toMatchObject({ today: '-3', allTime: '-13' })
    expect(await sums(nowMs - 25 * HOUR)).toMatchObject({ today: '-13' })
    expect(await sums(nowMs)).toMatchObject({ today: '-3' })
    expect(await sums(nowMs + 1)).toMatchObject({ today: '0' })
    wallet.clock.advance(49 * HOUR)
    expect(await sums(0)).toMatchObject({ today: '0', allTime: '-13' })
  })
})

describe('over HTTP', () => {
  const clock = movableClock()
  const server = setServer({ clock })

  async function place(user: Caller, type: number): Promise<void> {
    const asked = await user.get('/api/getTimeAccountCurrency', {
      query: { type: String(type), pid: '1', timeId: '110' },
    })
    const { ranges } = asked.body.data as { ranges: { id: string }[] }
    const json = { pid: 1, stake: '10', timeId: 110, currencyId: 1, quoteId: ranges[0]?.id ?? '', book: 1 }
    expect((await user.post('/api/createLimitOrder', { json, headers: moneyKey() })).status).toBe(200)
  }

  async function walletOf(user: Caller): Promise<{ total: string; inOrders: string; today: string }> {
    const { body } = await user.get('/api/getMyWalletData', { query: { book: '1' } })
    return (body.data as { data: { total: string; inOrders: string; today: string } }).data
  }

  test('of two opposite orders one account reads -10 today, while the prices of its coins move', async () => {
    const users = [await newUser(() => server.url, 31), await newUser(() => server.url, 32)]
    for (const [type, user] of users.entries()) await place(user, type)
    for (const user of users) expect(await walletOf(user)).toMatchObject({ inOrders: '10', today: '0' })
    clock.advance(70_000)
    await server.app.market.idle()
    const read = () => Promise.all(users.map(walletOf))
    await expect.poll(async () => (await read()).map((one) => one.inOrders)).toEqual(['0', '0'])
    const [one, other] = await read()
    const loser = one?.today === '-10' ? 0 : 1
    expect([one?.today, other?.today]).toContain('-10')
    expect(Number((loser === 0 ? other : one)?.today)).toBeGreaterThan(0)
    clock.advance(20_000)
    await server.app.market.idle()
    await expect.poll(async () => (await read())[loser]?.total).not.toBe((loser === 0 ? one : other)?.total)
    expect((await read())[loser]?.today).toBe('-10')
  })
})
