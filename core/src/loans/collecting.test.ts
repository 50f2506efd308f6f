import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../runs.testing.ts'
import { ONE } from '../money/money.ts'
import {
  afterPayments,
  isComplete,
  lookAtLoan,
  owedOn,
  repaymentOf,
  RETRY_MS,
  standingOf,
  sumOf,
  type LoanLook,
  type RunningLoan,
} from './collecting.ts'
import { scheduleOf } from './schedule.ts'

const DAY_MS = 86_400_000
const usdt = (sum: number) => BigInt(sum) * ONE
const at = (text: string) => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text)

/** Six instalments of 100 at the ends of February to July 2027. */
function fresh(more: Partial<RunningLoan> = {}): RunningLoan {
  const amount = usdt(600)
  const instalments = scheduleOf(amount, 6, at('2027-01-31')).map((one) => ({
    ...one,
    isPaid: false,
    told: 0,
  }))
  return { amount, instalments, fee: 'none', ...more }
}

const words = ({ notices }: LoanLook) =>
  notices.map((one) => {
    if (one.kind === 'complete') return one.kind
    return `${one.kind} ${one.kind === 'collected' ? one.payment.number : one.instalment.number}`
  })

test.each<[when: string, has: number, payments: number[], notices: string[], again: string]>([
  ['2027-02-20T23:59:59.999Z', 999, [], [], '2027-02-21'],
  ['2027-02-21', 999, [], ['due 1'], '2027-02-25'],
  ['2027-02-25', 999, [], ['due 1'], '2027-02-27'],
  ['2027-02-27', 999, [], ['due 1'], '2027-02-28'],
  ['2027-02-28', 100, [1], ['collected 1'], '2027-03-24'],
  ['2027-02-28', 99, [], ['uncollected 1'], '2027-02-28T01:00:00Z'],
  ['2027-02-28T23:30:00Z', 99, [], ['uncollected 1'], '2027-03-01'],
  ['2027-03-03', 99, [], ['fee_near 1'], '2027-03-03T01:00:00Z'],
  ['2027-03-03T23:59:59.999Z', 99, [], ['fee_near 1'], '2027-03-04'],
  ['2027-03-04', 100, [1], ['collected 1'], '2027-03-24'],
  ['2027-03-04', 99, [0], ['fee_charged 1', 'collected 0'], '2027-03-04T01:00:00Z'],
  ['2027-03-04', 29, [], ['fee_charged 1'], '2027-03-04T01:00:00Z'],
  ['2027-04-04', 130, [1, 0], ['collected 1', 'fee_charged 2', 'collected 0'], '2027-04-04T01:00:00Z'],
  ['2027-04-04', 0, [], ['fee_charged 1', 'uncollected 2'], '2027-04-04T01:00:00Z'],
])(
  '[LOAN-10] at %s, with %i USDT, a loan that nobody looked at pays %j and tells %j',
  (when, has, payments, notices, again) => {
    const look = lookAtLoan(fresh(), usdt(has), at(when))
    expect(look.payments.map((one) => one.number)).toEqual(payments)
    expect(words(look)).toEqual(notices)
    expect(look.againMs === null ? null : new Date(look.againMs).toISOString()).toBe(
      new Date(at(again)).toISOString(),
    )
  },
)

test('each stage is told once, and none of a paid instalment', () => {
  const told: string[] = []
  let loan = fresh()
  for (let hour = 0; hour < 24 * 70; hour++) {
    const look = lookAtLoan(loan, hour < 24 * 40 ? 0n : usdt(600), at('2027-02-01') + hour * 3_600_000)
    told.push(...words(look))
    loan = look.loan
  }
  const first = ['due 1', 'due 1', 'due 1', 'uncollected 1', 'fee_near 1', 'fee_charged 1']
  const then = ['collected 0', 'collected 1', 'due 2', 'due 2', 'due 2', 'collected 2']
  expect(told).toEqual([...first, ...then])
})

test('once the fee was charged, no second one comes and none is announced', () => {
  const look = lookAtLoan(fresh({ fee: 'paid' }), 0n, at('2027-07-10'))
  expect(words(look)).toEqual([1, 2, 3, 4, 5].map((number) => `uncollected ${number}`))
  expect(look.notices.every((one) => one.kind === 'uncollected' && !one.mayCostFee)).toBe(true)
  expect([look.loan.fee, look.againMs]).toEqual(['paid', at('2027-07-10') + RETRY_MS])
})

test.each<[fee: RunningLoan['fee'], count: number, payments: number[], left: number]>([
  ['none', 1, [1], 500],
  ['none', 12, [1, 2, 3, 4, 5, 6], 0],
  ['none', 0, [], 600],
  ['owed', 0, [0], 600],
  ['owed', 2, [0, 1, 2], 400],
  ['paid', 6, [1, 2, 3, 4, 5, 6], 0],
])('with a fee that is %s, repaying %i pays %j', (fee, count, payments, left) => {
  const loan = fresh({ fee })
  const paid = repaymentOf(loan, count)
  const after = afterPayments(loan, paid)
  expect(paid.map((one) => one.number)).toEqual(payments)
  expect([owedOn(after), isComplete(after)]).toEqual([usdt(left), left === 0])
  expect(sumOf(paid)).toBe(owedOn(loan) - owedOn(after))
})

test('the last payment completes a loan, and nobody looks at it again', () => {
  const all = fresh()
  const look = lookAtLoan(all, usdt(600), at('2027-07-31'))
  expect(words(look).at(-1)).toBe('complete')
  expect([look.againMs, isComplete(look.loan), owedOn(look.loan)]).toEqual([null, true, 0n])
  const owing = afterPayments(fresh({ fee: 'owed' }), repaymentOf(all, 6))
  expect([isComplete(owing), lookAtLoan(owing, 0n, at('2027-07-31')).againMs]).toEqual([
    false,
    at('2027-07-31') + RETRY_MS,
  ])
})

test.each<[when: string, standing: string]>([
  ['2027-02-27T23:59:59.999Z', 'ahead'],
  ['2027-02-28', 'due'],
  ['2027-03-01', 'overdue'],
  ['2027-03-03T23:59:59.999Z', 'overdue'],
  ['2027-03-04', 'late'],
])('at %s an instalment due on 2027-02-28 is %s', (when, standing) => {
  const one = { due: '2027-02-28', isPaid: false }
  expect(standingOf(one, at(when))).toBe(standing)
  expect(standingOf({ ...one, isPaid: true }, at(when))).toBe('paid')
})

const looks = fc.array(
  fc.record({ hours: fc.integer({ min: 0, max: 24 * 45 }), has: fc.bigInt({ min: 0n, max: 450n * ONE }) }),
  { minLength: 1, maxLength: 40 },
)

test('whenever anybody looks: nothing is paid twice or from nothing, one fee at most, and the next look is ahead', () => {
  const rule = fc.property(looks, (steps) => {
    let loan = fresh()
    let nowMs = at('2027-02-01')
    const paid: number[] = []
    const told: string[] = []
    for (const { hours, has } of steps) {
      nowMs += hours * 3_600_000
      const owed = owedOn(loan)
      const look = lookAtLoan(loan, has, nowMs)
      const charged = loan.fee === 'none' && look.loan.fee !== 'none' ? usdt(30) : 0n
      expect(sumOf(look.payments) <= has).toBe(true)
      expect(owedOn(look.loan)).toBe(owed + charged - sumOf(look.payments))
      expect(look.againMs === null ? isComplete(look.loan) : look.againMs > nowMs).toBe(true)
      expect(look.againMs === null || look.againMs <= nowMs + 40 * DAY_MS).toBe(true)
      paid.push(...look.payments.map((one) => one.number))
      told.push(...words(look))
      loan = look.loan
      if (look.againMs === null) break
    }
    expect(new Set(paid).size).toBe(paid.length)
    expect(told.filter((one) => one.startsWith('fee_charged')).length).toBe(loan.fee === 'none' ? 0 : 1)
    expect(told.filter((one) => one === 'complete').length).toBe(isComplete(loan) ? 1 : 0)
    for (const kind of ['uncollected', 'fee_near', 'collected'])
      for (const number of [0, 1, 2, 3, 4, 5, 6])
        expect(told.filter((one) => one === `${kind} ${number}`).length).toBeLessThan(2)
  })
  fc.assert(rule, { numRuns: runs(300, 20_000) })
})
