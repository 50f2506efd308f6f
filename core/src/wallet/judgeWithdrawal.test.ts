import { expect, test } from 'vitest'
import { parseAmount } from '../money/money.ts'
import { judgeWithdrawal, NOTHING_KNOWN, type WithdrawalFacts } from './judgeWithdrawal.ts'

const units = (text: string) => parseAmount(text) ?? 0n
const signed = { typeId: 33, to: '0xa', amount: units('40'), expiresAtMs: 2_000 }
const good: WithdrawalFacts = {
  book: 'real',
  isListed: true,
  isHalted: false,
  currency: 'USDT',
  typeId: 33,
  address: { to: '0xa', isForeign: false, isOurs: false, isToken: false },
  amount: units('40'),
  feeCap: units('2'),
  signed,
  code: '123456',
  nowMs: 1_000,
  wallMs: 1_999,
  hold: null,
  available: units('42'),
  withdrawn: { own: 0n, unasked: 0n },
  addressFromMs: 1_000,
  needsCode: true,
  isUsed: false,
}
const DAY = 86_400_000
const none = { ...good.address, to: null }
const hold = { caseId: 'C-1', reason: 'owner_asked', untilMs: 9_000 }

/** In order of precedence: a request is refused for the first of its reasons. */
const REASONS: [code: string, Partial<WithdrawalFacts>, numbers?: object][] = [
  ['intent_used', { isUsed: true }],
  ['security_hold', { hold }, { hold }],
  ['account_has_no_network', { book: 'simulated' }],
  ['network_unknown', { isListed: false }],
  ['withdrawal_address_wrong_network', { address: { ...none, isForeign: true } }],
  ['amount_too_precise_for_network', { amount: 'amount_too_precise_for_network' }],
  ['intent_missing', { signed: 'intent_missing' }],
  ['intent_invalid', { signed: { ...signed, amount: units('41') } }],
  ['intent_expired', { wallMs: 2_000 }],
  ['intent_expired', { nowMs: 2_000 + DAY }],
  ['intent_expired', { nowMs: 2_000 - 300_000 - DAY - 1 }],
  ['network_halted', { isHalted: true }],
  ['network_halted', { feeCap: null }],
  ['amount_below_fee', { feeCap: units('40') }, { fee: units('40') }],
  ['insufficient_funds', { available: units('42') - 1n }, { available: units('42') - 1n }],
  ['code_missing', { code: '' }],
]

test('a request without a reason against it is accepted, even with the last unit of the balance and a moment before it expires', () => {
  const taken = { amount: units('40'), feeCap: units('2'), needsApproval: false, state: 'approved' }
  expect(judgeWithdrawal(good)).toEqual({ ok: true, value: taken })
  expect(judgeWithdrawal({ ...good, signed: null, code: null })).toEqual({ ok: true, value: taken })
  expect(judgeWithdrawal({ ...good, needsCode: false, code: '' })).toEqual({ ok: true, value: taken })
  for (const nowMs of [2_000 + DAY - 1, 2_000 - 300_000 - DAY])
    expect(judgeWithdrawal({ ...good, nowMs, addressFromMs: nowMs })).toMatchObject({ ok: true })
})

test.each(REASONS)('%s for %o', (code, wrong, numbers = {}) => {
  const refusal = { ok: false, refusal: { code, ...numbers } }
  expect(judgeWithdrawal({ ...good, ...wrong })).toEqual(refusal)
  const later = REASONS.slice(REASONS.findIndex(([, one]) => one === wrong) + 1)
  for (const [, other] of later) {
    const found = judgeWithdrawal({ ...good, ...other, ...wrong })
    expect(found).toMatchObject({ ok: false, refusal: { code } })
  }
})

test.each([
  ['withdrawal_address_invalid', { address: none }],
  ['withdrawal_address_ours', { address: { ...good.address, isOurs: true, isToken: true } }],
  ['withdrawal_address_token', { address: { ...good.address, isToken: true } }],
  ['amount_invalid', { amount: 'amount_invalid' }],
  ['amount_too_precise', { amount: 'amount_too_precise' }],
  ['intent_invalid', { signed: 'intent_invalid' }],
  ['intent_invalid', { signed: { ...signed, to: '0xb' } }],
  ['intent_invalid', { signed: { ...signed, typeId: 34 } }],
] as const)('%s for %o, too', (code, wrong) => {
  expect(judgeWithdrawal({ ...good, ...wrong })).toEqual({ ok: false, refusal: { code } })
})

test('a request with only one known fact is refused, whichever fact it is', () => {
  for (const key of Object.keys(good) as (keyof WithdrawalFacts)[]) {
    expect(judgeWithdrawal({ ...NOTHING_KNOWN, [key]: good[key] })).toMatchObject({ ok: false })
  }
  for (const key of ['isListed', 'isHalted', 'address', 'amount', 'feeCap', 'signed', 'available', 'code']) {
    const forgotten = { [key]: NOTHING_KNOWN[key as keyof WithdrawalFacts] }
    expect(judgeWithdrawal({ ...good, ...forgotten })).toMatchObject({ ok: false })
  }
})

test.each([
  ['within the limits, to a known address', {}, 'approved', false],
  ['above the limits', { withdrawn: { own: units('9960.1'), unasked: 0n } }, 'requested', true],
  ['to a new address', { addressFromMs: 1_001 }, 'held_new_address', false],
])('a withdrawal %s begins in the right state', (_what, facts, state, isAsked) => {
  const judged = judgeWithdrawal({ ...good, ...facts })
  expect(judged).toMatchObject({ ok: true, value: { state, needsApproval: isAsked } })
})
