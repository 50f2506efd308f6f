import { HOLD_MOST_MS } from '@tickmark/core/wallet/dueTimes'
import type { AcceptRequest } from '@tickmark/wire/signer'
import { expect, test } from 'vitest'
import { HOUR, intentOf, payOf, payOnTronOf, rules, START, TRON_PAYEE } from './fixture.testing.ts'
import { type Accepted, emptyMemory, type Memory, nextNonceOf, remember } from './memory.ts'
import { judgeKnown, judgeSign, judgeTerms } from './policy.ts'
import { type SignedTerms, termsOf } from './terms.ts'

const reply = { raw: '0x02', txid: '0x01' } as const
const MINUTE = 60_000

/** A memory in which these intents are accepted; tests sign some of them. */
function remembered(...intents: Parameters<typeof intentOf>[0][]) {
  const memory = emptyMemory()
  const requests = intents.map((changes): AcceptRequest => ({
    intent: intentOf(changes),
    signature: '0x',
    walletType: 1,
    account: 'owner',
  }))
  for (const request of requests) remember(memory, { kind: 'accepted', atMs: START, request })
  return { memory, requests, nonces: requests.map(({ intent }) => intent.nonce) }
}

const sign = (memory: Memory, request: ReturnType<typeof payOf>, atMs = START) =>
  remember(memory, { kind: 'signed', atMs, chain: 1, request, reply })

function judged(memory: Memory, request: ReturnType<typeof payOf | typeof payOnTronOf>, nowMs = START) {
  const known = memory.intents.get(request.intentNonce)
  if (!known) throw new Error('it was accepted')
  const verdict = judgeSign(request, known, termsFor(known), memory, rules, nowMs)
  return typeof verdict === 'string' ? verdict : verdict.stored ? 'stored' : 'sign'
}

function termsFor({ request }: Accepted): SignedTerms {
  const terms = termsOf(request.intent, rules)
  if (typeof terms === 'string') throw new Error(terms)
  return terms
}

test('the identical request is accepted again at any time; its nonce with other content is not', () => {
  const { memory, requests } = remembered({})
  const [known] = requests
  if (!known) throw new Error('it was accepted')
  expect(judgeKnown(known, memory)).toBe('accepted')
  expect(judgeKnown(structuredClone(known), memory)).toBe('accepted')
  const others: Partial<AcceptRequest>[] = [
    { signature: '0x00' },
    { signature: 'sign\u00e9' },
    { signature: '\ud800' },
    { walletType: 2 },
    { account: 'strang\u00e9r' },
    { intent: { ...known.intent, amount: '12.6' } },
    { intent: { ...known.intent, to: '\u202e' } },
  ]
  for (const changes of others) expect(judgeKnown({ ...known, ...changes }, memory)).toBe('intent_changed')
  expect(judgeKnown({ ...known, intent: intentOf() }, memory)).toBe(null)
  remember(memory, { kind: 'revoked', atMs: START, intentNonce: known.intent.nonce })
  expect(judgeKnown(known, memory)).toBe('intent_revoked')
})

test.for([
  ['its end is now', -5 * MINUTE, '1', 'expired'],
  ['its end is past', -5 * MINUTE - 1, '1', 'expired'],
  ['it ends in a millisecond', -5 * MINUTE + 1, '1', null],
  ['it ends in ten minutes', 5 * MINUTE, '1', null],
  ['it ends in more than ten minutes', 5 * MINUTE + 1, '1', 'expired'],
  ['it is for all that a payment may be', 0, '1000', null],
  ['it is for a millionth more', 0, '1000.000001', 'over_limit'],
] as const)('a fresh intent: %s', ([_what, laterMs, amount, refusal]) => {
  const intent = intentOf({ amount, expires: new Date(START + 5 * MINUTE + laterMs).toISOString() })
  const terms = termsFor({
    request: { intent, signature: '', walletType: 1, account: '' },
    acceptedAtMs: START,
    variants: [],
  })
  expect(judgeTerms(terms, rules, new Set(), START)).toBe(refusal)
  expect(judgeTerms(terms, rules, new Set([terms.to]), START)).toBe('address_invalid')
})

test('an intent has one chain nonce and a nonce has one intent; gaps may be filled', () => {
  const { memory, nonces } = remembered({}, {})
  const [first = '', second = ''] = nonces
  expect(judged(memory, payOf(first, 4))).toBe('sign')
  sign(memory, payOf(first, 4))
  expect(judged(memory, payOf(first, 4))).toBe('stored')
  expect(judged(memory, payOf(first, 5))).toBe('intent_has_other_nonce')
  expect(judged(memory, payOf(second, 4))).toBe('nonce_taken')
  expect(judged(memory, payOf(second, 3))).toBe('sign')
  expect(judged(memory, payOf(second, 5))).toBe('sign')
})

test.for([
  ['the same fees', 20, 10, 'stored'],
  ['both a tenth higher', 22, 11, 'sign'],
  ['the fee a tenth higher', 22, 10, 'stored'],
  ['the tip a tenth higher', 20, 11, 'stored'],
  ['the fee just short of a tenth', 21, 11, 'stored'],
  ['both lower', 10, 5, 'stored'],
  ['a tip above the fee', 22, 23, 'malformed'],
  ['more than the signer allows', 501, 11, 'fee_too_high'],
] as const)('a signed payment asked for again with %s', ([_what, fee, tip, verdict]) => {
  const { memory, nonces } = remembered({})
  const asked = { ...payOf(nonces[0] ?? '', 0), maxFeePerGas: gwei(20), maxPriorityFeePerGas: gwei(10) }
  sign(memory, asked)
  const again = { ...asked, maxFeePerGas: gwei(fee), maxPriorityFeePerGas: gwei(tip) }
  expect(judged(memory, again)).toBe(verdict)
})

test('a zero fee or tip must also be raised', () => {
  const { memory, nonces } = remembered({})
  const asked = { ...payOf(nonces[0] ?? '', 0), maxFeePerGas: gwei(20), maxPriorityFeePerGas: '0' }
  sign(memory, asked)
  expect(judged(memory, { ...asked, maxFeePerGas: gwei(22) })).toBe('stored')
  expect(judged(memory, { ...asked, maxFeePerGas: gwei(22), maxPriorityFeePerGas: '1' })).toBe('sign')
})

const gwei = (count: number) => String(BigInt(count) * 10n ** 9n)

test.for([
  ['all the gas there may be', {}, { gasLimit: 200_000 }, 'sign'],
  ['more gas', {}, { gasLimit: 200_001 }, 'fee_too_high'],
  ['the highest fee', {}, { maxFeePerGas: gwei(500) }, 'sign'],
  ['a higher fee', {}, { maxFeePerGas: String(500n * 10n ** 9n + 1n) }, 'fee_too_high'],
  ['a fee of forty digits', {}, { maxFeePerGas: '9'.repeat(40) }, 'fee_too_high'],
  ['a tip above the fee', {}, { maxPriorityFeePerGas: gwei(3) }, 'malformed'],
  ['a tip as high as the fee', {}, { maxFeePerGas: gwei(3), maxPriorityFeePerGas: gwei(3) }, 'sign'],
  ['all that the owner allowed', { currency: 'ETH', amount: '1', feeCap: '0.00018' }, {}, 'sign'],
  ['more than the owner allowed', { currency: 'ETH', amount: '1', feeCap: '0.00017999' }, {}, 'fee_too_high'],
  ['nothing allowed', { currency: 'ETH', amount: '1', feeCap: '0' }, {}, 'fee_too_high'],
] as const)('a payment on Ethereum with %s', ([_what, intent, changes, verdict]) => {
  const { memory, nonces } = remembered(intent)
  expect(judged(memory, { ...payOf(nonces[0] ?? '', 0), ...changes })).toBe(verdict)
})

test.for([
  ['as it should be', {}, 'sign'],
  ['that has ended', { timestamp: START - HOUR, expiration: START }, 'malformed'],
  ['that ends before it begins', { timestamp: START + HOUR }, 'malformed'],
  ['that lives for a day', { expiration: START + 24 * HOUR }, 'sign'],
  ['that lives for longer', { expiration: START + 24 * HOUR + 1 }, 'malformed'],
  [
    'that begins later to live for longer',
    { timestamp: START + HOUR, expiration: START + 24 * HOUR + 1 },
    'malformed',
  ],
  ['at the highest fee', { feeLimit: '100000000' }, 'sign'],
  ['at a higher fee', { feeLimit: '100000001' }, 'fee_too_high'],
] as const)('a payment on Tron %s', ([_what, changes, verdict]) => {
  const { memory, nonces } = remembered({ network: 'Tron', to: TRON_PAYEE })
  expect(judged(memory, { ...payOnTronOf(nonces[0] ?? ''), ...changes })).toBe(verdict)
})

test('a transfer of Tron’s own coin burns no fee, and a request of the wrong kind is rejected', () => {
  const { memory, nonces } = remembered({ network: 'Tron', currency: 'TRX', to: TRON_PAYEE }, {})
  const [onTron = '', onEthereum = ''] = nonces
  expect(judged(memory, payOnTronOf(onTron, '1'))).toBe('fee_too_high')
  expect(judged(memory, payOnTronOf(onTron, '0'))).toBe('sign')
  expect(judged(memory, payOf(onTron, 0))).toBe('malformed')
  expect(judged(memory, payOnTronOf(onEthereum))).toBe('malformed')
})

test.for([
  ['a security hold', 0, HOLD_MOST_MS],
  ['votes of operators on the fourth day', 4 * 24 * HOUR, 0],
  ['a week’s silence of operators, and then a security hold', 7 * 24 * HOUR, HOLD_MOST_MS],
] as const)('an intent is signed after %s', ([_what, approvedAfterMs, heldForMs]) => {
  const { memory, nonces } = remembered({})
  expect(judged(memory, payOf(nonces[0] ?? '', 0), START + approvedAfterMs + heldForMs)).toBe('sign')
})

test('an intent may wait eleven days for its signature; existing bytes are returned forever', () => {
  const { memory, nonces } = remembered({}, {})
  const [waiting = '', signed = ''] = nonces
  sign(memory, payOf(signed, 0))
  expect(judged(memory, payOf(waiting, 1), START + 264 * HOUR)).toBe('sign')
  expect(judged(memory, payOf(waiting, 1), START + 264 * HOUR + 1)).toBe('intent_lapsed')
  expect(judged(memory, payOf(signed, 0), START + 9_000 * HOUR)).toBe('stored')
  remember(memory, { kind: 'revoked', atMs: START, intentNonce: waiting })
  expect(judged(memory, payOf(waiting, 1))).toBe('intent_revoked')
})

test('payments signed within 24 h stay within the day’s limit, even if the clock is set back', () => {
  const { memory, nonces } = remembered(
    { amount: '900' },
    { amount: '1' },
    { amount: '600' },
    { amount: '600.1' },
  )
  const [large = '', early = '', fits = '', over = ''] = nonces
  sign(memory, payOf(large, 0), START + 30 * HOUR)
  sign(memory, payOf(early, 1), START)
  const soon = START + 31 * HOUR
  expect(judged(memory, payOf(fits, 2), soon)).toBe('sign')
  expect(judged(memory, payOf(over, 2), soon)).toBe('over_limit')
  // The clock is set back to before the large payment, which still counts.
  expect(judged(memory, payOf(fits, 2), START + 29 * HOUR)).toBe('sign')
  expect(judged(memory, payOf(over, 2), START + 29 * HOUR)).toBe('over_limit')
  expect(judged(memory, payOf(over, 2), START + 54 * HOUR - 1)).toBe('over_limit')
  expect(judged(memory, payOf(over, 2), START + 54 * HOUR)).toBe('sign')
})

test('payments in another currency do not count towards the day’s limit', () => {
  const { memory, nonces } = remembered(
    { amount: '900' },
    { currency: 'ETH', amount: '50' },
    { amount: '600' },
  )
  const [first = '', other = '', fits = ''] = nonces
  sign(memory, payOf(first, 0))
  sign(memory, payOf(other, 1))
  expect(judged(memory, payOf(fits, 2))).toBe('sign')
})

test('a nonce is taken on its own network alone', () => {
  const { memory, nonces } = remembered({}, {})
  const [first = '', second = ''] = nonces
  remember(memory, { kind: 'signed', atMs: START, chain: 9, request: payOf(first, 4), reply })
  expect(judged(memory, payOf(second, 4))).toBe('sign')
  expect([nextNonceOf(memory, 1), nextNonceOf(memory, 9)]).toEqual([0, 5])
})

test('new bytes at a higher fee do not count as a second payment', () => {
  const { memory, nonces } = remembered({ amount: '900' }, { amount: '600' })
  const [raised = '', next = ''] = nonces
  sign(memory, payOf(raised, 0))
  sign(memory, payOf(raised, 0, '3000000000'))
  expect(judged(memory, payOf(next, 1))).toBe('sign')
})

test('a payment above a limit that was lowered since it was accepted gets no signature', () => {
  const { memory, nonces } = remembered({})
  const [nonce = ''] = nonces
  const known = memory.intents.get(nonce)
  if (!known) throw new Error('it was accepted')
  const terms = termsFor(known)
  const under = (payment: bigint) => {
    const limits = new Map([[terms.currency, { payment, day: 10n * terms.amount }]])
    return judgeSign(payOf(nonce, 0), known, terms, memory, { ...rules, limits }, START)
  }
  expect(under(terms.amount - 1n)).toBe('over_limit')
  expect(under(terms.amount)).toEqual({ stored: null })
})

test('a currency without limits is not paid', () => {
  const { memory, nonces } = remembered({})
  const known = memory.intents.get(nonces[0] ?? '')
  if (!known) throw new Error('it was accepted')
  const strict = { ...rules, limits: new Map() }
  expect(judgeSign(payOf(nonces[0] ?? '', 0), known, termsFor(known), memory, strict, START)).toBe(
    'over_limit',
  )
  expect(judgeTerms(termsFor(known), strict, new Set(), START)).toBe('over_limit')
})
