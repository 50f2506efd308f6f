import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { formatAmount, parseAmount } from '@tickmark/core/money/money'
import { checkReceipt, type Step, type Verdict } from '@tickmark/core/receipts/receiptCheck'
import type { Receipt } from '@tickmark/core/receipts/receipts'
import { orderRoutes } from '@tickmark/wire/routes/orders'
import { refusalText, Refused } from '../http/calls/refused.ts'
import * as z from 'zod/mini'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallContext } from '../http/calls/context.ts'
import { balances } from '../ledger/store.ts'
import { logSigner, ORIGIN, RECEIPTS_KEY } from '../market/market.testing.ts'
import { askOf, bidFor, codeOf, openOrderFixture, START_PRICE, type OrderFixture } from './orders.testing.ts'

let fixture: OrderFixture
beforeEach(async () => {
  fixture = await openOrderFixture()
})
afterEach(() => fixture.close())

const NOBODY = '01900000-0000-7000-8000-000000000000'

async function quote(type = 0, pid = 1, timeId = 110, place = 0): Promise<string> {
  const offer = await fixture.answers.getTimeAccountCurrency({ type, pid, timeId }, askOf(fixture.clock, 1))
  return offer.ranges[place]?.id ?? ''
}

function place(
  change: Partial<Parameters<OrderFixture['answers']['createLimitOrder']>[0]>,
  context: CallContext = askOf(fixture.clock, 1),
) {
  const input = { pid: 1, stake: '100', timeId: 110, currencyId: 1, quoteId: '', ...change }
  return fixture.answers.createLimitOrder(input, context)
}

async function placed(type = 0, stake = '100', user = 1) {
  return place({ quoteId: await quote(type), stake }, askOf(fixture.clock, user))
}

const context = (user = 1, more: Partial<CallContext> = {}) => askOf(fixture.clock, user, more)

async function dollars(user = 1): Promise<string> {
  return formatAmount((await balances(fixture.deps.db, user, 'simulated')).get(1) ?? 0n)
}

/** The false steps of a receipt, except the missing consent: these callers sign no orders. */
function faultsOf({ steps }: Verdict): Step[] {
  return steps.filter((one) => !one.ok && !one.unshown)
}

async function receiptOf(orderId: string, user = 1): Promise<Receipt> {
  const { receipt } = await fixture.answers.getReceipt({ orderId }, context(user))
  return receipt as Receipt
}

test('[ORD-01] the sheet offers eight durations and three priced ranges, in words of the request’s language', async () => {
  const { list } = await fixture.answers.getLimitTimeType({}, context())
  expect(list.map((one) => one.id)).toEqual([110, 111, 112, 113, 114, 115, 116, 117])
  expect(list[0]).toEqual({ id: 110, name: '1 min', seconds: 60 })
  const offer = await fixture.answers.getTimeAccountCurrency({ type: 0, pid: 1, timeId: 110 }, context())
  expect(z.parse(orderRoutes.getTimeAccountCurrency.reply, offer)).toEqual(offer)
  expect(offer.currencies.map((one) => one.name)).toEqual(['USDT', 'USDC', 'ETH', 'BTC'])
  expect(offer.ranges.map((one) => [one.rangeText, one.rate])).toEqual([
    ['Any rise', '0.92'],
    ['Above +0.024%', '1.76'],
    ['Above +0.052%', '3.84'],
  ])
  expect(offer.price).toBe('67412.5')
  const down = await fixture.answers.getTimeAccountCurrency(
    { type: 1, pid: 1, timeId: 110 },
    context(1, { language: 'japanese' }),
  )
  expect(down.ranges.map((one) => one.rangeText)).toEqual([
    '少しでも下落',
    '−0.024% を下回る',
    '−0.052% を下回る',
  ])
})

test.each<[string, bigint, string]>([
  ['won', 1n, '92'],
  ['lost', -1n, '-100'],
  ['tied', 0n, '0'],
])(
  'an order that is %s runs from quote to receipt, and the books agree with it',
  async (outcome, move, net) => {
    const created = await placed()
    expect(z.parse(orderRoutes.createLimitOrder.reply, created)).toEqual(created)
    expect(created).toMatchObject({
      currency: 'USDT',
      rangeText: 'Any rise',
      rate: '0.92',
      feeRate: '0',
      fee: '0',
      expectedProfit: '92',
    })
    expect(created.order).toMatchObject({
      status: 0,
      stake: '100',
      profit: '92',
      entryPrice: null,
      level: null,
      outcome: null,
    })
    expect(await dollars()).toBe('9900')

    await fixture.pass(2)
    const open = await fixture.answers.getMyLimitOrders({ pageNum: 1, pageSize: 10, status: 0 }, context())
    expect(open.total).toBe(1)
    expect(open.list[0]).toMatchObject({
      entryPrice: '67412.5',
      level: '67412.5',
      pair: 'BTC/USDT',
      hasReceipt: false,
    })
    expect(await receiptOf(created.orderId)).toBeNull()

    fixture.prices.set(1, START_PRICE + move)
    await fixture.pass(61)
    const done = await fixture.answers.modifyLimitOrder({ orderId: created.orderId }, context())
    expect(done.net).toBe(net)
    expect(z.parse(orderRoutes.modifyLimitOrder.reply, done)).toEqual(done)
    expect(done.order).toMatchObject({ outcome, status: 1, profit: net, secondsLeft: 0, hasReceipt: true })
    expect(parseAmount(await dollars())).toBe(1_000_000_000_000n + (parseAmount(net) ?? 0n))

    const verdict = checkReceipt(JSON.parse(JSON.stringify(await receiptOf(created.orderId))), crypto, {
      origin: ORIGIN,
      log: logSigner.publicKey,
      receipts: RECEIPTS_KEY,
    })
    expect(faultsOf(verdict)).toEqual([])
    expect(verdict).toMatchObject({
      verdict: 'not_proven',
      summary: { outcome, net, order: created.orderId },
    })
    const finished = await fixture.answers.getMyLimitOrders(
      { pageNum: 0, pageSize: 10, status: 1 },
      context(),
    )
    expect(finished).toMatchObject({ total: 1, list: [{ orderId: created.orderId }] })
  },
)

test('orders of one second share their batches, and each has its own valid receipt', async () => {
  const ids = await Promise.all(
    [0, 1, 0, 1, 0].map(async (type, i) => (await placed(type, '10', 1 + (i % 3))).orderId),
  )
  fixture.prices.set(1, START_PRICE + 5n)
  await fixture.pass(63)
  for (const [i, id] of ids.entries()) {
    expect(checkReceipt(await receiptOf(id, 1 + (i % 3)), crypto).verdict).toBe('not_proven')
  }
})

test.each<[string, number, number]>([
  ['no entry tick', 0, 5],
  ['no settlement ticks', 5, 64],
])('with %s the order is void, the stake is back and the receipt shows why', async (_, before, without) => {
  const { orderId } = await placed()
  await fixture.pass(before)
  fixture.prices.delete(1)
  await fixture.pass(without)
  fixture.prices.set(1, START_PRICE)
  await fixture.pass(70 - before - without + 5)
  const done = await fixture.answers.modifyLimitOrder({ orderId }, context())
  expect(done).toMatchObject({ net: '0', order: { outcome: 'void', exitPrice: null } })
  expect(await dollars()).toBe('10000')
  const verdict = checkReceipt(await receiptOf(orderId), crypto)
  expect(faultsOf(verdict)).toEqual([])
})

const REFUSALS: [string, Partial<Parameters<typeof place>[0]>][] = [
  ['amount_invalid', { stake: '0' }],
  ['amount_invalid', { stake: '-1' }],
  ['amount_invalid', { stake: '1e400' }],
  ['amount_invalid', { stake: 'abc' }],
  ['amount_invalid', { stake: '' }],
  ['amount_too_precise', { stake: '1.1234567890123456789' }],
  ['stake_too_small', { stake: '0.99' }],
  ['stake_too_large', { stake: '5000.01' }],
  ['stake_too_large', { stake: '9'.repeat(60) }],
  ['insufficient_funds', { stake: '1', currencyId: 2 }],
  ['currency_unknown', { currencyId: 8 }],
  ['currency_not_accepted', { currencyId: 5 }],
  ['product_unknown', { pid: 99 }],
  ['duration_unknown', { timeId: 999 }],
  ['quote_invalid', { pid: 2 }],
  ['quote_invalid', { timeId: 111 }],
  ['quote_invalid', { quoteId: '' }],
  ['quote_invalid', { quoteId: 'a.b' }],
  ['quote_invalid', { quoteId: 'x'.repeat(512) }],
]

test('each fault of an order has its own refusal, and none moves money', async () => {
  const quoteId = await quote()
  const before = await balances(fixture.deps.db, 1, 'simulated')
  for (const [code, change] of REFUSALS) {
    expect([await codeOf(place({ quoteId, ...change })), change]).toEqual([code, change])
  }
  expect(await balances(fixture.deps.db, 1, 'simulated')).toEqual(before)
})

test('the house accepts no more than its limits allow, and names the limit', async () => {
  const codes = async (stake: string, times: number) => {
    const answers: string[] = []
    for (let i = 0; i < times; i++)
      answers.push(await codeOf(place({ quoteId: await quote(0, 1, 110, 2), stake, currencyId: 4 })))
    return answers
  }
  fixture.limits.userMost = 1_000_000n
  expect(await codes('0.004', 3)).toEqual(['ok', 'ok', 'user_limit'])
  fixture.limits.userMost = 100_000_000n
  fixture.limits.houseMost = 4_000_000n
  expect(await codes('0.004', 1)).toEqual(['exposure_limit'])
})

test('a house without its own money accepts nothing', async () => {
  await fixture.close()
  fixture = await openOrderFixture({ isFunded: false })
  expect(await codeOf(place({ quoteId: await quote() }))).toBe('bankroll_uncovered')
  expect(await dollars()).toBe('10000')
})

test('a quote is good for 15 s, and one changed in any character is refused', async () => {
  const id = await quote()
  for (const at of [0, 5, id.indexOf('.') - 1, id.indexOf('.'), id.indexOf('.') + 1, id.length - 1]) {
    const other = id[at] === 'A' ? 'B' : 'A'
    expect(await codeOf(place({ quoteId: id.slice(0, at) + other + id.slice(at + 1) }))).toBe('quote_invalid')
  }
  expect(await codeOf(place({ quoteId: `${id}=` }))).toBe('quote_invalid')
  await fixture.pass(14)
  expect(await codeOf(place({ quoteId: id }))).toBe('ok')
  await fixture.pass(1)
  expect(await codeOf(place({ quoteId: id }))).toBe('quote_expired')
})

test('a quote is void once the deviation has moved by more than 2 %, and a new one is valid', async () => {
  /** The result for a quote when the deviation moves as soon as the next model may be logged. */
  const quotedBefore = async (by: number) => {
    await fixture.pass(20)
    const id = await quote(0, 1, 110, 2)
    fixture.volatility.sigma = (fixture.volatility.sigma ?? 0) * by
    await fixture.pass(1)
    return codeOf(place({ quoteId: id }))
  }
  expect(await quotedBefore(1.019)).toBe('ok')
  // A model within a hundredth stays in force.
  expect(await quotedBefore(1.009)).toBe('ok')
  expect(await quotedBefore(1.03)).toBe('quote_expired')
  expect(await quotedBefore(0.97)).toBe('quote_expired')
  expect(await codeOf(place({ quoteId: await quote(0, 1, 110, 2) }))).toBe('ok')
})

test('where the deviation is an estimate, the rate pays the worst chance and the offer says so', async () => {
  const offer = async () =>
    (await fixture.answers.getTimeAccountCurrency({ type: 0, pid: 1, timeId: 110 }, context())).ranges[2]
  const sure = await offer()
  fixture.volatility.error = 0.007
  await fixture.pass(20)
  const unsure = await offer()
  expect([sure?.leastChancePpm, sure?.mostMarginPpm]).toEqual([sure?.chancePpm, 40_000])
  expect(Number(unsure?.rate)).toBeLessThan(Number(sure?.rate))
  expect((unsure?.leastChancePpm ?? 0) < (sure?.chancePpm ?? 0)).toBe(true)
  expect((unsure?.chancePpm ?? 0) > (sure?.chancePpm ?? 0)).toBe(true)
  expect(unsure?.marginPpm).toBe(40_000)
  expect(Math.round((unsure?.mostMarginPpm ?? 0) / 10_000)).toBe(7)
})

test('a bid counts the settlement window’s ticks that are already known', async () => {
  const orders = [
    await place({ quoteId: await quote(0, 1, 111), timeId: 111 }),
    await place({ quoteId: await quote(1, 1, 111), timeId: 111 }),
  ]
  const inWindowMs = (orders[0]?.dueAt ?? 0) - fixture.clock.nowMs() - 9_000
  await fixture.pass(Math.ceil(inWindowMs / 1000))
  const chances = async () => {
    const values = orders.map(({ orderId }) => fixture.answers.getOrderValue({ orderId }, context()))
    return (await Promise.all(values)).map((one) => (one?.chancePpm ?? 0) / 1e6)
  }
  expect(await chances()).toEqual([expect.closeTo(0.5, 1), expect.closeTo(0.5, 1)])
  fixture.prices.set(1, START_PRICE + START_PRICE / 100n)
  await fixture.pass(2)
  fixture.prices.set(1, START_PRICE)
  await fixture.pass(1)
  const [up, down] = (await chances()) as [number, number]
  // Two of nine ticks have passed the level, one has not, and six are to come: Up needs three of them, Down five.
  expect([up, down]).toEqual([expect.closeTo(0.549, 2), expect.closeTo(0.349, 2)])
})

test('a closed market takes no orders and makes no offers', async () => {
  const id = await quote()
  fixture.prices.delete(1)
  await fixture.pass(1)
  expect(await codeOf(place({ quoteId: id }))).toBe('market_closed')
  expect(await codeOf(quote())).toBe('market_closed')
  expect(await codeOf(quote(0, 2))).toBe('ok')
  fixture.prices.set(1, START_PRICE)
  await fixture.pass(1)
  fixture.volatility.sigma = null
  await fixture.pass(1)
  expect(await codeOf(quote())).toBe('market_closed')
  expect(await codeOf(quote(0, 99))).toBe('product_unknown')
  expect(await codeOf(quote(0, 1, 5))).toBe('duration_unknown')
})

test('funds, the limit of a user and their figures are named in the refusal', async () => {
  await place({ quoteId: await quote(), stake: '5000' })
  await place({ quoteId: await quote(), stake: '4999' })
  const thrown: unknown = await place({ quoteId: await quote(), stake: '2' }).catch((one: unknown) => one)
  expect(thrown).toBeInstanceOf(Refused)
  const { code, facts } = thrown as Refused
  expect(refusalText(code, 'english', facts)).toBe('You have 1 USDT available.')
  const small: unknown = await place({ quoteId: await quote(), stake: '0.5' }).catch((one: unknown) => one)
  expect(refusalText((small as Refused).code, 'english', (small as Refused).facts)).toBe(
    'The smallest order is 1 USDT.',
  )
})

test('the same key places once, whatever happened to quote and market; another request under it is refused', async () => {
  const key = randomUUID()
  const quoteId = await quote()
  const first = await place({ quoteId }, context(1, { idempotencyKey: key }))
  await fixture.pass(20)
  fixture.prices.delete(1)
  await fixture.pass(1)
  const again = await place({ quoteId }, context(1, { idempotencyKey: key }))
  expect(again.orderId).toBe(first.orderId)
  expect(again.secondsLeft).toBe(first.secondsLeft - 21)
  expect([again.ticket, again.proof]).toEqual([first.ticket, first.proof])
  const others = [{ stake: '101' }, { timeId: 111 }, { currencyId: 2 }, { pid: 2 }, { quoteId: 'x' }]
  for (const other of others)
    expect(await codeOf(place({ quoteId, ...other }, context(1, { idempotencyKey: key })))).toBe('key_reused')
  expect(await codeOf(place({ quoteId }, context(1, { idempotencyKey: key, book: 'real' })))).toBe(
    'key_reused',
  )
  expect(
    (await fixture.answers.getMyLimitOrders({ pageNum: 1, pageSize: 10, status: 0 }, context())).total,
  ).toBe(1)
})

test('another user’s order gets the answer of a missing one', async () => {
  const { orderId } = await placed()
  await fixture.pass(2)
  const { bidId } = await bidFor(fixture, orderId)
  for (const id of [orderId, NOBODY]) {
    expect(await codeOf(fixture.answers.modifyLimitOrder({ orderId: id }, context(2)))).toBe('order_unknown')
    expect(await codeOf(fixture.answers.getOrderValue({ orderId: id }, context(2)))).toBe('order_unknown')
    expect(await codeOf(fixture.answers.closeLimitOrder({ orderId: id, bidId }, context(2)))).toBe(
      'order_unknown',
    )
    expect(await codeOf(fixture.answers.getReceipt({ orderId: id }, context(2)))).toBe('order_unknown')
  }
  expect(
    (await fixture.answers.getMyLimitOrders({ pageNum: 1, pageSize: 10, status: 0 }, context(2))).total,
  ).toBe(0)
  expect(
    (
      await fixture.answers.getMyLimitOrders(
        { pageNum: 1, pageSize: 10, status: 0 },
        context(1, { book: 'real' }),
      )
    ).total,
  ).toBe(0)
})

test('[ORD-04] a call for a result before settlement waits, and returns it at settlement', async () => {
  const { orderId, dueAt } = await placed()
  const early = await fixture.answers.modifyLimitOrder({ orderId }, context())
  expect(early.net).toBeNull()
  await fixture.pass(58)
  expect(dueAt - fixture.clock.nowMs()).toBeLessThan(5_000)
  let given: number | null = null
  const waiting = fixture.answers.modifyLimitOrder({ orderId }, context()).then((done) => {
    given = fixture.clock.nowMs()
    return done
  })
  await fixture.pass(2)
  expect(given).toBeNull()
  await fixture.pass(2)
  expect((await waiting).net).toBe('0')
  expect(given).toBeLessThan(dueAt + 2_000)
})

test('when the log stands still, the wait ends after 5 s without a result', async () => {
  const { orderId } = await placed()
  await fixture.pass(58)
  await fixture.market.stop()
  const waiting = fixture.answers.modifyLimitOrder({ orderId }, context())
  await new Promise((resolve) => setTimeout(resolve, 50))
  fixture.clock.advance(5_000)
  expect((await waiting).net).toBeNull()
})

test('an open order has a value and a bid, can be closed at it once, and its receipt holds', async () => {
  const { orderId } = await placed()
  expect(await fixture.answers.getOrderValue({ orderId }, context())).toBeNull()
  await fixture.pass(2)
  const value = await bidFor(fixture, orderId)
  expect(z.parse(orderRoutes.getOrderValue.reply, value)).toEqual(value)
  expect(Number(value.value)).toBeGreaterThan(90)
  expect(Number(value.bid)).toBeCloseTo(Number(value.value) * 0.96, 4)
  const request = context()
  const closed = await fixture.answers.closeLimitOrder({ orderId, bidId: value.bidId }, request)
  expect(closed.order).toMatchObject({ outcome: 'closed', status: 1, exitPrice: null, entryPrice: '67412.5' })
  expect(Number(closed.net)).toBeCloseTo(Number(value.bid) - 100, 8)
  expect(await fixture.answers.closeLimitOrder({ orderId, bidId: value.bidId }, request)).toEqual(closed)
  expect(await codeOf(fixture.answers.closeLimitOrder({ orderId, bidId: value.bidId }, context()))).toBe(
    'order_finished',
  )
  expect(await codeOf(fixture.answers.closeLimitOrder({ orderId, bidId: 'x.y' }, request))).toBe('key_reused')
  expect(await fixture.answers.getOrderValue({ orderId }, context())).toBeNull()
  expect(Number(await dollars())).toBeCloseTo(9_900 + Number(value.bid), 8)
  expect(await receiptOf(orderId), 'no receipt before the log has the close').toBeNull()
  await fixture.pass(1)
  expect(checkReceipt(await receiptOf(orderId), crypto)).toMatchObject({
    verdict: 'not_proven',
    summary: { outcome: 'closed' },
  })
})

test('a bid is for one order, for 5 s, and only while a new bid would be about as high; a close in the last 5 s is refused', async () => {
  const [one, other] = [await placed(), await placed(0, '50')]
  await fixture.pass(2)
  const value = await bidFor(fixture, one.orderId)
  const close = (orderId: string, bidId: string) =>
    codeOf(fixture.answers.closeLimitOrder({ orderId, bidId }, context()))
  expect(await close(other.orderId, value.bidId)).toBe('quote_invalid')
  expect(await close(one.orderId, await quote())).toBe('quote_invalid')
  expect(await close(one.orderId, `${value.bidId}A`)).toBe('quote_invalid')
  expect(await codeOf(place({ quoteId: value.bidId }))).toBe('quote_invalid')
  fixture.prices.set(1, START_PRICE - START_PRICE / 10_000n)
  await fixture.pass(1)
  expect(await close(one.orderId, value.bidId)).toBe('quote_expired')
  fixture.prices.set(1, START_PRICE)
  await fixture.pass(3)
  expect(await close(one.orderId, value.bidId)).toBe('ok')
  const late = await bidFor(fixture, other.orderId)
  await fixture.pass(5)
  expect(await close(other.orderId, late.bidId)).toBe('quote_expired')
  fixture.prices.delete(1)
  await fixture.pass(1)
  expect(await fixture.answers.getOrderValue({ orderId: other.orderId }, context())).toBeNull()
  fixture.prices.set(1, START_PRICE)
  await fixture.pass(40)
  const { bidId } = await bidFor(fixture, other.orderId)
  await fixture.pass(4)
  expect(await fixture.answers.getOrderValue({ orderId: other.orderId }, context())).toBeNull()
  expect(await close(other.orderId, bidId)).toBe('close_too_late')
})

test('an order can be closed at exactly 5 s before its due second, but not a millisecond later', async () => {
  const [last, late] = [await placed(), await placed()]
  await fixture.pass(54)
  const valueOf = (orderId: string) => fixture.answers.getOrderValue({ orderId }, context())
  const close = (orderId: string, bidId: string) =>
    codeOf(fixture.answers.closeLimitOrder({ orderId, bidId }, context()))
  fixture.clock.advance(last.dueAt - 5_000 - fixture.clock.nowMs())
  const bids = [(await valueOf(last.orderId))?.bidId, (await valueOf(late.orderId))?.bidId]
  expect(await close(last.orderId, bids[0] ?? '')).toBe('ok')
  fixture.clock.advance(1)
  expect(await close(late.orderId, bids[1] ?? '')).toBe('close_too_late')
  expect(await valueOf(late.orderId)).toBeNull()
})

test('[ORD-06] lists come newest first, ten a page, by number or by key', async () => {
  const ids: string[] = []
  for (let i = 0; i < 12; i++) {
    ids.unshift((await placed(0, '1')).orderId)
    await fixture.pass(1)
  }
  const page = (pageNum: number, before?: string) =>
    fixture.answers.getMyLimitOrders(
      { pageNum, pageSize: 10, status: 0, ...(before && { before }) },
      context(),
    )
  const first = await page(1)
  expect(first.total).toBe(12)
  expect(first.list.map((one) => one.orderId)).toEqual(ids.slice(0, 10))
  expect((await page(0)).list).toEqual(first.list)
  expect((await page(2)).list.map((one) => one.orderId)).toEqual(ids.slice(10))
  expect((await page(1, ids[9])).list.map((one) => one.orderId)).toEqual(ids.slice(10))
})
