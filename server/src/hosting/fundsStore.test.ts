import { PROGRAMME } from '@tickmark/core/arbitrage/programme'
import { currencyById } from '@tickmark/core/money/currencies'
import { ONE } from '@tickmark/core/money/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldAt } from '../wallet/history.ts'
import { inSnapshot } from '../wallet/ownFunds.ts'
import { statementOf } from '../wallet/statement.ts'
import type { Owner } from '../module/funds.ts'
import { hostingFunds } from './fundsStore.ts'
import { DAY_MS, openHostingFixture, type HostingFixture } from './hosting.testing.ts'

const START_MS = Date.parse('2027-01-10T12:00:00Z')
const funds = [hostingFunds]
const none = () => null

let hosting: HostingFixture
beforeAll(async () => void (hosting = await openHostingFixture(START_MS)))
afterAll(() => hosting.close())

test('statement and worth over time include payouts, also of a day closed after the order’s end', async () => {
  const users = [await hosting.user(1_000n * ONE), await hosting.user(1_000n * ONE)] as const
  const [userId, other] = users
  await hosting.host(other, '100')
  const id = await hosting.host(userId, '200')
  await hosting.host(userId, '300', { book: 'simulated' })
  await hosting.goTo('2027-01-11')
  await hosting.trade(3n)
  await hosting.goTo('2027-01-12')
  await hosting.trade(6n)
  hosting.clock.advance(DAY_MS + 5_000)
  const exitMs = hosting.clock.nowMs()
  await hosting.exit(userId, id)
  hosting.clock.advance(5_000)
  await hosting.work()
  const [real, simulated] = [{ userId, book: 'real' } as const, { userId, book: 'simulated' } as const]
  expect(await linesOf(real)).toEqual([
    ['deposit', '1000', '1000'],
    ['hosting', '-200', '800'],
    ['release', '199', '999'],
    ['yield', '0.00000002', '999.00000002'],
  ])
  expect(await linesOf(simulated)).toEqual([
    ['grant', '1000', '1000'],
    ['hosting', '-300', '700'],
    ['yield', '0.00000001', '700.00000001'],
    ['yield', '0.00000003', '700.00000004'],
  ])
  const times = [START_MS, exitMs - 1, exitMs, exitMs + 4_999, exitMs + 5_000]
  const sums = [1_000n * ONE, 1_000n * ONE, 999n * ONE, 999n * ONE, 999n * ONE + 2n]
  expect(await heldIn(real, times)).toEqual(sums)
  expect(await heldIn(simulated, times)).toEqual([0n, 1n, 1n, 1n, 4n].map((paid) => 1_000n * ONE + paid))
})

async function linesOf({ userId, book }: Owner): Promise<string[][]> {
  const span = { fromMs: 0, toMs: hosting.clock.nowMs() + 1, after: null, most: 50 }
  const query = { userId, book, currencyId: PROGRAMME.currency, kind: 'available', ...span } as const
  const prices = { price: none, firm: none, closeAt: none, isPaused: () => true, tickAt: async () => null }
  const { lines } = await statementOf({ ...hosting.deps, prices, funds }, query)
  return lines.map(({ cause, amount, balance }) => [cause, amount, balance])
}

async function heldIn(owner: Owner, times: readonly number[]) {
  const held = await inSnapshot(hosting.deps.db, (tx) => heldAt(tx, funds, owner, times))
  const usdt = currencyById(PROGRAMME.currency)
  return usdt && held.get(usdt)
}
