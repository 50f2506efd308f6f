import { dueFromMs, overdueFromMs } from '@tickmark/core/loans/schedule'
import { PRODUCTS } from '@tickmark/core/market/products'
import { moneyKey, signIn } from '@tickmark/server/app/app.testing'
import {
  creditedAfter,
  getTestMoney,
  OUTSIDE,
  typeIdOf,
  waitForNewAddresses,
  withdraw,
  withdrawn,
} from '@tickmark/server/app/custody.testing'
import fc from 'fast-check'
import { auditIntoLog } from '../house/audits.ts'
import { hostMoney } from '../house/hosting.ts'
import { applyForLoan, approveLoan, borrow, scheduleIn } from '../house/loans.ts'
import { ordersOf, placeOrder } from '../house/orders.ts'
import { newPerson, type Person } from '../house/people.ts'
import { swapNow } from '../page/swaps.ts'
import type { House } from '../stage/stage.ts'

/** An account after random actions, with what its pages are opened with. */
export interface Account extends Person {
  /** Newest order of each state, by book; null without one. */
  open: readonly [OrderName | null, OrderName | null]
  finished: readonly [OrderName | null, OrderName | null]
  loan: string | null
  /** Whether he has a withdrawal that waits. */
  isSending: boolean
}

interface OrderName {
  id: string
  pid: number
}

const cents = (least: number, most: number) =>
  fc.integer({ min: least * 100, max: most * 100 }).map((count) => (count / 100).toFixed(2))
const order = fc.record({
  pid: fc.constantFrom(...PRODUCTS.map((one) => one.pid)),
  type: fc.constantFrom(0 as const, 1 as const),
  range: fc.nat(2),
  money: cents(10, 90),
})
const ether = fc.record({
  pid: fc.constantFrom(1, 2, 3),
  type: fc.constantFrom(0 as const, 1 as const),
  money: fc.integer({ min: 1, max: 900 }).map((count) => (count / 10_000).toFixed(4)),
  currencyId: fc.constant(3),
})
const swap = fc.constantFrom(
  { from: 1, to: 4, amount: '123.45' },
  { from: 1, to: 3, amount: '77.01' },
  { from: 3, to: 1, amount: '0.123456' },
)
const hosting = fc.constantFrom(
  { mid: 1, amount: '250.5' },
  { mid: 1, amount: '100' },
  { mid: 1, amount: '111.11' },
)

const life = fc.record({
  practice: fc.record({
    settled: fc.array(order, { minLength: 1, maxLength: 3 }),
    running: fc.array(fc.oneof({ weight: 3, arbitrary: order }, { weight: 1, arbitrary: ether }), {
      minLength: 1,
      maxLength: 2,
    }),
    swaps: fc.array(swap, { maxLength: 2 }),
    hostings: fc.array(hosting, { maxLength: 2 }),
  }),
  real: fc.record({
    settled: fc.array(order, { maxLength: 2 }),
    running: fc.array(order, { maxLength: 1 }),
    swaps: fc.array(swap, { minLength: 1, maxLength: 1 }),
    hostings: fc.array(hosting, { maxLength: 1 }),
  }),
  loan: fc.option(
    fc.record({ amount: cents(100, 2_000), instalments: fc.constantFrom(6 as const, 12 as const) }),
    {
      freq: 2,
    },
  ),
  paid: fc.constantFrom('0.05', '0.0125'),
  waiting: fc.option(fc.constantFrom('0.031', '0.07'), { freq: 2 }),
  isClosing: fc.boolean(),
  alerts: fc.array(fc.constantFrom('5', '-12.5', '0.75'), { maxLength: 2 }),
  limit: fc.option(fc.constantFrom('500', '75')),
})
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never

/** Another address without an owner. */
const ELSEWHERE = '0x00000000000000000000000000000000deadbee1'

/** The time before which an account's first day has to begin, so that a whole day of hosting is over by now. */
export function dayBefore(nowMs: number): number {
  return Math.floor(nowMs / 86_400_000) * 86_400_000 - 25 * 3_600_000
}

/** Accounts that did random things over a day. From then on the house's clock stands still. */
export async function liveADay(house: House, count: number): Promise<Account[]> {
  const sampled = fc.sample(life, { numRuns: count, seed: 20261128 })
  // One without a loan and a waiting withdrawal, for what pages show then.
  const lives = sampled.map((one, at) => (at === 1 ? { ...one, loan: null, waiting: null } : one))
  const people = await Promise.all(lives.map(() => newPerson(house)))
  const each = async <T>(step: (person: Person, life: Life) => Promise<T>): Promise<T[]> => {
    const done: T[] = []
    for (const [at, one] of lives.entries()) done.push(await step(people[at] as Person, one))
    return done
  }
  await Promise.all(people.map(({ user }) => fund(user)))
  await each(begin)
  const loans = await each(async (person, { loan }) => (loan ? borrow(house, person, loan) : null))
  await jumpTo(house, house.clock.nowMs() + 90_000)
  // The signer goes by the machine's own clock, and an audit takes the house three minutes further.
  await jumpTo(house, Date.now() - 240_000)
  await each(({ user, account }) => signIn(user, account))
  await auditIntoLog(house)
  await each(send)
  await each(runOrders)
  await jumpTo(house, house.clock.nowMs() + 5_000)
  await each(close)
  await jumpTo(house, house.clock.nowMs() + 2_000)
  house.clock.stop()
  await house.app.idle()
  return each(async (person, { waiting }) => {
    const named = async (status: 0 | 1, book: 0 | 1) => {
      const [newest] = await ordersOf(person.user, status, book)
      return newest ? { id: newest.orderId, pid: newest.pid } : null
    }
    return {
      ...person,
      open: [await named(0, 0), await named(0, 1)],
      finished: [await named(1, 0), await named(1, 1)],
      loan: loans[people.indexOf(person)] ?? null,
      isSending: waiting !== null,
    }
  })
}

/**
 * A borrower who spent most of a loan that two reviewers approved: the house collected the first instalment, and the second is
 * overdue. From then on the house's clock stands still.
 */
export async function fallBehind(house: House): Promise<Account> {
  const person = await newPerson(house)
  const terms = { amount: '1234.57', instalments: 6 } as const
  const loan = await applyForLoan(person, terms)
  await approveLoan(house, { applyId: loan, ...terms })
  const [first, second] = (await scheduleIn(person, loan)).orders
  if (!first || !second) throw new Error('a loan has two instalments')
  await swapNow(person.user, { from: 1, to: 4, amount: '1000.43', book: 0 })
  for (const ms of [dueFromMs(first.due), overdueFromMs(second.due)]) {
    await jumpTo(house, ms + 60_000)
    await house.app.idle()
  }
  // The session has ended meanwhile.
  await signIn(person.user, person.account)
  house.clock.stop()
  return { ...person, loan, open: [null, null], finished: [null, null], isSending: false }
}

async function jumpTo(house: House, ms: number): Promise<void> {
  house.clock.advance(Math.max(0, ms - house.clock.nowMs()))
  await house.app.market.idle()
}

async function fund(user: Person['user']): Promise<void> {
  await creditedAfter(user, 'USDT', () => getTestMoney(user, typeIdOf(1)))
  await creditedAfter(user, 'ETH', () => getTestMoney(user, typeIdOf(3)))
}

async function begin(person: Person, { practice, real }: Life): Promise<void> {
  for (const [book, { swaps, hostings, settled }] of [real, practice].entries()) {
    const place = { book: book === 0 ? 0 : 1 } as const
    for (const one of swaps) await swapNow(person.user, { ...one, ...place })
    for (const one of hostings) await hostMoney(person, { ...one, ...place })
    for (const one of settled) await placeOrder(person.user, { ...one, ...place, timeId: 110 })
  }
}

async function send(person: Person, { paid, waiting }: Life): Promise<void> {
  await withdrawn(person, { typeId: typeIdOf(3), to: OUTSIDE, amount: paid })
  if (waiting === null) return
  await waitForNewAddresses(person.user)
  await withdraw(person.user, person.account, { typeId: typeIdOf(3), to: ELSEWHERE, amount: waiting })
}

async function runOrders({ user }: Person, { practice, real, alerts, limit }: Life): Promise<void> {
  for (const [at, one] of practice.running.entries())
    await placeOrder(user, { ...one, timeId: at === 0 ? 117 : 113 })
  for (const one of real.running) await placeOrder(user, { ...one, book: 0, timeId: 113 })
  for (const value of alerts) await post(user, '/api/addAlert', { pid: 1, kind: 'percent', value })
  if (limit !== null) await post(user, '/api/setLimit', { kind: 'lossDay', value: limit })
}

/** Closes the oldest of two running orders. */
async function close({ user }: Person, { isClosing, practice }: Life): Promise<void> {
  const order = (await ordersOf(user, 0)).at(-1)
  if (!isClosing || practice.running.length < 2 || !order) return
  const { body } = await user.get('/api/getOrderValue', { query: { orderId: order.orderId, book: '1' } })
  const bidId = (body.data as { bidId: string } | null)?.bidId
  if (bidId !== undefined) await post(user, '/api/closeLimitOrder', { orderId: order.orderId, bidId })
}

async function post(user: Person['user'], path: string, json: object): Promise<void> {
  const { status, text } = await user.post(path, { json: { book: 1, ...json }, headers: moneyKey() })
  if (status !== 200) throw new Error(`${path}: ${text}`)
}
