import { at } from '../../app/drawn.testing.tsx'
import type { Proposal } from './ProposalCard.tsx'

/** An open proposal of another operator, which its reader may approve. */
export function aProposal(given: Partial<Proposal> = {}): Proposal {
  return {
    id: '019a0000-0000-7000-8000-0000000000aa',
    kind: 'treasury.fund',
    state: 'open',
    payload: '{}',
    payloadHash: 'f00d'.repeat(16),
    reason: 'The bankroll is low',
    askedBy: '0xB2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2',
    askedByName: 'Bob',
    askedAt: at('11:40:00'),
    expiresAt: at('12:40:00'),
    decidedBy: null,
    decidedByName: null,
    decidedAt: null,
    decisionReason: null,
    isAboutReader: false,
    mayApprove: true,
    ...given,
  }
}
