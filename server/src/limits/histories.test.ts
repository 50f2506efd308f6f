import { LIMIT_KINDS, type LimitKind } from '@tickmark/core/limits/limitKinds'
import { inForce, NO_LIMIT } from '@tickmark/core/limits/limits'
import type { Amount } from '@tickmark/core/money/money'
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addKeyless } from '../module/proof/keyless.testing.ts'
import { silentLog } from '../platform/log.ts'
import { boundsOf, createFixture, requestFor, START_MS, type Fixture } from '../orders/fixture.testing.ts'
import { exposureLimits } from '../orders/placing/exposureLimits.testing.ts'
import { listOrders } from '../orders/order/ownOrdersStore.ts'
import { countUse } from './countUse.ts'
import { entryOf, giveReal } from './fixture.testing.ts'
import { counted, holdsBack, type LimitModel, newModel, wish } from './model.testing.ts'
import { setLimit } from './setLimit.ts'
import { usedOf } from './figures.ts'
import { recordEvents } from '../module/events.testing.ts'
import { orderCounts } from '../orders/fundsStore.ts'
import { takeBreak } from './takePause.ts'

const ONE = 100_000_000n
const USERS = 70
const STEPS = 40

type Command =
  | { do: 'wish'; kind: LimitKind; value: number | null }
  | { do: 'place'; orders: { currencyId: number; usdt: bigint; real: boolean; long: boolean }[] }
  | { do: 'close'; nth: number; bidPpm: number }
  | { do: 'use'; minutes: number }
  | { do: 'break' }

const order = fc.record({
  currencyId: fc.constantFrom(1, 1, 2, 3, 4),
  usdt: fc.bigInt({ min: 1n, max: 130n }),
  real: fc.integer({ min: 0, max: 5 }).map((one) => one > 0),
  long: fc.integer({ min: 0, max: 7 }).map((one) => one === 0),
})
const money = fc.integer({ min: 20, max: 600 })
const minutes = fc.integer({ min: 1, max: 60 })
const wished = fc.oneof(
  fc.record({
    do: fc.constant('wish' as const),
    kind: fc.constantFrom(...LIMIT_KINDS.slice(0, 4)),
    value: fc.option(money, { freq: 3 }),
  }),
  fc.record({
    do: fc.constant('wish' as const),
    kind: fc.constantFrom(...LIMIT_KINDS.slice(4)),
    value: fc.option(minutes, { freq: 3 }),
  }),
)
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: wished },
  {
    weight: 16,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      orders: fc.array(order, { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('close' as const), nth: fc.nat(9), bidPpm: fc.nat(1_000_000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('use' as const), minutes: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'break' as const }) },
)
const wait = fc.constantFrom(
  0,
  61_000,
  61_000,
  200_000,
  3_600_000,
  7_200_000,
  20 * 3_600_000,
  24 * 3_600_000,
  50 * 3_600_000,
)

test('in no history of wishes, time, orders, results and closes is a limit in force exceeded, or an order refused without one', async () => {
  const seed = Number(process.env['TICKMARK_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  const waits = fc.sample(wait, { numRuns: STEPS, seed })
  const whole = fc.array(command, { minLength: STEPS, maxLength: STEPS })
  const histories = fc.sample(whole, { numRuns: USERS, seed })
  const fixture = await createFixture(USERS, { ...exposureLimits, exposure: () => boundsOf() })
  try {
    const users = Array.from({ length: USERS }, (_, i) => i + 1)
    await giveReal(fixture.database, users)
    for (const one of users) await addKeyless(fixture.database.db, one, START_MS)
    const play = player(fixture, seed)
    for (const [step, ms] of waits.entries()) {
      await play.pass(ms)
      await play.turn(histories.map((one) => one[step] as Command))
    }
    expect({ seed, found: await fixture.audit() }).toEqual({ seed, found: [] })
    for (const code of ['accepted', 'limit_loss', 'limit_stake', 'limit_time', 'on_break']) {
      expect(play.answers.get(code), `${code} with seed ${seed}`).toBeGreaterThan(0)
    }
  } finally {
    await fixture.close()
  }
})

function player(fixture: Fixture, seed: number) {
  const { database, clock, usdtPrices } = fixture
  const { db } = database
  const live = { hasOpenPage: () => false }
  const usdtPrice = (id: number): Amount | null => usdtPrices.get(id) ?? null
  const figures = { db, usdtPrice, counters: [orderCounts] }
  const use = countUse({ ...figures, clock, log: silentLog(), events: recordEvents(), live })
  const models = new Map<number, LimitModel>()
  const modelOf = (userId: number) =>
    models.get(userId) ?? models.set(userId, newModel()).get(userId) ?? newModel()
  const answers = new Map<string, number>()
  let nowMs = START_MS

  /** Lets time pass and prices move, and settles what is due. */
  async function pass(ms: number): Promise<void> {
    nowMs += ms + 1_700
    clock.set(nowMs)
    for (const [id, price] of usdtPrices)
      if (id > 2) usdtPrices.set(id, (price * BigInt(900 + (nowMs % 211))) / 1_000n)
    await fixture.log()
    await fixture.settleDue(Math.floor(nowMs / 1_000) * 1_000)
  }

  async function turn(commands: Command[]): Promise<void> {
    await Promise.all(commands.flatMap((one, i) => (one.do === 'place' ? [] : [act(i + 1, one)])))
    await use.write()
    await readResults()
    const asked = commands.flatMap((one, i) =>
      one.do === 'place' ? one.orders.map((given) => ({ userId: i + 1, ...given })) : [],
    )
    const requests = asked.map(({ userId, currencyId, usdt, real, long }, i) => {
      const base = requestFor(userId, { currencyId, book: real ? 'real' : 'simulated' })
      const stake = (usdt * ONE * ONE) / (usdtPrices.get(currencyId) ?? ONE)
      return { ...base, stake, terms: { ...base.terms, pid: 1 + (i % 16), durationId: long ? 117 : 110 } }
    })
    // All in one turn of the event loop, so that they arrive in this order.
    const decisions = await Promise.all(requests.map((request) => fixture.placing.place(request)))
    for (const [i, decision] of decisions.entries()) {
      const request = requests[i] as (typeof requests)[number]
      const { userId, book, currencyId, stake } = request
      const model = modelOf(userId)
      const expected = holdsBack(model, request, nowMs, usdtPrices)
      const code = decision.ok ? 'accepted' : decision.refusal.code
      answers.set(code, (answers.get(code) ?? 0) + 1)
      if (expected === null)
        expect(['accepted', 'insufficient_funds', 'user_limit'], `seed ${seed}`).toContain(code)
      else expect(expected.split(' or '), `seed ${seed}, user ${userId}`).toContain(code)
      if (!decision.ok) continue
      const { id } = decision.value.order
      model.orders.push({ id, book, currencyId, stake, acceptedAtMs: nowMs, result: null })
    }
    for (const [userId, model] of models) await mustStayBelow(userId, model)
  }

  async function act(userId: number, one: Exclude<Command, { do: 'place' }>): Promise<void> {
    const model = modelOf(userId)
    if (one.do === 'wish') {
      expect(await setLimit(userId, one.kind, String(one.value ?? ''), { db, clock })).toMatchObject({
        ok: true,
      })
      wish(model, one.kind, one.value, nowMs)
    } else if (one.do === 'use') {
      for (let i = 0; i < one.minutes; i++) {
        const atMs = nowMs - 60_000 * i
        use.recordUse(userId, atMs)
        model.minutes.add(Math.floor(atMs / 60_000))
      }
    } else if (one.do === 'break') {
      expect(await takeBreak(userId, 24, { db, clock })).toMatchObject({ ok: true })
      model.breakUntilMs = nowMs + 24 * 3_600_000
    } else {
      const { list } = await listOrders(db, { userId, book: 'real', status: 'open', pageSize: 10 })
      const open = list[one.nth % Math.max(1, list.length)]
      if (!open) return
      const bid = ((open.sums.stake + open.sums.profit) * BigInt(one.bidPpm)) / 1_000_000n
      const keyed = { userId, orderId: open.id, key: randomUUID(), fingerprint: randomUUID() }
      const entry = await entryOf(fixture, open)
      if (entry)
        await fixture.closing.closeOrder({ ...keyed, bid, expiresAtMs: Infinity, entry, consent: null })
    }
  }

  /** Other tests check the settlement of orders; here the results are given. */
  async function readResults(): Promise<void> {
    const rows = await db
      .selectFrom('orders')
      .select(['id', 'net', 'settled_at_ms'])
      .where('status', '=', 1)
      .execute()
    const results = new Map(
      rows.map((row) => [row.id, { net: row.net ?? 0n, settledAtMs: Number(row.settled_at_ms) }]),
    )
    for (const model of models.values()) {
      for (const one of model.orders) one.result = results.get(one.id) ?? null
    }
  }

  async function mustStayBelow(userId: number, model: LimitModel): Promise<void> {
    const used = await usedOf(figures, userId, nowMs)
    for (const kind of LIMIT_KINDS) {
      if (inForce(model.limits.get(kind) ?? NO_LIMIT, nowMs) === null || kind.startsWith('minutes')) continue
      const mine = counted(model, kind, nowMs, usdtPrices)
      expect(used[kind], `${kind} of ${userId}, seed ${seed}`).toBe((mine + ONE - 1n) / ONE)
    }
  }

  return { pass, turn, answers }
}
