import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { loanRoutes } from '@tickmark/wire/routes/loans'
import { LANGUAGES } from '@tickmark/texts/languages'
import { ONE } from '@tickmark/core/money/money'
import type { EventMap } from '../../module/events.ts'
import { houseBalance } from '../../ledger/store.ts'
import { codeOf } from '../../orders/orders.testing.ts'
import { createCollector } from './collector.ts'
import { answersOf, type House, openLending, type LendingFixture } from './lending.testing.ts'
import { refillPool } from './refillPool.ts'
import { paidInstalments } from './store.ts'

const START_MS = Date.parse('2027-01-31T15:00:00Z')
const usdt = (sum: number) => BigInt(sum) * ONE

let lending: LendingFixture
beforeAll(async () => void (lending = await openLending(START_MS)))
afterAll(() => lending.close())

const schedule = (userId: number, applyId: string) =>
  answersOf(lending.house).loanOrderList({ applyId }, lending.ask(userId))
const repay = (
  userId: number,
  applyId: string,
  instalments: number,
  owed: string,
  ask = lending.ask(userId),
) => answersOf(lending.house).repayLoan({ applyId, instalments, owed }, ask)

test('[LOAN-09] [LOAN-10] a year of a loan: collected at month ends, one instalment late, one fee, complete', async () => {
  const { id, userId } = await lending.borrower()
  const pool = () => houseBalance(lending.test.database.db, 'real', 1, 'lending')
  const before = await pool()
  expect(await lending.has(userId)).toBe(usdt(1_200))
  const first = await schedule(userId, id)
  expect(z.parse(loanRoutes.loanOrderList.reply, first)).toEqual(first)
  expect(first.apply).toMatchObject({ totalAmount: '1200', instalments: 12, paid: 0, state: 1, owed: '1200' })
  expect(first.apply).toMatchObject({
    termEnds: '2028-01-31',
    lateFee: { amount: '60', state: 'none', at: null },
  })
  expect(first.orders[0]).toEqual({
    number: 1,
    amount: '100',
    due: '2027-02-28',
    status: 0,
    paidAt: null,
    standing: 'ahead',
  })

  for (const day of ['2027-02-20', '2027-02-21', '2027-02-25', '2027-02-27', '2027-02-28']) {
    lending.goTo(day)
    await lending.look()
    expect(await lending.findings()).toEqual([])
  }
  expect(await lending.has(userId)).toBe(usdt(1_100))
  const collected = await schedule(userId, id)
  const paidAt = Date.parse('2027-02-28')
  expect(collected.orders[0]).toMatchObject({ status: 1, paidAt, standing: 'paid' })
  expect(collected.apply).toMatchObject({ paid: 1, owed: '1100', startedAt: START_MS })
  expect(await lending.told(userId)).toEqual([
    'loan_disbursed',
    'loan_due 1 1',
    'loan_due 1 2',
    'loan_due 1 3',
    'loan_collected 1',
  ])

  await lending.give(userId, usdt(-1_050))
  for (const [when, standing] of [
    ['2027-03-31', 'due'],
    ['2027-04-01', 'overdue'],
    ['2027-04-03', 'overdue'],
    ['2027-04-03T23:59:59.999Z', 'overdue'],
  ] as const) {
    lending.goTo(when)
    await lending.look()
    const seen = await schedule(userId, id)
    expect([seen.orders[1]?.standing, seen.apply.lateFee.state]).toEqual([standing, 'none'])
    expect(seen.apply.lateFee.from).toBe(Date.parse('2027-04-04'))
  }
  lending.goTo('2027-04-04')
  await lending.look()
  expect((await schedule(userId, id)).apply.lateFee).toEqual({
    amount: '60',
    state: 'owed',
    at: Date.parse('2027-04-04'),
    from: null,
  })
  await lending.give(userId, usdt(9))
  lending.goTo('2027-04-04T01:00:00Z')
  await lending.look()
  expect(await lending.has(userId)).toBe(usdt(59))
  await lending.give(userId, usdt(1))
  lending.goTo('2027-04-04T01:44:59Z')
  await lending.look()
  expect(await lending.has(userId)).toBe(usdt(60))
  lending.goTo('2027-04-04T02:00:00Z')
  await lending.look()
  expect((await schedule(userId, id)).apply).toMatchObject({ owed: '1100', lateFee: { state: 'paid' } })
  lending.goTo('2027-05-04')
  await lending.look()
  const told = await lending.told(userId)
  expect(told.filter((one) => !one.startsWith('loan_due'))).toEqual([
    'loan_disbursed',
    'loan_collected 1',
    'loan_uncollected 2',
    'loan_fee_near 2',
    'loan_fee_charged',
    'loan_fee_collected 0',
    'loan_unpaid 3',
  ])
  await lending.give(userId, usdt(2_000))
  expect(await lending.findings()).toEqual([])

  const early = lending.ask(userId)
  const paid = await repay(userId, id, 2, '1100', early)
  expect(paid).toEqual({ message: '200 USDT paid. 900 USDT is left to pay.', paid: '200', left: '900' })
  expect(await repay(userId, id, 2, '1100', early)).toEqual(paid)
  for (let month = 5; month <= 12; month++) {
    lending.goTo(`2027-${String(month).padStart(2, '0')}-28`)
    await lending.look()
    lending.goTo(new Date(Date.UTC(2027, month, 0)).toISOString())
    await lending.look()
    expect(await lending.findings()).toEqual([])
  }
  expect(await paidInstalments(lending.test.database.db, [id])).toEqual(new Map([[id, 11]]))
  expect(await repay(userId, id, 12, '100')).toMatchObject({
    message: '100 USDT paid. Your loan is repaid.',
    left: '0',
  })
  expect((await schedule(userId, id)).apply).toMatchObject({ state: 3, paid: 12, owed: '0' })
  expect((await lending.told(userId)).at(-1)).toBe('loan_complete')
  expect(await codeOf(repay(userId, id, 1, '0'))).toBe('loan_repaid')
  expect(await pool()).toBe(before + usdt(1_200))
  expect(await lending.findings()).toEqual([])
})

test('after a year without a house, every debt the balance covers is collected at once, without a fee', async () => {
  const { id, userId } = await lending.borrower({ instalments: 6 })
  lending.goTo(new Date(lending.house.clock.nowMs() + 365 * 86_400_000).toISOString())
  await lending.look()
  expect((await schedule(userId, id)).apply).toMatchObject({ state: 3, lateFee: { state: 'none' } })
  expect(await lending.told(userId)).toEqual([
    'loan_disbursed',
    ...[1, 2, 3, 4, 5, 6].map((number) => `loan_collected ${number}`),
    'loan_complete',
  ])
})

test('[LOAN-10] a house that was down warns before it charges the late fee, and says when it will', async () => {
  const { id, userId } = await lending.borrower()
  await lending.give(userId, usdt(-1_200))
  const { orders } = await schedule(userId, id)
  const noon = Date.parse(`${orders[1]?.due}T12:00:00Z`) + 10 * 86_400_000
  const fee = async () => (await schedule(userId, id)).apply.lateFee
  lending.goTo(new Date(noon).toISOString())
  await lending.look()
  const from = noon + 36 * 3_600_000
  expect(await fee()).toMatchObject({ state: 'none', from })
  expect((await lending.told(userId)).slice(1)).toEqual(['loan_fee_near 1', 'loan_fee_near 2'])
  lending.goTo(new Date(from - 1).toISOString())
  await lending.look()
  expect(await fee()).toMatchObject({ state: 'none', from })
  lending.goTo(new Date(from).toISOString())
  await lending.look()
  expect(await fee()).toMatchObject({ state: 'owed', at: from })
  expect(await lending.findings()).toEqual([])
  // A payment at the same moment leaves the charge valid.
  await lending.give(userId, usdt(260))
  await repay(userId, id, 2, '1260')
  expect(await fee()).toMatchObject({ state: 'paid', at: from })
  expect(await lending.findings()).toEqual([])
})

test('money on hold is not collected, and a loan stops no withdrawal', async () => {
  const { id, userId } = await lending.borrower()
  await lending.give(userId, usdt(-1_200))
  lending.goTo(new Date(lending.house.clock.nowMs() + 45 * 86_400_000).toISOString())
  await lending.look()
  expect((await schedule(userId, id)).apply.paid).toBe(0)
  expect(await lending.findings()).toEqual([])
})

test('each refused repayment has its own code and moves nothing', async () => {
  const { id, userId } = await lending.borrower()
  const other = await lending.borrower()
  await lending.give(userId, usdt(-1_150))
  const codes = await Promise.all([
    codeOf(repay(other.userId, id, 1, '1200')),
    codeOf(repay(userId, '00000000-0000-4000-8000-000000000000', 1, '100')),
    codeOf(repay(userId, id, 1, '1200')),
    codeOf(repay(userId, id, 1, '1199.99')),
    codeOf(repay(userId, id, 0, '1200')),
    codeOf(repay(userId, id, 13, '1100')),
  ])
  expect(codes).toEqual([
    'loan_unknown',
    'loan_unknown',
    'insufficient_funds',
    'loan_sum_changed',
    'loan_sum_changed',
    'loan_sum_changed',
  ])
  expect(await codeOf(schedule(other.userId, id))).toBe('loan_unknown')
  const undisbursed = await lending.submitted()
  expect(await codeOf(repay(undisbursed.userId, undisbursed.id, 1, '100'))).toBe('loan_not_running')
  expect(await codeOf(schedule(undisbursed.userId, undisbursed.id))).toBe('loan_unknown')
  const ask = lending.ask(userId)
  await lending.give(userId, usdt(500))
  await repay(userId, id, 1, '1200', ask)
  expect(await codeOf(repay(userId, id, 2, '1200', ask))).toBe('key_reused')
  expect(await codeOf(repay(userId, id, 1, '1100', ask))).toBe('key_reused')
  expect(await codeOf(repay(userId, other.id, 1, '1200', ask))).toBe('key_reused')
  expect(await lending.has(userId)).toBe(usdt(450))
})

test('the answers are in the language of the request', async () => {
  const { id, userId } = await lending.borrower()
  const heard = new Set<string>()
  for (const [i, language] of LANGUAGES.entries()) {
    const { message } = await repay(userId, id, 1, String(1_200 - i * 100), {
      ...lending.ask(userId),
      language,
    })
    heard.add(message.replace(/\d+/g, ''))
  }
  expect(heard.size).toBe(LANGUAGES.length)
})

test('a pool that is short pays nothing out, and a loan is paid out once', async () => {
  const { db } = lending.test.database
  const rich = { amount: usdt(50_000) }
  const waiting = await lending.application(rich)
  await Promise.all([1, 2, 3].map(() => lending.approve(waiting)))
  expect(await lending.has(waiting.userId)).toBe(usdt(50_000))
  while ((await houseBalance(db, 'real', 1, 'lending')) >= usdt(50_000))
    await lending.borrower({ amount: usdt(25_000) })
  const late = await lending.application(rich)
  expect(await lending.approve(late)).toBe(false)
  expect(await lending.has(late.userId)).toBe(0n)
  const amount = await houseBalance(db, 'real', 1, 'lending')
  const last = await lending.application({ amount })
  expect(await lending.approve(last)).toBe(true)
  expect(await houseBalance(db, 'real', 1, 'lending')).toBe(0n)
  await refillPool(db, lending.house.clock.nowMs())
  expect(await houseBalance(db, 'real', 1, 'lending')).toBe(usdt(1_000_000))
})

test('the sandbox funds a pool again that holds less than ten of the largest loans', async () => {
  const { db } = lending.test.database
  const held = () => houseBalance(db, 'real', 1, 'lending')
  while ((await held()) >= usdt(550_000)) await lending.borrower({ amount: usdt(25_000) })
  const amount = (await held()) - usdt(500_000)
  await lending.borrower({ amount })
  const refilled = async () => {
    await refillPool(db, lending.house.clock.nowMs())
    return held()
  }
  expect(await refilled()).toBe(usdt(500_000))
  await lending.borrower({ amount: usdt(100) })
  expect(await refilled()).toBe(usdt(1_499_900))
})

test('a loan that fails holds up no other, and is tried again after an hour', async () => {
  const [good, bad, last] = [await lending.borrower(), await lending.borrower(), await lending.borrower()]
  lending.goTo(new Date(lending.house.clock.nowMs() + 60 * 86_400_000).toISOString())
  const errors: unknown[] = []
  const changed: number[] = []
  const house: House = {
    ...lending.house,
    log: { ...lending.house.log, error: (_what, facts) => void errors.push(facts) },
    events: {
      ...lending.house.events,
      async emit(tx, name, event) {
        const told = name === 'loans_noticed' ? (event as EventMap['loans_noticed']).loans : []
        if (told.some(({ loan }) => loan.id === bad.id)) throw new Error('it cannot be told')
        if (name === 'balance_changed') changed.push((event as EventMap['balance_changed']).userId)
        await lending.house.events.emit(tx, name, event)
      },
    },
  }
  await lending.look(house)
  expect(errors).toEqual([{ loan: bad.id, reason: 'it cannot be told' }])
  expect(changed).toEqual(expect.arrayContaining([good.userId, last.userId]))
  expect(changed).not.toContain(bad.userId)
  const paid = () => paidInstalments(lending.test.database.db, [good.id, bad.id, last.id])
  expect(await paid()).toEqual(
    new Map([
      [good.id, 1],
      [bad.id, 0],
      [last.id, 1],
    ]),
  )
  await lending.look()
  expect((await paid()).get(bad.id)).toBe(0)
  lending.house.clock.advance(3_600_000)
  await lending.look()
  expect((await paid()).get(bad.id)).toBe(1)
  expect(await lending.findings()).toEqual([])
})

test('open pages hear of the money that a loan brings and takes, each borrower’s own alone', async () => {
  const told: [number, string][] = []
  lending.house.events.afterCommit('balance_changed', ({ userId, book }) => void told.push([userId, book]))
  const heard = () => told.splice(0)
  const one = await lending.borrower({ instalments: 6 })
  const other = await lending.borrower({ instalments: 6 })
  expect(heard()).toEqual([
    [one.userId, 'real'],
    [other.userId, 'real'],
  ])
  await repay(one.userId, one.id, 1, '1200')
  expect(heard()).toEqual([[one.userId, 'real']])
  await repay(one.userId, one.id, 9, '1000').catch(() => {})
  await repay(other.userId, other.id, 6, '1200')
  expect(heard().filter(([userId]) => userId === other.userId)).toEqual([[other.userId, 'real']])
})

test('the house looks at its loans every second until it stops', async () => {
  const { id, userId } = await lending.borrower({ instalments: 6 })
  const { clock } = lending.house
  const collector = createCollector({ ...lending.house, mode: 'live' })
  const paid = async () => (await schedule(userId, id)).apply.paid
  const toNextDue = async () => {
    const next = (await schedule(userId, id)).orders.find((one) => one.status === 0)
    lending.goTo(next?.due ?? '')
  }
  collector.start()
  for (const count of [1, 2]) {
    await toNextDue()
    clock.advance(1_000)
    await expect.poll(paid, { timeout: 30_000 }).toBe(count)
    await collector.idle()
  }
  await collector.stop()
  await toNextDue()
  clock.advance(10_000)
  expect(await lending.findings()).toEqual([])
  expect(await paid()).toBe(2)
})
