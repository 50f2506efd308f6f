import type { LoanItem } from '@tickmark/wire/schemas/loans'
import { expect, test } from 'vitest'
import { answered, asUser, atTime, drawn, drawnLinks } from '../../../app/drawn.testing.tsx'
import { askAgainMs, LoansPage } from '../LoansPage.tsx'
import { Identity } from './Identity.tsx'
import { LoanCard } from './LoanCard.tsx'

const NOON = new Date(2026, 10, 7, 12).getTime()

const LOAN: LoanItem = {
  id: '019a0000-0000-7000-8000-0000000000c1',
  state: 1,
  amount: '900.5',
  paid: 3,
  instalments: 12,
  createdAt: NOON - 3_600_000,
  reason: null,
  mayResubmit: false,
  decidesAt: null,
  viewed: 0,
}
const card = (given: Partial<LoanItem>) => drawn(<LoanCard loan={{ ...LOAN, ...given }} />)

test('a loan with a schedule tells its sum, state, what is paid and since when, and opens', async () => {
  expect(await card({})).toBe(
    '900.50 USDT | Active | 3 of 12 instalments paid | Nov 7, 2026, 11:00 | Instalments paid | 25%',
  )
  expect(await card({ state: 3, paid: 12 })).toBe(
    [
      '900.50 USDT | Complete | 12 of 12 instalments paid | Nov 7, 2026, 11:00 | Instalments paid',
      '100%',
    ].join(' | '),
  )
  expect(await drawnLinks(<LoanCard loan={LOAN} />)).toEqual([`/loandetail/${LOAN.id}`])
  expect(await drawnLinks(<LoanCard loan={{ ...LOAN, state: 0 }} />)).toEqual([])
})

test('an application under review tells who decides and when, how often it was viewed, and may be taken back', async () => {
  atTime(NOON)
  expect(await card({ state: 0, paid: 0, viewed: 2 })).toBe(
    [
      '900.50 USDT | Under review | 0 of 12 instalments paid | Nov 7, 2026, 11:00',
      'People review it. It takes 24 to 48 hours. | Reviewers opened your details or photos 2 times',
      'Take back',
    ].join(' | '),
  )
  expect(await card({ state: 0, paid: 0, decidesAt: NOON + 9_000 })).toBe(
    [
      '900.50 USDT | Under review | 0 of 12 instalments paid | Nov 7, 2026, 11:00',
      'The simulated reviewer decides in 9 seconds. | Take back',
    ].join(' | '),
  )
  expect(await card({ state: 0, paid: 0, decidesAt: NOON })).toBe(
    [
      '900.50 USDT | Under review | 0 of 12 instalments paid | Nov 7, 2026, 11:00',
      'The simulated reviewer is deciding… | Take back',
    ].join(' | '),
  )
})

test('a rejected one tells why, and whether it may be sent again', async () => {
  expect(await card({ state: 2, paid: 0, reason: 'The photo is dark.', viewed: 1 })).toBe(
    [
      '900.50 USDT | Rejected | 0 of 12 instalments paid | Nov 7, 2026, 11:00 | The photo is dark.',
      'A reviewer opened your details or photos 1 time',
    ].join(' | '),
  )
  expect(await card({ state: 2, paid: 0, mayResubmit: true })).toBe(
    [
      '900.50 USDT | Rejected | 0 of 12 instalments paid | Nov 7, 2026, 11:00',
      'Change it and send it again',
    ].join(' | '),
  )
})

test('each state of the documents has its word, and a note where people check them', async () => {
  const identity = (state: 'none' | 'pending' | 'verified' | 'unsuccessful', isSimulated = false) =>
    drawn(
      <Identity
        state={state}
        reason={state === 'unsuccessful' ? 'Blurred' : null}
        isSimulated={isSimulated}
      />,
    )
  const all = [
    await identity('none'),
    await identity('pending'),
    await identity('pending', true),
    await identity('verified'),
    await identity('unsuccessful'),
  ]
  expect(all).toEqual([
    'Identity check | Not checked yet',
    'Identity check | Pending review | The review takes 24 to 48 hours.',
    'Identity check | Pending review',
    'Identity check | Verified',
    'Identity check | Unsuccessful | Blurred',
  ])
})

const page = (list: LoanItem[]) => {
  asUser(0)
  answered('loanApplyList', {}, { list, identity: { state: 'none', reason: null } })
  return drawn(<LoansPage />)
}

test('another application is offered only while none is open', async () => {
  expect(await page([])).toContain('Apply for a loan')
  expect(await page([{ ...LOAN, state: 2 }])).toContain('Apply for a loan')
  expect(await page([LOAN, { ...LOAN, id: 'b', state: 3 }])).not.toContain('Apply for a loan')
  expect(await page([{ ...LOAN, state: 0 }])).not.toContain('Apply for a loan')
})

test.each([
  [0, -1, 2_000],
  [0, 0, 2_000],
  [0, 1, false],
  [0, null, false],
  [1, -1, false],
])('state %i, decided %s ms from now, is asked for again after %s ms', (state, inMs, again) => {
  atTime(NOON)
  const list = [{ ...LOAN, state, decidesAt: inMs === null ? null : NOON + inMs }]
  expect(askAgainMs({ list, identity: { state: 'none', reason: null } })).toBe(again)
  expect(askAgainMs(undefined)).toBe(false)
})
