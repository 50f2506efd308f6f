import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../runs.testing.ts'
import { ONE } from '../money/money.ts'
import {
  afterPayments,
  feeFromMs,
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
import { dueFromMs, scheduleOf } from './schedule.ts'

const DAY_MS = 86_400_000
const usdt = (sum: number) => BigInt(sum) * ONE
const at = (text: string) => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text)

/** Looks at a loan without spreading its retries. */
const look = (loan: RunningLoan, has: bigint, nowMs: number) => lookAtLoan(loan, has, nowMs, 0)

/** Six instalments of 100 at the ends of February to July 2027. */
function fresh(more: Partial<RunningLoan> = {}): RunningLoan {
  const amount = usdt(600)
  const instalments = scheduleOf(amount, 6, at('2027-01-31')).map((one) => ({
    ...one,
    isPaid: false,
    told: 0,
    warnedAtMs: null,
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
  ['2027-03-02T22:30:00Z', 99, [], ['uncollected 1'], '2027-03-02T23:00:00Z'],
  ['2027-03-03', 99, [], ['fee_near 1'], '2027-03-03T01:00:00Z'],
  ['2027-03-03T23:59:59.999Z', 99, [], ['fee_near 1'], '2027-03-04T00:59:59.999Z'],
  ['2027-03-04', 100, [1], ['collected 1'], '2027-03-24'],
  ['2027-03-04', 99, [], ['fee_near 1'], '2027-03-04T01:00:00Z'],
  ['2027-04-04', 130, [1], ['collected 1', 'fee_near 2'], '2027-04-04T01:00:00Z'],
  ['2027-04-04', 0, [], ['fee_near 1', 'fee_near 2'], '2027-04-05'],
])(
  '[LOAN-10] the first look at a loan at %s, with %i USDT, pays %j and announces %j',
  (when, has, payments, notices, again) => {
    const seen = look(fresh(), usdt(has), at(when))
    expect(seen.payments.map((one) => one.number)).toEqual(payments)
    expect(words(seen)).toEqual(notices)
    expect(seen.againMs === null ? null : new Date(seen.againMs).toISOString()).toBe(
      new Date(at(again)).toISOString(),
    )
  },
)

/** The first look gives the warning; a second look follows. */
test.each<[warned: string, when: string, has: number, payments: number[], notices: string[]]>([
  ['2027-03-02T23:00:00Z', '2027-03-03T23:59:59.999Z', 99, [], []],
  ['2027-03-02T23:00:00Z', '2027-03-04', 100, [1], ['collected 1']],
  ['2027-03-02T23:00:00Z', '2027-03-04', 99, [0], ['fee_charged 1', 'collected 0']],
  ['2027-03-03', '2027-03-04', 29, [], ['fee_charged 1']],
  ['2027-03-03T00:00:00.001Z', '2027-03-04T23:59:59.999Z', 99, [], []],
  ['2027-03-03T00:00:00.001Z', '2027-03-05', 99, [0], ['fee_charged 1', 'collected 0']],
  ['2027-05-15T13:20:00Z', '2027-05-16T23:59:59.999Z', 99, [], []],
  ['2027-05-15T13:20:00Z', '2027-05-17', 130, [1, 0], ['collected 1', 'fee_charged 2', 'collected 0']],
])(
  '[LOAN-10] a fee announced at %s is charged no sooner than a day later: at %s, with %i USDT',
  (warned, when, has, payments, notices) => {
    const first = look(fresh(), 0n, at(warned))
    expect(words(first)).toContain('fee_near 1')
    const seen = look(first.loan, usdt(has), at(when))
    expect([seen.payments.map((one) => one.number), words(seen)]).toEqual([payments, notices])
  },
)

test('once an instalment is late the retry wait doubles, up to a day; `spread` shortens it by at most a quarter', () => {
  const waits: number[] = []
  let loan = fresh()
  let nowMs = at('2027-03-02T23:00:00Z')
  while (nowMs < at('2027-03-10')) {
    const seen = look(loan, 0n, nowMs)
    const next = seen.againMs ?? 0
    if (nowMs >= at('2027-03-04')) waits.push((next - nowMs) / RETRY_MS)
    loan = seen.loan
    nowMs = next
  }
  expect(waits).toEqual([1, 1, 2, 4, 8, 16, 24, 24, 24, 24, 24])
  const atEnd = lookAtLoan(loan, 0n, nowMs, 1).againMs ?? 0
  expect(atEnd - nowMs).toBe(18 * RETRY_MS)
  expect(lookAtLoan(fresh(), 0n, at('2027-02-28'), 0.5).againMs).toBe(at('2027-02-28T00:52:30Z'))
})

test('after a downtime that hid the warning the house warns first, and the fee waits a whole day', () => {
  const told = look(fresh(), 0n, at('2027-02-28')).loan
  const warned = look(told, 0n, at('2027-03-04'))
  expect([words(warned), warned.loan.fee]).toEqual([['fee_near 1'], 'none'])
  expect(words(look(warned.loan, 0n, at('2027-03-04T23:59:59.999Z')))).toEqual([])
  expect(words(look(warned.loan, 0n, at('2027-03-05')))).toEqual(['fee_charged 1'])
})

test('the next look is not later than the moment of the fee', () => {
  const warned = look(fresh(), 0n, at('2027-03-02T23:00:00Z')).loan
  expect(look(warned, 0n, at('2027-03-03T23:30:00Z')).againMs).toBe(at('2027-03-04'))
})

test('an uncollected instalment may cost the fee as long as none is charged', () => {
  const [notice] = look(fresh(), 0n, at('2027-02-28')).notices
  expect(notice).toMatchObject({ kind: 'uncollected', mayCostFee: true })
})

test.each<[fee: RunningLoan['fee'], when: string, again: string]>([
  // Owed, the fee waits as long as the instalment that cost it has been late; paid, it counts no more.
  ['owed', '2027-03-04T05:00:00Z', '2027-03-04T10:00:00Z'],
  ['paid', '2027-03-31', '2027-03-31T01:00:00Z'],
])(
  'with the late fee %s and its instalment paid, a look at %s without money is repeated at %s',
  (fee, when, again) => {
    const instalments = fresh().instalments.map((one) =>
      one.number === 1 ? { ...one, isPaid: true, told: 5, warnedAtMs: at('2027-03-02T23:00:00Z') } : one,
    )
    expect(look(fresh({ fee, instalments }), 0n, at(when)).againMs).toBe(at(again))
  },
)

test('each stage is announced once, and none for a paid instalment', () => {
  const told: string[] = []
  let loan = fresh()
  for (let hour = 0; hour < 24 * 70; hour++) {
    const seen = look(loan, hour < 24 * 40 ? 0n : usdt(600), at('2027-02-01') + hour * 3_600_000)
    told.push(...words(seen))
    loan = seen.loan
  }
  const first = ['due 1', 'due 1', 'due 1', 'uncollected 1', 'fee_near 1', 'fee_charged 1']
  const then = ['collected 0', 'collected 1', 'due 2', 'due 2', 'due 2', 'collected 2']
  expect(told).toEqual([...first, ...then])
})

test('after the late fee no second one is charged or announced', () => {
  const seen = look(fresh({ fee: 'paid' }), 0n, at('2027-07-10'))
  expect(words(seen)).toEqual([1, 2, 3, 4, 5].map((number) => `uncollected ${number}`))
  expect(seen.notices.every((one) => one.kind === 'uncollected' && !one.mayCostFee)).toBe(true)
  expect([seen.loan.fee, seen.againMs]).toEqual(['paid', at('2027-07-10') + DAY_MS])
})

test.each<[fee: RunningLoan['fee'], count: number, payments: number[], left: number]>([
  ['none', 1, [1], 500],
  ['none', 12, [1, 2, 3, 4, 5, 6], 0],
  ['none', 0, [], 600],
  ['owed', 0, [0], 600],
  ['owed', 2, [0, 1, 2], 400],
  ['paid', 6, [1, 2, 3, 4, 5, 6], 0],
])('with the fee state %s, repaying %i pays %j', (fee, count, payments, left) => {
  const loan = fresh({ fee })
  const paid = repaymentOf(loan, count)
  const after = afterPayments(loan, paid)
  expect(paid.map((one) => one.number)).toEqual(payments)
  expect([owedOn(after), isComplete(after)]).toEqual([usdt(left), left === 0])
  expect(sumOf(paid)).toBe(owedOn(loan) - owedOn(after))
})

test('the last payment completes a loan, and no further look is scheduled', () => {
  const all = fresh()
  const seen = look(all, usdt(600), at('2027-07-31'))
  expect(words(seen).at(-1)).toBe('complete')
  expect([seen.againMs, isComplete(seen.loan), owedOn(seen.loan)]).toEqual([null, true, 0n])
  const owing = afterPayments(fresh({ fee: 'owed' }), repaymentOf(all, 6))
  expect([isComplete(owing), look(owing, 0n, at('2027-07-31')).againMs]).toEqual([
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

test('at any sequence of looks no debt is paid twice or without money, there is at most one fee, and the next look lies ahead', () => {
  const rule = fc.property(looks, (steps) => {
    let loan = fresh()
    let nowMs = at('2027-02-01')
    const paid: number[] = []
    const told: string[] = []
    for (const { hours, has } of steps) {
      nowMs += hours * 3_600_000
      const owed = owedOn(loan)
      const seen = look(loan, has, nowMs)
      const charged = loan.fee === 'none' && seen.loan.fee !== 'none' ? usdt(30) : 0n
      expect(sumOf(seen.payments) <= has).toBe(true)
      expect(owedOn(seen.loan)).toBe(owed + charged - sumOf(seen.payments))
      expect(seen.againMs === null ? isComplete(seen.loan) : seen.againMs > nowMs).toBe(true)
      expect(seen.againMs === null || seen.againMs <= nowMs + 40 * DAY_MS).toBe(true)
      paid.push(...seen.payments.map((one) => one.number))
      told.push(...words(seen))
      loan = seen.loan
      const isDue = loan.instalments.some((one) => !one.isPaid && dueFromMs(one.due) <= nowMs)
      if (seen.againMs !== null && isDue) expect(seen.againMs <= nowMs + DAY_MS).toBe(true)
      for (const one of seen.loan.instalments)
        if (!one.isPaid) expect(feeFromMs(one, nowMs) >= (one.warnedAtMs ?? nowMs) + DAY_MS).toBe(true)
      if (seen.againMs === null) break
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
