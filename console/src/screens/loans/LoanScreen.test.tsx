import { expect, test } from 'vitest'
import { answer, anOperator, at, drawn, drawnScreen } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { aProposal } from '../../kit/proposals/aProposal.testing.ts'
import { LoanProposal } from './LoanProposal.tsx'
import { OpenedLoan } from './LoanScreen.tsx'

const LOAN: Reply<'consoleLoan'> = {
  id: '019a0000-0000-7000-8000-0000000000c1',
  state: 0,
  amount: '900',
  instalments: 12,
  borrower: '0xB0000001000000000000000000000000b000001b',
  submittedAt: at('10:00:01'),
  details: { name: 'Eve', phone: '+47 1', address: 'Street 2', idNumber: 'ID-3' },
  pictures: [
    { purpose: 'signature', width: 1, height: 2 },
    { purpose: 'back', width: 3, height: 4 },
    { purpose: 'front', width: 5, height: 6 },
  ],
  views: [
    {
      what: 'details',
      viewer: '0xC0000001000000000000000000000000c000001c',
      reason: 'A look',
      at: at('10:30:02'),
    },
    {
      what: 'unheard',
      viewer: '0xD0000001000000000000000000000000d000001d',
      reason: 'Again',
      at: at('10:30:03'),
    },
  ],
}

const opened = (given: Partial<typeof LOAN> = {}) =>
  drawn(<OpenedLoan loan={{ ...LOAN, ...given }} reason="A look" onChanged={() => {}} />)

test('an application opens with a reason alone', async () => {
  expect(await drawnScreen(`/loans/${LOAN.id}`)).toBe(
    [
      '→ /loans | Loans | Application for a loan | Why do you look?',
      'An application has personal details. Each look stays in its record with your address and your reason, and its owner sees how often. At most 30 an hour.',
      '019a0000…0000c1 | Reason | ≤ 500 | Everybody at the desk reads it in the log. | off',
      'Open the application',
    ].join(' | '),
  )
})

test('an open application tells its terms, its borrower’s details, its pictures and every view', async () => {
  expect(await opened()).toBe(
    [
      'Details | Amount | 900.00 | USDT | Instalments | 12 | Wallet',
      '0xB0000001000000000000000000000000b000001b | Submitted | Nov 7, 2026 10:00:01 | Name | Eve',
      'Phone | +47 1 | Home address | Street 2 | ID number | ID-3 | Decision',
      'Two reviewers approve a loan, and each of them looks at the details and both photos of the card first. The owner reads the reason of a rejection or of a change that you ask for.',
      'Propose to approve | Ask for a change | Reject | Pictures | Front of the card',
      'Show: Front of the card | Back of the card | Show: Back of the card | Drawn signature',
      'Show: Drawn signature | Who looked | [Who looked] | [Who looked] | Seen at | What | By | Reason',
      'Nov 7, 2026 10:30:02 | Details | 0xC00000…00001c | A look | Nov 7, 2026 10:30:03 | unheard',
      '0xD00000…00001d | Again',
    ].join(' | '),
  )
})

test('a decided application offers no decision, and says which data was deleted', async () => {
  expect(await opened({ state: 1, details: null, pictures: [], views: [] })).toBe(
    [
      'Details | Deleted, as promised, after the application ended. | Amount | 900.00 | USDT',
      'Instalments | 12 | Wallet | 0xB0000001000000000000000000000000b000001b | Submitted',
      'Nov 7, 2026 10:00:01 | Pictures | Deleted, as promised, after the application ended.',
      'Who looked | Nobody looked yet.',
    ].join(' | '),
  )
})

test.each([
  ['open', LOAN.id, true],
  ['approved', LOAN.id, true],
  ['refused', LOAN.id, false],
  ['withdrawn', LOAN.id, false],
  ['expired', LOAN.id, false],
  ['open', 'another', false],
] as const)('a proposal that is %s, of application %s, is shown: %s', async (state, applyId, isShown) => {
  const proposal = aProposal({ state, payload: JSON.stringify({ applyId }) })
  const { id } = proposal
  const answers = [
    answer('consoleProposals', { kind: 'loan.approve' }, { list: [proposal], next: null, waiting: 0 }),
    answer('consoleProposal', { id }, { proposal, effect: [], obstacle: null }),
  ]
  const part = <LoanProposal loan={LOAN} onDecided={() => {}} />
  const text = await drawn(part, { answers, operator: anOperator('reviewer') })
  expect(text.includes('Asked by | Bob')).toBe(isShown)
})
