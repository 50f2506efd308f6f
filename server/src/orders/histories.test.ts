import { accept } from '@tickmark/core/decision'
import type { Tick } from '@tickmark/core/market/fixing'
import type { Amount } from '@tickmark/core/money/money'
import { ENTRY_DELAY_MS, ENTRY_WAIT_MS, entryFixing, exitFixing } from '@tickmark/core/market/fixing'
import { durationById } from '@tickmark/core/orders/durations'
import { CLOSE_UNTIL_S, sumsFor } from '@tickmark/core/orders/orders'
import { runs } from '@tickmark/core/runs.testing'
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { resetSimulated } from '../ledger/grants.ts'
import { createBooks, type Books } from './books.testing.ts'
import { boundsOf, createFixture, requestFor, START_MS, type Fixture } from './fixture.testing.ts'
import type { Order } from './order/order.ts'
import type { PlaceLimits } from './placing/admitBatch.ts'
import type { PlaceRequest } from './placing/placingStore.ts'

const ONE = 100_000_000n

type Command =
  | {
      do: 'place'
      currency: number
      pid: number
      units: bigint
      up: boolean
      ratePct: number
      barrierPpm: number
      long: boolean
    }
  | { do: 'again'; nth: number; same: boolean }
  | { do: 'close'; nth: number; bidPpm: number }
  | { do: 'settle'; nth: number; entry: number | null; exit: number | null }
  | { do: 'reset' }

const price = fc.option(fc.integer({ min: 1, max: 4 }), { freq: 8 })
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      currency: fc.constantFrom(1, 1, 1, 3, 4),
      pid: fc.integer({ min: 1, max: 2 }),
      units: fc.bigInt({ min: 100n, max: 6_000n * ONE }),
      up: fc.boolean(),
      ratePct: fc.integer({ min: 5, max: 400 }),
      barrierPpm: fc.constantFrom(0, 0, 10_000),
      long: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('again' as const), nth: fc.nat(20), same: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('close' as const), nth: fc.nat(20), bidPpm: fc.nat(1_000_000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('settle' as const), nth: fc.nat(20), entry: price, exit: price }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const) }) },
)
const history = fc.array(command, { minLength: 1, maxLength: 50, size: 'max' })

function placeRequest(userId: number, one: Extract<Command, { do: 'place' }>): PlaceRequest {
  const terms = {
    pid: one.pid,
    durationId: one.long ? 111 : 110,
    direction: one.up ? ('up' as const) : ('down' as const),
    barrierPpm: one.barrierPpm,
    ratePct: one.ratePct,
    chancePpm: 500_000,
    marginPpm: 40_000,
  }
  return requestFor(userId, {
    terms,
    currencyId: one.currency,
    stake: one.currency === 1 ? one.units : one.units / 5_000n + 100n,
  })
}

test('[T1] no history of thousands in memory breaks an invariant', () => {
  const limits: PlaceLimits = {
    userMost: () => 9_000n * ONE,
    exposure: () => boundsOf({ user: 11_000n * ONE, house: 15_000n * ONE }),
  }
  const run = (commands: Command[]) => {
    const books = createBooks(limits)
    books.fund('simulated', 1, 12_000n * ONE)
    books.fund('simulated', 3, ONE / 2n)
    books.grantOpening(1)
    const placed: PlaceRequest[] = []
    for (const one of commands) playAlone(books, placed, one)
    expect(books.problems()).toEqual([])
  }
  fc.assert(fc.property(history, run), { numRuns: runs(4_000, 20_000), endOnFailure: true })
})

function playAlone(books: Books, placed: PlaceRequest[], one: Command): void {
  const open = placed.filter((request) => books.orders.get(`1 ${request.key}`)?.settlement === null)
  if (one.do === 'place') {
    const request = placeRequest(1, one)
    if (books.place(request) === 'accepted') placed.push(request)
  } else if (one.do === 'again') {
    const request = placed[one.nth % Math.max(1, placed.length)]
    if (request) expect(books.place({ ...request, stake: 1n })).toBe('repeated')
  } else if (one.do === 'reset') {
    books.reset(1)
  } else {
    const request = open[one.nth % Math.max(1, open.length)]
    if (!request) return
    const tick = (seq: number, units: number | null): Tick | null =>
      units === null ? null : { seq, atMs: 0, price: BigInt(units) * ONE }
    if (one.do === 'settle') books.settle(1, request.key, tick(1, one.entry), tick(2, one.exit))
    else books.close(1, request.key, bidOf(request, one.bidPpm))
  }
}

function bidOf({ stake, terms }: PlaceRequest, bidPpm: number): Amount {
  const sums = sumsFor(stake, terms.ratePct)
  return ((sums.stake + sums.profit) * BigInt(bidPpm)) / 1_000_000n
}

test('[T1] hundreds of histories at once in PostgreSQL end like the rules in memory, and the books balance', async () => {
  // The house runs short on the way, so that whole batches take the slow path.
  const limits: PlaceLimits = {
    userMost: () => 9_000n * ONE,
    exposure: (id) =>
      boundsOf(id === 1 ? { user: 12_000n * ONE, house: 900_000n * ONE } : { house: 200n * ONE }),
  }
  const seed = Number(process.env['TICKMARK_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  const histories = fc.sample(history, { numRuns: runs(300, 1_000), seed })
  const fixture = await createFixture(histories.length / 2, limits)
  try {
    const play = playInStep(fixture, limits, histories)
    for (let step = 0; step < 50; step++) await play(step)
    const stored = await fixture.database.db.selectFrom('account').select(['id', 'balance']).execute()
    const differing = stored.filter((row) => (play.books.balances.get(row.id) ?? 0n) !== row.balance)
    expect({ seed, differing }).toEqual({ seed, differing: [] })
    expect(play.books.problems()).toEqual([])
    expect({ seed, found: await fixture.audit() }).toEqual({ seed, found: [] })
    // The histories covered every kind of outcome.
    for (const code of [
      'accepted',
      'repeated',
      'key_reused',
      'insufficient_funds',
      'user_limit',
      'exposure_limit',
    ]) {
      expect(play.answers.get(code), code).toBeGreaterThan(0)
    }
  } finally {
    await fixture.close()
  }
})

interface Held {
  request: PlaceRequest
  order: Order
  ticketSeq: number
}

/**
 * Plays the histories side by side, one command of each at a time, in the database and in memory. Two histories share a
 * user.
 */
function playInStep(fixture: Fixture, limits: PlaceLimits, histories: Command[][]) {
  const books = createBooks(limits)
  const answers = new Map<string, number>()
  for (const book of ['real', 'simulated'] as const) {
    for (const [currency, amount] of [
      [1, 1_000_000n],
      [2, 1_000_000n],
      [3, 300n],
      [4, 15n],
    ] as const) {
      books.fund(book, currency, amount * ONE)
    }
  }
  const users = Array.from({ length: histories.length / 2 }, (_, i) => i + 1)
  for (const user of users) books.grantOpening(user)
  const held = new Map<number, Held[]>(users.map((user) => [user, []]))
  const userOf = (i: number) => (i >> 1) + 1
  const heldBy = (i: number, nth: number) => {
    const mine = held.get(userOf(i)) ?? []
    return mine[nth % Math.max(1, mine.length)]
  }
  let nowMs = START_MS

  async function step(number: number): Promise<void> {
    nowMs += 7_300
    fixture.clock.set(nowMs)
    const now = histories.map((commands) => commands[number])
    await placeAll(now)
    await Promise.all(
      users.map(async (user) => {
        for (const i of [2 * user - 2, 2 * user - 1]) await finishOrReset(now[i], i)
      }),
    )
    await fixture.log()
    await settleAll()
  }

  async function placeAll(now: (Command | undefined)[]): Promise<void> {
    const requests = now.flatMap((one, i) => {
      if (one?.do === 'place') return [placeRequest(userOf(i), one)]
      const earlier = one?.do === 'again' ? heldBy(i, one.nth) : undefined
      if (one?.do !== 'again' || !earlier) return []
      return [one.same ? earlier.request : { ...earlier.request, fingerprint: randomUUID() }]
    })
    // All in one turn of the event loop, so that they arrive as one batch in this order.
    const decisions = await Promise.all(requests.map((request) => fixture.placing.place(request)))
    for (const [i, decision] of decisions.entries()) {
      const request = requests[i] as PlaceRequest
      const code = !decision.ok ? decision.refusal.code : decision.value.isRepeat ? 'repeated' : 'accepted'
      answers.set(code, (answers.get(code) ?? 0) + 1)
      expect(code).toBe(books.place(request))
      if (!decision.ok || decision.value.isRepeat) continue
      held.get(request.userId)?.push({
        request,
        order: decision.value.order,
        ticketSeq: fixture.market.seqAt(nowMs),
      })
    }
  }

  async function finishOrReset(one: Command | undefined, i: number): Promise<void> {
    if (one?.do === 'reset') {
      books.reset(userOf(i))
      await resetSimulated(
        fixture.database.db,
        fixture.clock,
        { userId: userOf(i), key: randomUUID() },
        async () => accept(null),
      )
      return
    }
    const target = one?.do === 'close' ? heldBy(i, one.nth) : undefined
    const entry = target && (await entryOf(target))
    if (one?.do !== 'close' || !target || !entry || entry.atMs > nowMs) return
    const { order, request } = target
    const bid = bidOf(request, one.bidPpm)
    const asked = {
      userId: userOf(i),
      orderId: order.id,
      key: randomUUID(),
      fingerprint: randomUUID(),
      bid,
      expiresAtMs: Infinity,
      entry,
      consent: null,
    }
    const decision = await fixture.closing.closeOrder(asked)
    const isOpen = books.orders.get(`${userOf(i)} ${request.key}`)?.settlement === null
    const isEarly = nowMs <= order.dueAtMs - CLOSE_UNTIL_S * 1000
    expect(decision.ok ? 'closed' : decision.refusal.code).toBe(
      !isOpen ? 'order_finished' : isEarly ? 'closed' : 'close_too_late',
    )
    if (decision.ok) books.close(userOf(i), request.key, bid)
  }

  async function settleAll(): Promise<void> {
    const headAtMs = Math.floor(nowMs / 1000) * 1000
    const settled = await fixture.settleDue(headAtMs)
    let expected = 0
    for (const one of [...held.values()].flat()) {
      const { request, order } = one
      if (books.orders.get(`${request.userId} ${request.key}`)?.settlement || order.dueAtMs > headAtMs)
        continue
      const [entry, exit] = [await entryOf(one), await exitOf(one)]
      if ((!entry || !exit) && headAtMs < order.dueAtMs + 3_000) continue
      books.settle(request.userId, request.key, entry, exit)
      expected++
    }
    expect(settled).toBe(expected)
  }

  async function entryOf({ order, ticketSeq }: Held): Promise<Tick | null> {
    const { acceptedAtMs, terms } = order
    const from = acceptedAtMs + ENTRY_DELAY_MS
    const ticks = await fixture.market.ticksBetween(terms.pid, from, from + ENTRY_WAIT_MS)
    const fixing = entryFixing(ticks, { acceptedAtMs, ticketSeq })
    return fixing.ok ? fixing.tick : null
  }

  async function exitOf({ order: { dueAtMs, terms } }: Held): Promise<Tick | null> {
    const fixingTicks = durationById(terms.durationId)?.fixingTicks ?? 0
    const ticks = await fixture.market.ticksBetween(terms.pid, dueAtMs - fixingTicks * 1000, dueAtMs)
    const fixing = exitFixing(ticks, { dueAtMs, fixingTicks })
    return fixing.ok ? fixing.tick : null
  }

  return Object.assign(step, { books, answers })
}
