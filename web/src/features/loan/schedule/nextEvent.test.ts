import { scheduleOf } from '@tickmark/core/loans/schedule'
import { formatAmount, ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { firstAhead, nextEventOf, type InstalmentItem, type LoanSchedule } from './nextEvent.ts'
import { missingFor, repayChoices } from './repayForm.ts'

const WRITTEN_MS = Date.UTC(2026, 10, 23, 9)
type Standing = InstalmentItem['standing']
type FeeState = LoanSchedule['apply']['lateFee']['state']

/** A loan of 1,000 USDT in 6 instalments: the first ones have the given standings; the others are ahead. */
function loan(standings: readonly Standing[], fee: FeeState = 'none', feeFrom = '2027-01-04'): LoanSchedule {
  const orders = scheduleOf(1_000n * ONE, 6, WRITTEN_MS).map(({ number, amount, due }) => {
    const standing = standings[number - 1] ?? 'ahead'
    const status = standing === 'paid' ? 1 : 0
    return { number, amount: formatAmount(amount), due, standing, status, paidAt: status ? WRITTEN_MS : null }
  })
  const paid = orders.filter((one) => one.status === 1).length
  const from = fee === 'none' ? at(feeFrom) : null
  const lateFee = { amount: '50', state: fee, at: fee === 'none' ? null : WRITTEN_MS, from }
  const apply = { id: '', totalAmount: '1000', instalments: 6, paid, state: 1, startedAt: WRITTEN_MS }
  return { apply: { ...apply, termEnds: '2027-05-23', lateFee, owed: '0' }, orders }
}

const ALL: Standing[] = ['paid', 'paid', 'paid', 'paid', 'paid', 'paid']
const at = (text: string) => Date.parse(text)

test.each<[string, LoanSchedule, number, object]>([
  ['written today', loan([]), WRITTEN_MS, { code: 'ahead', days: 38 }],
  ['of tomorrow', loan([]), at('2026-12-30T00:00Z'), { code: 'ahead', days: 1 }],
  ['of tomorrow, late at night', loan([]), at('2026-12-30T23:59:59Z'), { code: 'ahead', days: 1 }],
  ['due today', loan(['due']), at('2026-12-31T12:00Z'), { code: 'due' }],
  ['overdue', loan(['overdue']), at('2027-01-01T00:00Z'), { code: 'overdue', until: '2027-01-03' }],
  [
    'overdue after a fee',
    loan(['overdue'], 'paid'),
    at('2027-01-01T00:00Z'),
    { code: 'overdue', until: null },
  ],
  [
    'late, with the fee announced late',
    loan(['late'], 'none', '2027-01-07'),
    at('2027-01-05T00:00Z'),
    { code: 'overdue', until: '2027-01-06' },
  ],
  ['late', loan(['late'], 'owed'), at('2027-01-05T00:00Z'), { code: 'late' }],
  ['paid but for the fee', loan(ALL, 'owed'), WRITTEN_MS, { code: 'feeOwed' }],
  ['paid', loan(ALL, 'paid'), WRITTEN_MS, { code: 'complete' }],
])('a loan with an instalment %s says what comes next', (_, given, nowMs, event) => {
  expect(nextEventOf(given, nowMs)).toMatchObject(event)
})

test('the oldest unpaid instalment comes first, and today’s mark is before the first future one', () => {
  expect(nextEventOf(loan(['paid', 'late', 'due'], 'owed'), WRITTEN_MS)).toMatchObject({
    code: 'late',
    instalment: { number: 2 },
  })
  const { orders } = loan([])
  expect(firstAhead(orders, at('2026-12-30T23:59:59Z'))).toBe(1)
  expect(firstAhead(orders, at('2026-12-31T00:00Z'))).toBe(2)
  expect(firstAhead(orders, at('2027-06-01T00:00Z'))).toBeNull()
})

test('every repayment choice has its exact sum, with a fee that is due', () => {
  const sums = (given: LoanSchedule) => repayChoices(given).map(({ key, count, sum }) => [key, count, sum])
  expect(sums(loan([]))).toEqual([
    ['next', 1, 16_666_000_000n],
    ['all', 6, 1_000n * ONE],
  ])
  expect(sums(loan(['late'], 'owed'))).toEqual([
    ['next', 1, 21_666_000_000n],
    ['all', 6, 1_050n * ONE],
    ['fee', 0, 50n * ONE],
  ])
  expect(sums(loan(ALL.slice(1)))).toEqual([['next', 1, 16_670_000_000n]])
  expect(sums(loan(ALL, 'owed'))).toEqual([['fee', 0, 50n * ONE]])
  expect(sums(loan(ALL, 'paid'))).toEqual([])
  expect([missingFor(5n, 4n), missingFor(5n, 5n), missingFor(5n, null)]).toEqual([1n, null, null])
})
