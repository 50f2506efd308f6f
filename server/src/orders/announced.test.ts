import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { checkReceipt } from '@tickmark/core/receipts/receiptCheck'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askOf, bidFor, codeOf, openOrderFixture, START_MS, type OrderFixture } from './orders.testing.ts'

let fixture: OrderFixture
beforeEach(async () => {
  fixture = await openOrderFixture()
})
afterEach(() => fixture.close())

const context = () => askOf(fixture.clock, 1)

async function quote(): Promise<string> {
  const asked = { type: 0 as const, pid: 1, timeId: 110 }
  return (await fixture.answers.getTimeAccountCurrency(asked, context())).ranges[0]?.id ?? ''
}

const place = (quoteId: string) =>
  fixture.answers.createLimitOrder({ pid: 1, stake: '100', timeId: 110, currencyId: 1, quoteId }, context())

test('an offer names its price, its chances and until when it stands', async () => {
  const asked = { type: 0 as const, pid: 1, timeId: 110 }
  const offer = await fixture.answers.getTimeAccountCurrency(asked, context())
  expect(offer).toMatchObject({ asOf: START_MS, price: '67412.5' })
  expect(offer.deviationPpm).toBeGreaterThan(0)
  const [range] = offer.ranges
  expect(range?.expiresAt).toBe(fixture.clock.nowMs() + 15_000)
  expect(range?.leastChancePpm).toBeLessThanOrEqual(range?.chancePpm ?? 0)
  expect(range?.marginPpm).toBeLessThanOrEqual(range?.mostMarginPpm ?? 0)
  expect(offer.currencies[0]).toMatchObject({ currencyId: 1, name: 'USDT' })
})

test('only the durations of the rules in force are on offer', async () => {
  const rules = fixture.market.rules()
  if (!rules) throw new Error('there are rules')
  const list = async () =>
    (await fixture.answers.getLimitTimeType({}, context())).list.map(({ id, seconds }) => ({ id, seconds }))
  const all = await list()
  expect(all.find((one) => one.id === 110)).toEqual({ id: 110, seconds: 60 })
  const durations = rules.durations.filter(([seconds]) => seconds !== 60)
  fixture.deps.prices = { ...fixture.market, rules: () => ({ ...rules, durations }) }
  expect(await list()).toEqual(all.filter((one) => one.id !== 110))
  expect(await codeOf(quote())).toBe('duration_unknown')
})

test.each<
  [
    what: string,
    prices: (own: OrderFixture['market']) => Partial<OrderFixture['deps']['prices']>,
    code: string,
    close: string,
  ]
>([
  [
    'trading is paused',
    () => ({ isPaused: () => true, acceptsOrders: () => false }),
    'trading_paused',
    'trading_paused',
  ],
  ['no rules are to come', () => ({ rulesFrom: () => Infinity }), 'market_closed', 'ok'],
  ['the coin takes no orders', () => ({ acceptsOrders: () => false }), 'market_closed', 'market_closed'],
  [
    'another coin takes none',
    ({ acceptsOrders }) => ({ acceptsOrders: (pid) => pid === 1 && acceptsOrders(1) }),
    'ok',
    'ok',
  ],
  ['the coin has no deviation', () => ({ deviation: () => null }), 'market_closed', 'market_closed'],
  ['there are no rules', () => ({ rules: () => null }), 'market_closed', 'market_closed'],
])('while %s, an offer and a close say so', async (_what, prices, code, close) => {
  const { orderId } = await place(await quote())
  await fixture.pass(2)
  const { bidId } = await bidFor(fixture, orderId)
  fixture.deps.prices = { ...fixture.market, ...prices(fixture.market) }
  expect(await codeOf(quote())).toBe(code)
  expect(await codeOf(fixture.answers.closeLimitOrder({ orderId, bidId }, context()))).toBe(close)
})

test('while rules are announced and not in force, nothing new is priced, but open orders can be closed', async () => {
  const { orderId } = await place(await quote())
  const id = await quote()
  await fixture.pass(2)
  const from = Date.parse('2026-11-22T00:00:00Z')
  fixture.deps.prices = { ...fixture.market, rulesFrom: () => from }
  expect(await codeOf(quote())).toBe('rules_announced')
  const thrown: unknown = await place(id).catch((one: unknown) => one)
  expect(thrown).toMatchObject({ code: 'rules_announced', facts: { from: '2026-11-22 00:00 UTC' } })
  const { bidId } = await bidFor(fixture, orderId)
  expect(await codeOf(fixture.answers.closeLimitOrder({ orderId, bidId }, context()))).toBe('ok')
  await fixture.pass(2)
  const { receipt } = await fixture.answers.getReceipt({ orderId }, context())
  const verdict = checkReceipt(receipt, crypto)
  expect(verdict.verdict).toBe('not_proven')
  expect(verdict.steps.filter((one) => one.ok).map((one) => one.name)).toEqual(
    expect.arrayContaining(['price', 'bid', 'close_logged']),
  )
})
