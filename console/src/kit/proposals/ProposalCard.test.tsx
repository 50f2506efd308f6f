import { expect, test } from 'vitest'
import { anOperator, answer, at, drawn } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { aProposal } from './aProposal.testing.ts'
import { ProposalBadge, ProposalCard, type Proposal } from './ProposalCard.tsx'

const EFFECT = [{ name: 'amount', value: '500', was: '100' }]

function card(given: Partial<Proposal>, rest: Partial<Reply<'consoleProposal'>> = {}) {
  const proposal = aProposal(given)
  const { id } = proposal
  return drawn(<ProposalCard id={id} />, {
    answers: [answer('consoleProposal', { id }, { proposal, effect: EFFECT, obstacle: null, ...rest })],
    operator: anOperator('treasurer'),
  })
}

test('an open proposal tells who asked, why, its hash, the time left, its effect, and both decisions', async () => {
  expect(await card({})).toBe(
    [
      'Asked by | Bob | Asked at | Nov 7, 2026 11:40:00 | Reason | The bankroll is low',
      'SHA-256 of the payload | f00df00d…0df00d | Time left | 40 min | Amount',
      '100 | 500 | Approve | Refuse',
    ].join(' | '),
  )
})

test('a proposal that expires now has no time left', async () => {
  expect(await card({ expiresAt: at('11:59:00') })).toContain('Time left | 0 sec')
})

test('his own proposal is only withdrawn', async () => {
  expect(await card({ askedBy: anOperator().address })).toBe(
    [
      'Asked by | Bob | Asked at | Nov 7, 2026 11:40:00 | Reason | The bankroll is low',
      'SHA-256 of the payload | f00df00d…0df00d | Time left | 40 min | Amount',
      '100 | 500 | You asked for this, so another operator must approve it. | Withdraw it',
    ].join(' | '),
  )
})

test('a proposal about its reader, or beyond his roles, has a note and no decision', async () => {
  expect(await card({ mayApprove: false, isAboutReader: true })).toBe(
    [
      'Asked by | Bob | Asked at | Nov 7, 2026 11:40:00 | Reason | The bankroll is low',
      'SHA-256 of the payload | f00df00d…0df00d | Time left | 40 min | Amount',
      '100 | 500 | This is about you, so other operators decide about it. | off | Approve',
    ].join(' | '),
  )
  expect(await card({ mayApprove: false })).toBe(
    [
      'Asked by | Bob | Asked at | Nov 7, 2026 11:40:00 | Reason | The bankroll is low',
      'SHA-256 of the payload | f00df00d…0df00d | Time left | 40 min | Amount',
      '100 | 500 | Your roles do not let you decide about this. | off | Approve',
    ].join(' | '),
  )
})

test('an obstacle is told, and nothing is approved', async () => {
  const obstacle = { code: 'treasury_short', text: 'The account holds too little' }
  expect(await card({}, { effect: [], obstacle })).toBe(
    [
      'Asked by | Bob | Asked at | Nov 7, 2026 11:40:00 | Reason | The bankroll is low',
      'SHA-256 of the payload | f00df00d…0df00d | Time left | 40 min | (wrong)',
      'The account holds too little | off | Approve | Refuse',
    ].join(' | '),
  )
})

test('a decided proposal tells who decided, when and why', async () => {
  const decided = { decidedByName: 'Cyd', decidedAt: at('11:50:02'), decisionReason: 'Too much' }
  expect(await card({ state: 'refused', ...decided })).toBe(
    [
      'Asked by | Bob | Asked at | Nov 7, 2026 11:40:00 | Reason | The bankroll is low',
      'SHA-256 of the payload | f00df00d…0df00d | Amount | 100 | 500',
      'Decision | (wrong) | Refused | Decided by | Cyd | Decided at | Nov 7, 2026 11:50:02 | Reason',
      'Too much',
    ].join(' | '),
  )
  expect(await card({ state: 'expired' })).toBe(
    [
      'Asked by | Bob | Asked at | Nov 7, 2026 11:40:00 | Reason | The bankroll is low',
      'SHA-256 of the payload | f00df00d…0df00d | Amount | 100 | 500',
      'Decision | (plain) | Expired',
    ].join(' | '),
  )
})

test('each state has its word and its tone', async () => {
  const states = ['open', 'approved', 'refused', 'withdrawn', 'expired'] as const
  expect(
    await drawn(
      <>
        {states.map((state) => (
          <ProposalBadge key={state} state={state} />
        ))}
      </>,
    ),
  ).toBe(
    [
      '(caution) | Open | (good) | Approved | (wrong) | Refused | (plain) | Withdrawn | (plain)',
      'Expired',
    ].join(' | '),
  )
})
