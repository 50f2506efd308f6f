import { OPENING_PRODUCTS } from '@tickmark/core/arbitrage/programme'
import { ONE } from '@tickmark/core/money/money'
import { runs } from '@tickmark/core/runs.testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cut, cutLine, isStatement } from '../db/cuts.testing.ts'
import { openDatabase } from '../db/pool.ts'
import { silentLog } from '../platform/log.ts'
import { closeNextDay } from './closing/closeDay.ts'
import { closedDays } from './dayStore.ts'
import { expireSome } from './ending/expire.ts'
import { transact } from '../db/transact.ts'
import { DAY_MS, logProducts, openHostingFixture, type HostingFixture } from './hosting.testing.ts'
import type { HostingDeps } from './ports.ts'
import { insertVersion, type ProductVersion } from './products/productStore.ts'
import { hostingAnswers } from './routes.ts'

const usdt = (sum: number) => BigInt(sum) * ONE

/** The usual run cuts at every second statement, before and after. */
const EVERY = runs(2, 1)
/** A product of one day. */
const SHORT = 9

let hosting: HostingFixture
beforeAll(async () => {
  hosting = await openHostingFixture(Date.parse('2027-01-10T12:00:00Z'))
  const short = { ...OPENING_PRODUCTS[0], mid: SHORT, version: 1, days: 1, isOpen: true, fromMs: 0 }
  await transact(hosting.deps.db, async (tx) => {
    await insertVersion(tx, short as ProductVersion)
    await logProducts(tx, hosting.clock.nowMs())
  })
})
afterAll(() => hosting.close())

const nextMidnightMs = () => (Math.floor(hosting.clock.nowMs() / DAY_MS) + 1) * DAY_MS

/** A host with an order of 1,000, and the host's total then: balance and hosted money. */
interface Host {
  userId: number
  id: string
}

/** A transaction of the house, on an order that is ready for it. */
interface Step {
  ready(): Promise<Host>
  /** Runs the step; also repeated, as the house does after a restart, or the page with the same key. */
  run(host: Host, house: HostingDeps, key: string): Promise<unknown>
  end: { has: bigint; hosted: bigint; told: number }
}

async function host(mid = 1): Promise<Host> {
  const userId = await hosting.user(usdt(1_000))
  return { userId, id: await hosting.host(userId, '1000', { mid }) }
}

const STEPS: Record<string, Step> = {
  'closing a day that pays': {
    async ready() {
      const one = await host()
      await hosting.goTo(nextMidnightMs())
      await hosting.trade(usdt(1_000))
      hosting.clock.advance(nextMidnightMs() - hosting.clock.nowMs())
      return one
    },
    run: (_, house) => closeNextDay(house),
    end: { has: usdt(3) / 10n, hosted: usdt(1_000), told: 0 },
  },
  'placing an order': {
    ready: async () => ({ userId: await hosting.user(usdt(1_000)), id: '' }),
    run: ({ userId }, house, key) =>
      hostingAnswers(house).orderConfirmation(
        { buyMoney: '400', mid: 1, type: '0', userNum: '1' },
        hosting.ask(userId, 'real', key),
      ),
    end: { has: usdt(600), hosted: usdt(400), told: 0 },
  },
  'exiting early': {
    ready: () => host(),
    run: ({ userId, id }, house, key) =>
      hostingAnswers(house).exitHosting({ orderNumber: id }, hosting.ask(userId, 'real', key)),
    end: { has: usdt(995), hosted: 0n, told: 1 },
  },
  'giving a principal back': {
    async ready() {
      const one = await host(SHORT)
      hosting.clock.advance(nextMidnightMs() + DAY_MS - hosting.clock.nowMs())
      return one
    },
    run: (_, house) => transact(house.db, (tx) => expireSome(tx, house)),
    end: { has: usdt(1_000), hosted: 0n, told: 1 },
  },
}

test('wherever hosting, a close or an end is cut, at fifty points and more, it happens once', async () => {
  let points = 0
  for (const step of Object.values(STEPS))
    for (const side of ['before', 'after'] as const)
      for (let at = 1; await cutAt(step, at, side); at += EVERY) points++
  expect(points).toBeGreaterThanOrEqual(50)
  await hosting.work()
  const days = await closedDays(hosting.deps.db, 10_000)
  expect(new Set(days.map((one) => one.day)).size).toBe(days.length)
  expect(await hosting.findings()).toEqual([])
})

/** Cuts a step at a message, repeats it as after a restart, and returns whether the cut came before its end. */
async function cutAt(step: Step, at: number, side: Exclude<Cut, null>): Promise<boolean> {
  const one = await step.ready()
  const key = randomUUID()
  let seen = 0
  const line = await cutLine(hosting.test.database, (message) =>
    isStatement(message) && ++seen === at ? side : null,
  )
  const database = openDatabase(line.url, silentLog())
  const outcome = await step.run(one, hosting.another(database), key).then(
    () => 'done',
    () => 'cut',
  )
  await database.close()
  const cuts = line.count()
  await line.close()
  expect([outcome, at]).toEqual([cuts === 0 ? 'done' : 'cut', at])
  await step.run(one, hosting.deps, key)
  await step.run(one, hosting.deps, key)
  const end = {
    has: await hosting.has(one.userId),
    hosted: await hosting.hosted(one.userId),
    told: (await hosting.told(one.userId)).length,
  }
  expect({ at, side, ...end }).toEqual({ at, side, ...step.end })
  await hosting.work() // so that the next step finds only its own day to close
  return cuts > 0
}
