import type { Reply } from '../../api/api.ts'
import { at } from '../../app/drawn.testing.tsx'

type Withdrawal = Reply<'consoleWithdrawal'>['withdrawal']

/** A withdrawal of 250 USDT that waits for two operators. */
export function aWithdrawal(given: Partial<Withdrawal> = {}): Withdrawal {
  return {
    id: '019a0000-0000-7000-8000-0000000000a1',
    userId: 71,
    owner: '0xA0000001000000000000000000000000a000001a',
    currency: 'USDT',
    amount: '250',
    feeCap: '1.5',
    network: 'Ethereum',
    destination: '0xD0000002000000000000000000000000d000002d',
    state: 'requested',
    requestedAt: at('11:30:00'),
    dueAt: at('11:50:00'),
    isAsked: true,
    approvals: 1,
    rejections: 2,
    ownVote: 'approve',
    goesOnAt: at('13:00:01'),
    ...given,
  }
}

/** What an operator reads of it. */
export function aShownWithdrawal(
  given: Partial<Reply<'consoleWithdrawal'>> = {},
): Reply<'consoleWithdrawal'> {
  return {
    withdrawal: aWithdrawal(),
    intent: {
      unheard: 'of',
      expires: '2026-11-07T18:00:00',
      amount: '250',
      to: '0xD2d2',
      network: 'Ethereum',
      asset: 'USDT',
    },
    signature: '0x5166000000000000000000000000000000005166',
    verdict: 'valid',
    differs: [],
    asked: { why: 'own', ownBefore: '11', ownMost: '12', hourBefore: '13', hourMost: '14' },
    votes: [],
    steps: [{ state: 'requested', at: at('11:30:00') }],
    addressFrom: null,
    payment: {
      nonce: null,
      transactions: [],
      txid: null,
      block: null,
      confirmations: 0,
      needed: 12,
      fee: null,
      reason: null,
    },
    hold: null,
    mayVote: false,
    ...given,
  }
}
