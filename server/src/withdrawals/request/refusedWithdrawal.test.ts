import type { WithdrawalRefusal } from '@tickmark/core/wallet/judgeWithdrawal'
import { expect, test } from 'vitest'
import { SANDBOX_CHAIN } from '../../chains/sandbox/sandboxChain.ts'
import { findNetwork } from '../withdrawal/networks.ts'
import { refusedWithdrawal } from './refusedWithdrawal.ts'

const USDT = findNetwork(SANDBOX_CHAIN, 1)
const network = SANDBOX_CHAIN.name
const MINUTE_MS = 60_000
const hold = { caseId: 'C-7', reason: 'owner_asked', untilMs: Date.UTC(2026, 10, 21, 9, 30) - MINUTE_MS + 1 }

test.each<[WithdrawalRefusal, Record<string, string>]>([
  [
    { code: 'security_hold', hold },
    { case: 'C-7', reason: 'owner_asked', until: '2026-11-21 09:30 UTC' },
  ],
  [{ code: 'network_halted' }, { network }],
  [{ code: 'withdrawal_address_invalid' }, { network }],
  [{ code: 'withdrawal_address_wrong_network' }, { network }],
  [{ code: 'withdrawal_address_ours' }, { network }],
  [{ code: 'withdrawal_address_token' }, { network }],
  [{ code: 'amount_too_precise_for_network' }, { currency: 'USDT', decimals: '6', network }],
  [
    { code: 'amount_below_fee', fee: 150_000_000n },
    { fee: '1.5', currency: 'USDT' },
  ],
  [
    { code: 'insufficient_funds', available: 250_000_000n },
    { available: '2.5', currency: 'USDT' },
  ],
  [{ code: 'amount_invalid' }, {}],
  [{ code: 'intent_expired' }, {}],
])('a refusal tells the facts behind it: %o', (refusal, facts) => {
  expect(refusedWithdrawal(refusal, USDT)).toMatchObject({ code: refusal.code, facts })
})

test('a hold is told without a network', () => {
  expect(refusedWithdrawal({ code: 'security_hold', hold }, null).facts).toMatchObject({ case: 'C-7' })
})
