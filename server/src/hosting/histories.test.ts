import { closeDay, exitFeeOf, expiryOf, payoutOf, sharesFrom } from '@tickmark/core/arbitrage/sharing'
import { OPENING_PRODUCTS, type HostingProduct } from '@tickmark/core/arbitrage/programme'
import type { Book } from '@tickmark/core/money/currencies'
import { formatAmount, ONE } from '@tickmark/core/money/money'
import { runs } from '@tickmark/core/runs.testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../orders/orders.testing.ts'
import { DAY_MS, openHostingFixture, type HostingFixture } from './hosting.testing.ts'

let hosting: HostingFixture
beforeAll(async () => void (hosting = await openHostingFixture(Date.parse('2027-01-10T12:00:00Z'))))
afterAll(() => hosting.close())

const product = OPENING_PRODUCTS[0] as HostingProduct

type Command =
  | { do: 'host'; user: number; cents: bigint; isPractice: boolean }
  | { do: 'exit'; order: number }
  | { do: 'trade'; profit: bigint }
  | { do: 'wait'; hours: number; houses: number }

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('host' as const),
      user: fc.nat(2),
      cents: fc.bigInt({ min: 9_000n, max: 60_000n }),
      isPractice: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('exit' as const), order: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('trade' as const),
      profit: fc.bigInt({ min: -ONE, max: 2n * ONE }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 40, max: 24 * 8 })),
      houses: fc.integer({ min: 1, max: 2 }),
    }),
  },
)
const history = fc.array(command, { minLength: 4, maxLength: 18, size: 'max' })

/** An order as a person with a calendar would keep it. */
interface Kept {
  id: string
  user: number
  book: Book
  principal: bigint
  upperPpm: bigint
  exitFeePpm: bigint
  from: number
  expiry: number
  endedAt: number | null
}

test(
  'after any history of hosting, trades and midnights, everybody has what the rules give',
  { timeout: runs(300_000, 3 * 3_600_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (commands) => {
        const users = await Promise.all([0, 1, 2].map(() => hosting.user(1_000n * ONE)))
        const has = new Map<string, bigint>()
        const add = (user: number, book: Book, sum: bigint) =>
          has.set(`${user} ${book}`, (has.get(`${user} ${book}`) ?? 1_000n * ONE) + sum)
        const orders: Kept[] = []
        // Trades of this history owe nothing to the days before it.
        await hosting.trade(-carried)
        carried = 0n
        await wait(0, 1)

        async function wait(hours: number, houses: number): Promise<void> {
          const [before, target] = [hosting.clock.nowMs(), hosting.clock.nowMs() + hours * 3_600_000]
          for (let day = Math.floor(before / DAY_MS); day < Math.floor(target / DAY_MS); day++) close(day)
          hosting.clock.advance(target - before)
          await Promise.all(Array.from({ length: houses }, () => hosting.work()))
        }

        function close(day: number): void {
          const endMs = (day + 1) * DAY_MS
          const result = closeDay(profit, carried)
          ;[profit, carried] = [0n, result.carried]
          for (const book of ['real', 'simulated'] as const) {
            const stood = orders.filter(
              (one) =>
                one.book === book && one.from <= day * DAY_MS && one.expiry >= endMs && one.endedAt === null,
            )
            const hosted = stood.reduce((sum, one) => sum + one.principal, 0n)
            for (const one of stood) add(one.user, book, payoutOf(one, { pool: result.pool, hosted }))
          }
          for (const one of orders)
            if (one.endedAt === null && one.expiry <= endMs) {
              one.endedAt = one.expiry
              add(one.user, one.book, one.principal)
            }
        }

        for (const one of commands) {
          const nowMs = hosting.clock.nowMs()
          switch (one.do) {
            case 'host': {
              const book = one.isPractice ? ('simulated' as const) : ('real' as const)
              const [principal, free] = [
                one.cents * (ONE / 100n),
                has.get(`${one.user} ${book}`) ?? 1_000n * ONE,
              ]
              const asked = hosting.host(users[one.user] ?? 0, formatAmount(principal), { book })
              const isTaken = principal >= product.least && principal <= free
              if (!isTaken) expect(await codeOf(asked)).toMatch(/hosting_amount_outside|insufficient_funds/)
              else {
                const { upperPpm, exitFeePpm } = product
                const [from, expiry] = [sharesFrom(nowMs), expiryOf(nowMs, product.days)]
                orders.push({
                  id: await asked,
                  user: one.user,
                  book,
                  principal,
                  upperPpm,
                  exitFeePpm,
                  from,
                  expiry,
                  endedAt: null,
                })
                add(one.user, book, -principal)
              }
              break
            }
            case 'exit': {
              const order = orders[one.order]
              if (!order) break
              const code = await codeOf(hosting.exit(users[order.user] ?? 0, order.id, order.book))
              expect(code).toBe(order.endedAt === null ? 'ok' : 'hosting_ended')
              if (code !== 'ok') break
              order.endedAt = nowMs
              add(order.user, order.book, order.principal - exitFeeOf(order.principal, order.exitFeePpm))
              break
            }
            case 'trade':
              profit += one.profit
              await hosting.trade(one.profit)
              break
            case 'wait':
              await wait(one.hours, one.houses)
          }
        }
        for (const [index, userId] of users.entries())
          for (const book of ['real', 'simulated'] as const)
            expect(await hosting.has(userId, book)).toBe(has.get(`${index} ${book}`) ?? 1_000n * ONE)
        // The next history begins without orders of this one.
        await wait(24 * 8, 1)
      }),
      { numRuns: runs(20, 1_000) },
    )
    expect(await hosting.findings()).toEqual([])
  },
)

/** Profit since the last closed day, and the loss that earlier days left to make good. */
let [profit, carried] = [0n, 0n]
