import { expect, test } from 'vitest'
import { anOperator, answer, askedAt, at, drawn, drawnScreen } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { aShownWithdrawal, aWithdrawal } from './aWithdrawal.testing.ts'
import { VotePanel } from './VotePanel.tsx'

const { payment: NONE, ...REST } = aShownWithdrawal()

function screen(given: Partial<Reply<'consoleWithdrawal'>> = {}, ...roles: Parameters<typeof anOperator>) {
  const answers = [answer('consoleWithdrawal', { id: '7' }, aShownWithdrawal(given))]
  return drawnScreen('/withdrawals/7', { answers, operator: anOperator(...roles) })
}

test('a withdrawal tells what its owner signed, why operators are asked, and its steps', async () => {
  expect(await screen()).toBe(
    [
      '→ /withdrawals | Withdrawals | Withdrawal of 250 USDT | (caution) | Waits for votes',
      'What its owner signed | (good) | Signature is the owner’s | Owner',
      '0xA0000001000000000000000000000000a000001a | Network | Ethereum | Amount | 250 | To | 0xD2d2',
      'Valid until | Nov 7, 2026 18:00:00 | unheard | of | asset | USDT | Signature | 0x516600…005166',
      'Requested | Nov 7, 2026 11:30:00 | Why operators are asked',
      'The owner’s withdrawals of 24 hours pass his limit. | Owner, 24 h before | 11.00 | USDT',
      'Owner’s limit | 12.00 | USDT | All users, the hour before | 13.00 | USDT | Limit of an hour',
      '14.00 | USDT | Votes | Nobody has voted yet. | Without two votes it is approved at',
      'Nov 7, 2026 13:00:01 | Its course | (caution) | Waits for votes | Nov 7, 2026 11:30:00',
      'Promised by | Nov 7, 2026 11:50:00',
    ].join(' | '),
  )
  expect(await askedAt('/withdrawals/7')).toEqual(['/api/console/withdrawal {"id":"7"} 2000'])
})

test('only those who decide may hold the owner’s withdrawals', async () => {
  expect(await screen({}, 'treasurer')).toContain('Hold withdrawals')
  expect(await screen({}, 'viewer', 'reviewer')).not.toContain('Hold withdrawals')
})

test.each([
  ['valid', '(good) | Signature is the owner’s'],
  ['invalid', '(wrong) | Signature is wrong'],
  ['contract', '(caution) | Signed by a contract'],
] as const)('a signature that is %s is told as %s', async (verdict, tone) => {
  expect(await screen({ verdict })).toContain(`What its owner signed | ${tone}`)
})

test('a field that differs, a hold, and the house’s limit are told', async () => {
  const hold = {
    caseId: 'T-9',
    userId: 71,
    owner: '0x',
    reason: 'legal_order',
    until: at('20:00:00'),
    isInForce: true,
    operators: [],
  }
  const asked = REST.asked && { ...REST.asked, why: 'everybody' as const }
  expect(await screen({ differs: ['amount', 'destination'], hold, asked })).toBe(
    [
      '→ /withdrawals | Withdrawals | Withdrawal of 250 USDT | (caution) | Waits for votes',
      'What its owner signed | (good) | Signature is the owner’s',
      'These fields differ from what was signed: amount, destination. Approve nothing and tell the other operators.',
      'Owner | 0xA0000001000000000000000000000000a000001a | Network | Ethereum | Amount | 250 | To',
      '0xD2d2 | Valid until | Nov 7, 2026 18:00:00 | unheard | of | asset | USDT | Signature',
      '0x516600…005166 | Requested | Nov 7, 2026 11:30:00',
      'All withdrawals of this user are held: case T-9. | Why operators are asked',
      'All users’ withdrawals of this hour pass the house’s limit. | Owner, 24 h before | 11.00 | USDT',
      'Owner’s limit | 12.00 | USDT | All users, the hour before | 13.00 | USDT | Limit of an hour',
      '14.00 | USDT | Votes | Nobody has voted yet. | Without two votes it is approved at',
      'Nov 7, 2026 13:00:01 | Its course | (caution) | Waits for votes | Nov 7, 2026 11:30:00',
      'Promised by | Nov 7, 2026 11:50:00',
    ].join(' | '),
  )
})

test('a withdrawal that needs no operators shows no reason and no votes', async () => {
  const withdrawal = aWithdrawal({ isAsked: false, dueAt: null })
  expect(await screen({ withdrawal, asked: null })).toBe(
    [
      '→ /withdrawals | Withdrawals | Withdrawal of 250 USDT | (caution) | Waits for votes',
      'What its owner signed | (good) | Signature is the owner’s | Owner',
      '0xA0000001000000000000000000000000a000001a | Network | Ethereum | Amount | 250 | To | 0xD2d2',
      'Valid until | Nov 7, 2026 18:00:00 | unheard | of | asset | USDT | Signature | 0x516600…005166',
      'Requested | Nov 7, 2026 11:30:00 | Its course | (caution) | Waits for votes',
      'Nov 7, 2026 11:30:00',
    ].join(' | '),
  )
})

test('a payment tells its transaction, block, confirmations and fee', async () => {
  const transactions = [
    { txid: '0x1111000000000000000000000000000000001111', at: 1 },
    { txid: '0x2222000000000000000000000000000000002222', at: 2 },
  ]
  const paid = { ...NONE, transactions, confirmations: 5, block: 77, fee: '1.25' }
  expect(await screen({ payment: paid, addressFrom: at('12:30:00') })).toBe(
    [
      '→ /withdrawals | Withdrawals | Withdrawal of 250 USDT | (caution) | Waits for votes',
      'What its owner signed | (good) | Signature is the owner’s | Owner',
      '0xA0000001000000000000000000000000a000001a | Network | Ethereum | Amount | 250 | To | 0xD2d2',
      'Valid until | Nov 7, 2026 18:00:00 | unheard | of | asset | USDT | Signature | 0x516600…005166',
      'Requested | Nov 7, 2026 11:30:00 | Why operators are asked',
      'The owner’s withdrawals of 24 hours pass his limit. | Owner, 24 h before | 11.00 | USDT',
      'Owner’s limit | 12.00 | USDT | All users, the hour before | 13.00 | USDT | Limit of an hour',
      '14.00 | USDT | Votes | Nobody has voted yet. | Without two votes it is approved at',
      'Nov 7, 2026 13:00:01 | Its course | (caution) | Waits for votes | Nov 7, 2026 11:30:00',
      'Promised by | Nov 7, 2026 11:50:00 | Address may be paid from | Nov 7, 2026 12:30:00',
      'Transaction | 0x111100…001111 | Block | 77 | Confirmations | 5 of 12 | Network fee paid | 1.25',
      'USDT',
    ].join(' | '),
  )
  const ended = {
    ...NONE,
    txid: '0x3333000000000000000000000000000000003333',
    transactions,
    reason: 'returned',
  }
  expect(await screen({ payment: ended })).toContain(
    'Why it was not paid | returned | Transaction | 0x333300…003333 | Confirmations | 0 of 12',
  )
})

test('votes tell who voted how and since when', async () => {
  const votes = [
    {
      operator: '0xB1b1000000000000000000000000000000b1b1b1',
      name: 'Bob',
      approves: true,
      reason: null,
      at: at('11:58:00'),
    },
    {
      operator: '0xC1c1000000000000000000000000000000c1c1c1',
      name: 'Cyd',
      approves: false,
      reason: 'sanctioned_address' as const,
      at: at('11:57:00'),
    },
  ]
  expect(await drawn(<VotePanel data={aShownWithdrawal({ votes, mayVote: true })} />)).toBe(
    [
      'Votes | Bob | 0xB1b100…b1b1b1 | For | 2 min | Cyd | 0xC1c100…c1c1c1',
      'Against · Sanctioned address | 3 min | Without two votes it is approved at',
      'Nov 7, 2026 13:00:01 | Approve | Reject',
    ].join(' | '),
  )
  const withdrawal = aWithdrawal({ goesOnAt: null })
  expect(await drawn(<VotePanel data={aShownWithdrawal({ withdrawal })} />)).toBe(
    'Votes | Nobody has voted yet.',
  )
})
