import { expect, test } from 'vitest'
import { preloadPanels } from '@tickmark/ui/layer/panels.testing.ts'
import { answered, asUser, atTime, drawn } from '../../../app/drawn.testing.tsx'
import { LoanHead } from './LoanHead.tsx'
import { LoanSums } from './LoanSums.tsx'
import type { InstalmentItem, LoanSchedule } from './nextEvent.ts'
import { NextEvent } from './NextEvent.tsx'
import { Repay } from './Repay.tsx'
import { RepaySheet } from './RepaySheet.tsx'
import { Schedule } from './Schedule.tsx'

const START = new Date(2026, 10, 23, 9).getTime()
const at = (text: string) => Date.parse(text)

const item = (
  number: number,
  due: string,
  amount: string,
  given: Partial<InstalmentItem> = {},
): InstalmentItem => ({
  number,
  amount,
  due,
  status: 0,
  paidAt: null,
  standing: 'ahead',
  ...given,
})

/** A loan of 300 USDT in 3 instalments, the first of which is paid. */
function aLoan(
  second: Partial<InstalmentItem> = {},
  given: Partial<LoanSchedule['apply']> = {},
): LoanSchedule {
  return {
    apply: {
      id: '019a0000-0000-7000-8000-0000000000c1',
      totalAmount: '300',
      instalments: 3,
      paid: 1,
      state: 1,
      startedAt: START,
      termEnds: '2027-02-23',
      lateFee: { amount: '15', state: 'none', at: null, from: at('2027-02-03T00:00Z') },
      owed: '199.99',
      ...given,
    },
    orders: [
      item(1, '2026-12-31', '100.01', { status: 1, standing: 'paid', paidAt: START + 60_000 }),
      item(2, '2027-01-31', '100.02', second),
      item(3, '2027-02-23', '99.97'),
    ],
  }
}

test('a loan tells its sum, state, what is repaid, and its sums and dates', async () => {
  expect(await drawn(<LoanHead loan={aLoan()} />)).toBe(
    'Total amount | Active | 300.00 | USDT | Instalments paid | 33% | 1 of 3 instalments paid',
  )
  expect(await drawn(<LoanSums loan={aLoan()} />)).toBe(
    [
      'At a glance | Total amount | 300.00 USDT | Instalments | 3 | Paid | 1 | Still to pay',
      '199.99 USDT | Interest | None | Late fee, if it comes to that',
      'Only when an instalment is more than 3 days overdue, and once at most | 15.00 USDT | Paid out',
      'Nov 23, 2026, 09:00 | End of the term | Feb 23, 2027',
    ].join(' | '),
  )
})

test('a repaid loan threatens no late fee, and still tells of one that was paid', async () => {
  const paid = (lateFee: Partial<LoanSchedule['apply']['lateFee']>) =>
    drawn(
      <LoanSums
        loan={aLoan(
          {},
          {
            paid: 3,
            state: 3,
            owed: '0',
            lateFee: { amount: '15', state: 'none', at: null, from: null, ...lateFee },
          },
        )}
      />,
    )
  expect(await paid({})).not.toContain('ate fee')
  expect(await paid({ state: 'paid', at: START })).toContain('ate fee')
})

test('a late fee tells when it was charged', async () => {
  const lateFee = (state: 'owed' | 'paid') => ({
    lateFee: { amount: '15', state, at: START + 120_000, from: null },
  })
  expect(await drawn(<LoanSums loan={aLoan({}, lateFee('owed'))} />)).toContain(
    '| Late fee, owed | Charged once, on | Nov 23, 2026, 09:02 | 15.00 USDT |',
  )
  expect(await drawn(<LoanSums loan={aLoan({}, lateFee('paid'))} />)).toContain(
    '| Late fee, paid | Charged once, on | Nov 23, 2026, 09:02 | 15.00 USDT |',
  )
})

test('the schedule tells each instalment’s sum, day and standing, with a mark at today', async () => {
  atTime(at('2027-01-10T12:00Z'))
  expect(await drawn(<Schedule loan={aLoan()} />)).toBe(
    [
      'Schedule | Due dates are in UTC. Each instalment can be paid until the end of its date.',
      'Schedule | Paid | 100.01 USDT | Paid · | Nov 23, 2026, 09:01 | Dec 31, 2026',
      'Today, Jan 10, 2027 | Unpaid, not due yet | 2 | 100.02 USDT | Unpaid, not due yet | Jan 31, 2027',
      'Unpaid, not due yet | 3 | 99.97 USDT | Unpaid, not due yet | Feb 23, 2027',
    ].join(' | '),
  )
  expect(await drawn(<Schedule loan={aLoan({ standing: 'late' }, { state: 3 })} />)).toBe(
    [
      'Schedule | Due dates are in UTC. Each instalment can be paid until the end of its date.',
      'Schedule | Paid | 100.01 USDT | Paid · | Nov 23, 2026, 09:01 | Dec 31, 2026 | Unpaid, overdue',
      '100.02 USDT | Unpaid, more than 3 days overdue | Jan 31, 2027 | Unpaid, not due yet | 3',
      '99.97 USDT | Unpaid, not due yet | Feb 23, 2027',
    ].join(' | '),
  )
})

test('the next event is told in words', async () => {
  const charged = { lateFee: { amount: '15', state: 'owed' as const, at: START, from: null } }
  const events: [now: string, loan: LoanSchedule][] = [
    ['2027-01-10T12:00Z', aLoan()],
    ['2027-01-30T12:00Z', aLoan()],
    ['2027-01-31T12:00Z', aLoan({ standing: 'due' })],
    ['2027-02-01T12:00Z', aLoan({ standing: 'overdue' })],
    ['2027-02-01T12:00Z', aLoan({ standing: 'overdue' }, charged)],
    ['2027-02-05T12:00Z', aLoan({ standing: 'late' }, charged)],
    ['2027-02-05T12:00Z', { ...aLoan({}, charged), orders: [] }],
    ['2027-02-05T12:00Z', { ...aLoan(), orders: [] }],
  ]
  const told: string[] = []
  for (const [now, loan] of events) {
    atTime(at(now))
    told.push(await drawn(<NextEvent loan={loan} />))
  }
  expect(told).toEqual([
    'Next: 100.02 USDT on Jan 31, 2027, in 21 days | It is taken from your real account on that date. You can also pay it before.',
    'Next: 100.02 USDT on Jan 31, 2027, tomorrow | It is taken from your real account on that date. You can also pay it before.',
    '100.02 USDT is due today, Jan 31, 2027 | It is taken from your real account once your available USDT covers it, which is checked every hour. From tomorrow on it is overdue.',
    'Instalment 2 was due on Jan 31, 2027: 100.02 USDT | Paid by Feb 2, 2027 (UTC), it costs nothing more. After that a late fee of 15.00 USDT is added, once.',
    'Instalment 2 was due on Jan 31, 2027: 100.02 USDT | The late fee was charged already. There is no second one.',
    'Instalment 2 is late: 100.02 USDT was due on Jan 31, 2027 | The late fee of 15.00 USDT was charged; there is no second one. What is owed is taken from your real account once your available USDT covers it.',
    'Only the late fee of 15.00 USDT is left to pay | It is taken from your real account once your available USDT covers it, which is checked every hour, and later once a day.',
    'Everything is paid | The loan is complete. You can apply for another one.',
  ])
})

test('only a running loan with a debt is repaid', async () => {
  expect(await drawn(<Repay loan={aLoan()} />)).toBe('Repay')
  expect(await drawn(<Repay loan={aLoan({}, { state: 3 })} />)).toBe('')
  expect(await drawn(<Repay loan={{ ...aLoan(), orders: [] }} />)).toBe('')
})

test('a repayment tells its choices, what remains, the balance, and what is missing', async () => {
  await preloadPanels()
  asUser(0)
  const lateFee = { amount: '15', state: 'owed' as const, at: START, from: null }
  const loan = aLoan({ standing: 'late' }, { lateFee, owed: '214.99' })
  const sheet = (balance: string | null) => {
    if (balance !== null) answered('getavailableMoneyByCurrency', { currencyName: 'USDT' }, { balance })
    return drawn(<RepaySheet loan={loan} open onClose={() => {}} />)
  }
  expect(await sheet(null)).toBe(
    [
      'Repay | Close | What to pay | (chosen) | The next instalment | 115.02 USDT',
      'All that is left: 2 instalments | 214.99 USDT | The late fee alone | 15.00 USDT | Instalments',
      '100.02 USDT | Late fee, owed | 15.00 USDT | Together | 115.02 USDT | Left to pay after that',
      '99.97 USDT | Available in the real account | … | Pay 115.02 USDT',
    ].join(' | '),
  )
  expect(await sheet('115.02')).toBe(
    [
      'Repay | Close | What to pay | (chosen) | The next instalment | 115.02 USDT',
      'All that is left: 2 instalments | 214.99 USDT | The late fee alone | 15.00 USDT | Instalments',
      '100.02 USDT | Late fee, owed | 15.00 USDT | Together | 115.02 USDT | Left to pay after that',
      '99.97 USDT | Available in the real account | 115.02 USDT | Pay 115.02 USDT',
    ].join(' | '),
  )
  expect(await sheet('115.01')).toBe(
    [
      'Repay | Close | What to pay | (chosen) | The next instalment | 115.02 USDT',
      'All that is left: 2 instalments | 214.99 USDT | The late fee alone | 15.00 USDT | Instalments',
      '100.02 USDT | Late fee, owed | 15.00 USDT | Together | 115.02 USDT | Left to pay after that',
      '99.97 USDT | Available in the real account | 115.01 USDT',
      'Your real account lacks 0.01 USDT for this. | Receive USDT | (off) | Pay 115.02 USDT',
    ].join(' | '),
  )
})
