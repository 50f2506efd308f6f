import { expect, test } from 'vitest'
import { askedAt, drawn, drawnScreen, page } from '../../app/drawn.testing.tsx'
import { csvOf } from '../../kit/csvOf.testing.ts'
import { aWithdrawal } from './aWithdrawal.testing.ts'
import { WithdrawalBadge } from './states.tsx'
import { WITHDRAWALS_CSV } from './WithdrawalsScreen.tsx'

const free = aWithdrawal({
  id: 'b',
  isAsked: false,
  ownVote: null,
  goesOnAt: null,
  dueAt: null,
  state: 'built',
})
const asked = aWithdrawal({ id: 'c', ownVote: null })
const reply = { list: [aWithdrawal(), free, asked], next: null, waiting: 1 }

test('withdrawals that wait tell their age, owner, sum, address, state, votes, and when they go on', async () => {
  const answers = [page('consoleWithdrawals', { view: 'waiting' }, reply)]
  expect(await drawnScreen('/withdrawals', { answers })).toBe(
    [
      'Withdrawals | → /withdrawals/holds | Security holds | Save as CSV | [Filters] | Show | ●',
      'Waiting for operators | Stuck | Overdue | All withdrawals | State | ● | Every state',
      'Waits for votes | New address waits | Approved | Being built | Signed | Sent | Paid | Cancelled',
      'Rejected | Could not be paid | Address begins with | «» | [Withdrawals] | Age | Owner | Amount',
      'To | State | Votes | Goes on by itself | 30 min | 0xA00000…00001a | 250.00 | USDT | Ethereum',
      '0xD00000…00002d | (caution) | Waits for votes | 1 for, 2 against · For | Nov 7, 2026 13:00:01',
      '30 min | 0xA00000…00001a | 250.00 | USDT | Ethereum | 0xD00000…00002d | (brand) | Being built',
      '– | – | 30 min | 0xA00000…00001a | 250.00 | USDT | Ethereum | 0xD00000…00002d | (caution)',
      'Waits for votes | 1 for, 2 against | Nov 7, 2026 13:00:01 | [Withdrawals] | 3 rows',
    ].join(' | '),
  )
})

test('overdue ones tell how late they are', async () => {
  const answers = [page('consoleWithdrawals', { view: 'overdue' }, { ...reply, list: [aWithdrawal(), free] })]
  expect(await drawnScreen('/withdrawals?view=overdue', { answers })).toBe(
    [
      'Withdrawals | → /withdrawals/holds | Security holds | Save as CSV | [Filters] | Show',
      'Waiting for operators | Stuck | ● | Overdue | All withdrawals | State | ● | Every state',
      'Waits for votes | New address waits | Approved | Being built | Signed | Sent | Paid | Cancelled',
      'Rejected | Could not be paid | Address begins with | «» | [Withdrawals] | Age | Owner | Amount',
      'To | State | Votes | Late by | 30 min | 0xA00000…00001a | 250.00 | USDT | Ethereum',
      '0xD00000…00002d | (caution) | Waits for votes | 1 for, 2 against · For | 10 min | 30 min',
      '0xA00000…00001a | 250.00 | USDT | Ethereum | 0xD00000…00002d | (brand) | Being built | – | –',
      '[Withdrawals] | 2 rows',
    ].join(' | '),
  )
})

test('an empty list says which', async () => {
  const none = { list: [], next: null, waiting: 0 }
  const answers = [
    page('consoleWithdrawals', { view: 'waiting' }, none),
    page('consoleWithdrawals', { view: 'stuck' }, none),
  ]
  expect(await drawnScreen('/withdrawals', { answers })).toBe(
    [
      'Withdrawals | → /withdrawals/holds | Security holds | off | Save as CSV | [Filters] | Show | ●',
      'Waiting for operators | Stuck | Overdue | All withdrawals | State | ● | Every state',
      'Waits for votes | New address waits | Approved | Being built | Signed | Sent | Paid | Cancelled',
      'Rejected | Could not be paid | Address begins with | «» | Nothing waits',
      'Withdrawals above the limit appear here and ask two operators.',
    ].join(' | '),
  )
  expect(await drawnScreen('/withdrawals?view=stuck', { answers })).toBe(
    [
      'Withdrawals | → /withdrawals/holds | Security holds | off | Save as CSV | [Filters] | Show',
      'Waiting for operators | ● | Stuck | Overdue | All withdrawals | State | ● | Every state',
      'Waits for votes | New address waits | Approved | Being built | Signed | Sent | Paid | Cancelled',
      'Rejected | Could not be paid | Address begins with | «» | No withdrawals',
      'No withdrawal fits the filters.',
    ].join(' | '),
  )
})

test('the list asks for the chosen view, state and address', async () => {
  const queries = ['', '?view=x&state=x', '?view=all&state=final&begins=0xab']
  const paths = await Promise.all(queries.map((one) => askedAt(`/withdrawals${one}`)))
  expect(paths.flat()).toEqual([
    '/api/console/withdrawals {"view":"waiting"} 5000',
    '/api/console/withdrawals {"view":"waiting"} 5000',
    '/api/console/withdrawals {"view":"all","state":"final","begins":"0xab"} 5000',
  ])
})

test('the file of withdrawals has their raw values', () => {
  expect(
    csvOf(WITHDRAWALS_CSV, [
      aWithdrawal({ requestedAt: 1_000, dueAt: 2_000 }),
      { ...free, requestedAt: 3_000 },
    ]),
  ).toEqual([
    'id ; requested ; promised ; owner ; amount ; currency ; network ; destination ; state ; approvals ; rejections',
    '019a0000-0000-7000-8000-0000000000a1 ; 1970-01-01T00:00:01.000Z ; 1970-01-01T00:00:02.000Z ; 0xA0000001000000000000000000000000a000001a ; 250 ; USDT ; Ethereum ; 0xD0000002000000000000000000000000d000002d ; requested ; 1 ; 2',
    'b ; 1970-01-01T00:00:03.000Z ;  ; 0xA0000001000000000000000000000000a000001a ; 250 ; USDT ; Ethereum ; 0xD0000002000000000000000000000000d000002d ; built ; 1 ; 2',
  ])
})

test('each state has its word and its tone', async () => {
  const states = [
    'requested',
    'held_new_address',
    'approved',
    'built',
    'signed',
    'broadcast',
    'final',
    'cancelled',
    'rejected',
    'dead',
  ] as const
  const badges = states.map((state) => <WithdrawalBadge key={state} state={state} />)
  expect(await drawn(<>{badges}</>)).toBe(
    [
      '(caution) | Waits for votes | (caution) | New address waits | (brand) | Approved | (brand)',
      'Being built | (brand) | Signed | (brand) | Sent | (good) | Paid | (plain) | Cancelled | (wrong)',
      'Rejected | (wrong) | Could not be paid',
    ].join(' | '),
  )
})
