import { ROUTES } from '@tickmark/wire/routes/all'
import { type orderItem, orderRoutes } from '@tickmark/wire/routes/orders'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { replyReader } from './replyReader.ts'

const item: z.output<typeof orderItem> = {
  orderId: '01a2b3c4-0000-7000-8000-000000000001',
  orderNumber: '000000000001',
  pid: 1,
  picture: '/coins/btc.svg',
  pair: 'BTC/USDT',
  secondsLeft: 60,
  totalSeconds: 61,
  timeName: '1 min',
  timeId: 110,
  direction: 0,
  rangeText: 'Any rise',
  rate: '0.92',
  stake: '10',
  feeRate: '0',
  fee: '0',
  profit: '9.2',
  currency: 'USDT',
  acceptedAt: 1_795_219_200_000,
  dueAt: 1_795_219_261_000,
  status: 0,
  outcome: null,
  barrierPpm: 0,
  chancePpm: 500_000,
  marginPpm: 40_000,
  entryPrice: null,
  entryAt: null,
  exitPrice: null,
  exitAt: null,
  level: null,
  hasReceipt: false,
  endedAt: null,
}
const list = orderRoutes.getMyLimitOrders.reply
const read = replyReader(list)

/** The result of a reader for a reply, or that it throws. */
function outcomeOf(make: () => unknown): unknown {
  try {
    return { made: make() }
  } catch {
    return 'thrown'
  }
}

test('a reply as declared is sent unchanged', () => {
  const reply = { list: [item, { ...item, outcome: 'won' as const, entryPrice: '67412.5' }], total: 2 }
  expect(read(reply)).toBe(reply)
})

test('fields that a route does not declare are removed', () => {
  const reply = { list: [{ ...item, userId: 7 }], total: 1, secret: 'x' }
  expect(read(reply)).toEqual({ list: [item], total: 1 })
})

test('a reply with a field missing or of another type is handled as the schema says', () => {
  const junk = fc.oneof(
    fc.constantFrom<unknown>(
      undefined,
      null,
      '',
      '1e5',
      '1.123456789',
      1.5,
      -1,
      2 ** 53,
      true,
      [],
      {},
      'won',
      'x',
    ),
    fc.string(),
    fc.integer(),
  )
  const names = Object.keys(item)
  fc.assert(
    fc.property(fc.constantFrom(...names), junk, fc.boolean(), (name, value, isAbsent) => {
      const changed: Record<string, unknown> = { ...item, [name]: value }
      if (isAbsent) delete changed[name]
      const reply = { list: [changed], total: 1 }
      expect(outcomeOf(() => read(reply))).toEqual(outcomeOf(() => z.parse(list, reply)))
    }),
    { numRuns: 3_000 },
  )
  for (const reply of [
    null,
    undefined,
    [],
    'x',
    {},
    { list: [] },
    { list: {}, total: 1 },
    { list: [null], total: 1 },
  ])
    expect(outcomeOf(() => read(reply))).toEqual(outcomeOf(() => z.parse(list, reply)))
})

test('every route has a reader, even where the schema has kinds that the quick check lacks', () => {
  for (const route of Object.values(ROUTES)) {
    const reader = replyReader(route.reply)
    expect(outcomeOf(() => reader(undefined))).toEqual(outcomeOf(() => z.parse(route.reply, undefined)))
  }
})
