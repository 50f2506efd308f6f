import { ONE } from '@tickmark/core/money/money'
import type { LoanNotice } from '@tickmark/core/loans/collecting'
import { expect, test } from 'vitest'
import type { EventMap } from '../module/events.ts'
import { lendingMessages } from './lending/messages.ts'
import { loanMessages } from './messages.ts'

const AT = Date.parse('2027-03-04T12:00:00Z')
const LOAN = { id: 'a loan', userId: 7, amount: 1_200n * ONE, instalments: 12 }
/** It may cost the late fee once it is late: from the fourth day after it was due. */
const PART = { number: 3, amount: 100n * ONE, due: '2027-03-31', isPaid: false, told: 2, warnedAtMs: null }
const to = (kind: string, ref: string, facts: object) => ({ userId: 7, ref, kind, facts, atMs: AT })

test.each<[kind: string, notice: LoanNotice, ref: string, facts: object]>([
  [
    'loan_due',
    { kind: 'due', instalment: PART },
    'loan_due:a loan:3:2',
    { number: '3', of: '12', amount: '100', date: '2027-03-31' },
  ],
  [
    'loan_unpaid',
    { kind: 'uncollected', instalment: PART, mayCostFee: false },
    'loan_uncollected:a loan:3',
    { number: '3', of: '12', amount: '100' },
  ],
  [
    'loan_uncollected',
    { kind: 'uncollected', instalment: PART, mayCostFee: true },
    'loan_uncollected:a loan:3',
    { number: '3', of: '12', amount: '100', fee: '60', until: '2027-04-04 00:00 UTC' },
  ],
  [
    'loan_fee_near',
    { kind: 'fee_near', instalment: { ...PART, due: '2027-02-28', warnedAtMs: AT } },
    'loan_fee_near:a loan:3',
    { number: '3', of: '12', amount: '100', fee: '60', until: '2027-03-06 00:00 UTC' },
  ],
  [
    'loan_fee_charged',
    { kind: 'fee_charged', instalment: PART },
    'loan_fee_charged:a loan',
    { fee: '60', number: '3', of: '12' },
  ],
  [
    'loan_fee_collected',
    { kind: 'collected', payment: { number: 0, amount: 60n * ONE } },
    'loan_collected:a loan:0',
    { fee: '60' },
  ],
  [
    'loan_collected',
    { kind: 'collected', payment: { number: 1, amount: 99n * ONE } },
    'loan_collected:a loan:1',
    { number: '1', of: '12', amount: '99' },
  ],
  ['loan_complete', { kind: 'complete' }, 'loan_complete:a loan', { amount: '1200' }],
])('a borrower is told once, with the facts of his loan: %s', (kind, notice, ref, facts) => {
  const noticed = { loans: [{ loan: LOAN, notices: [notice] }], atMs: AT }
  expect(lendingMessages.loans_noticed?.(noticed)).toEqual([to(kind, ref, facts)])
})

test('a borrower is told of the money, and of the first instalment', () => {
  const [first] = [{ number: 1, amount: 99n * ONE, due: '2027-01-31' }]
  expect(lendingMessages.loan_disbursed?.({ loan: LOAN, first, atMs: AT })).toEqual([
    to('loan_disbursed', 'loan_disbursed:a loan', {
      amount: '1200',
      of: '12',
      first: '99',
      date: '2027-01-31',
    }),
  ])
})

const ENDED = { userId: 7, id: 'a loan', amount: 500n * ONE, why: null, atMs: AT }

test.each<[Partial<EventMap['loan_ended']>, [kind: string, facts: object] | null]>([
  [{ ending: 'lapsed' }, ['loan_lapsed', {}]],
  [{ ending: 'withdrawn' }, null],
  [{ ending: 'rejected', why: { rule: 'name' } }, ['loan_rule_broken', { rule: 'name' }]],
  [{ ending: 'rejected', why: { reason: 'unreadable' } }, ['loan_rejected', { reason: 'unreadable' }]],
  [{ ending: 'resubmit', why: { reason: 'unreadable' } }, ['loan_resubmit', { reason: 'unreadable' }]],
])('an applicant is told how his application ended, unless he ended it: %j', (ended, told) => {
  const expected = told ? [to(told[0], `${told[0]}:a loan`, { amount: '500', ...told[1] })] : []
  expect(loanMessages.loan_ended?.({ ending: 'rejected', ...ENDED, ...ended })).toEqual(expected)
})

test('an applicant is told that his application was submitted', () => {
  expect(loanMessages.loan_submitted?.({ userId: 7, id: 'a loan', amount: 500n * ONE, atMs: AT })).toEqual([
    to('loan_submitted', 'loan_submitted:a loan', { amount: '500' }),
  ])
})
