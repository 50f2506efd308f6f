import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  accepted,
  HOUR,
  intentOf,
  openFixture,
  PAYEE,
  payOf,
  payOnTronOf,
  replyOf,
  signedBy,
  signedOnTron,
  SITE,
  START,
  stranger,
  TRON_PAYEE,
} from './fixture.testing.ts'
import type { AcceptRequest, SignRequest } from '@tickmark/wire/signer'
import type { Signer } from './signer.ts'

const OTHER_PAYEE = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const good = await signedBy(intentOf())
const second = await signedBy(intentOf({ amount: '77', to: OTHER_PAYEE }))
const onTron = signedOnTron(intentOf({ network: 'Tron', to: TRON_PAYEE }))
const strangers = await signedBy(intentOf({ to: stranger.address }), stranger)
const stale = await signedBy(intentOf({ expires: new Date(START).toISOString() }))
const early = await signedBy(intentOf({ expires: new Date(START + HOUR).toISOString() }))
const large = await signedBy(intentOf({ amount: '1000.01' }))
const honest = [good, second, onTron]

const signaturesOfOthers = [second, strangers, onTron, stale].map(({ signature }) => signature)
const OTHERS: { readonly [Field in keyof WithdrawalIntent]: fc.Arbitrary<string> } = {
  site: fc.constantFrom('http://evil.example', 'http://localhost:8081', `${SITE}/`),
  network: fc.constantFrom('Tron', 'ethereum', 'Ethereum Classic'),
  currency: fc.constantFrom('ETH', 'USDC', 'TRX', 'usdt'),
  amount: fc.oneof(fc.nat(10 ** 9).map(String), fc.constantFrom('12.50', '12.500001', '-12.5', '0', '125')),
  feeCap: fc.oneof(
    fc
      .nat(10 ** 6)
      .map(String)
      .filter((text) => text !== '1'),
    fc.constantFrom('1.1', '0.9'),
  ),
  to: fc.oneof(fc.constantFrom(stranger.address, TRON_PAYEE, PAYEE.toLowerCase(), OTHER_PAYEE), hexOf(20)),
  nonce: fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme-ascii' }),
  expires: fc.integer({ min: 1, max: 599_999 }).map((ms) => new Date(START + 1 + ms).toISOString()),
}

function hexOf(length: number): fc.Arbitrary<string> {
  const bytes = fc.uint8Array({ minLength: length, maxLength: length })
  return bytes.map((made) => `0x${Buffer.from(made).toString('hex')}`)
}

/** Requests that an attacker in control of the server could send in place of the owners' signed ones. */
const forgeries: fc.Arbitrary<AcceptRequest> = fc.oneof(
  fc
    .constantFrom(...(Object.keys(OTHERS) as (keyof WithdrawalIntent)[]))
    .chain((field) =>
      OTHERS[field]
        .filter((text) => text !== good.intent[field])
        .map((text) => ({ ...good, intent: { ...good.intent, [field]: text } })),
    ),
  fc.constantFrom(...signaturesOfOthers).map((signature) => ({ ...good, signature })),
  hexOf(65).map((signature) => ({ ...good, signature })),
  fc.nat(64).map((at) => ({ ...good, signature: flipped(good.signature, at) })),
  fc.constantFrom(stranger.address, OTHER_PAYEE, onTron.account).map((account) => ({ ...good, account })),
  fc.constant({ ...good, walletType: 2 as const }),
  fc.constant({ ...onTron, walletType: 1 as const }),
  fc.constant({ ...good, intent: strangers.intent }),
  fc.constant({ ...strangers, account: good.account }),
  fc.constantFrom(stale, early, large),
)

/** The signature with one bit of a byte flipped. */
function flipped(signature: string, at: number): string {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  bytes[at] = (bytes[at] ?? 0) ^ 0x10
  return `0x${bytes.toString('hex')}`
}

const linesIn = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1

test('a thousand forged intents are neither accepted nor signed; honest ones still are', async () => {
  const { signer, file } = openFixture()
  await fc.assert(
    fc.asyncProperty(forgeries, fc.nat(9), async (forged, chainNonce) => {
      expect(await signer.accept(forged)).toBeTypeOf('string')
      expect(signer.sign(payOf(forged.intent.nonce, chainNonce))).toBe('intent_unknown')
      expect(signer.sign(payOnTronOf(forged.intent.nonce))).toBe('intent_unknown')
    }),
    { numRuns: 1_000 },
  )
  expect(linesIn(file)).toBe(0)
  for (const request of honest) expect(await signer.accept(request)).toEqual({ accepted: true })
  replyOf(signer.sign(payOf(good.intent.nonce, 0)))
  replyOf(signer.sign(payOf(second.intent.nonce, 1)))
  replyOf(signer.sign(payOnTronOf(onTron.intent.nonce)))
})

test('a thousand manipulated requests for accepted intents get no new signature; honest ones still do', async () => {
  const { signer, file, clock } = openFixture()
  const set = await settled(signer, clock)
  const before = linesIn(file)
  fc.assert(
    fc.property(crooked(set, clock.nowMs), (request) => {
      const answer = signer.sign(request)
      if (typeof answer !== 'string') expect(set.known).toContainEqual(answer)
      expect(linesIn(file)).toBe(before)
    }),
    { numRuns: 1_000 },
  )
  replyOf(signer.sign(payOf(set.waiting, 21)))
  replyOf(signer.sign(payOf(set.coin, 22)))
  expect(linesIn(file)).toBe(before + 2)
})

/** Intents in every state: paid with nonce 20, revoked, waiting for too long, and three that may be paid. */
async function settled(at: Signer, clock: { nowMs: number }) {
  const lapsed = await accepted(at)
  clock.nowMs += 12 * 24 * HOUR
  const expires = new Date(clock.nowMs + 60_000).toISOString()
  const paid = await accepted(at, { expires })
  const revoked = await accepted(at, { expires })
  at.revoke(revoked)
  const waiting = await accepted(at, { expires })
  const coin = await accepted(at, { expires, currency: 'ETH', amount: '0.5', feeCap: '0.00018' })
  const tron = signedOnTron(intentOf({ network: 'Tron', to: TRON_PAYEE, expires }))
  await at.accept(tron)
  const known = [replyOf(at.sign(payOf(paid, 20)))]
  return { lapsed, paid, revoked, waiting, coin, tron: tron.intent.nonce, known }
}

function crooked(set: Awaited<ReturnType<typeof settled>>, nowMs: number): fc.Arbitrary<SignRequest> {
  const number = fc.nat(2 ** 31 - 1)
  const other = number.filter((n) => n !== 20)
  const gas = fc.integer({ min: 200_001, max: 2 ** 40 })
  const fee = fc.bigInt({ min: 500n * 10n ** 9n + 1n, max: 10n ** 30n }).map(String)
  return fc.oneof(
    other.map((n) => payOf(set.paid, n)),
    number.map((n) => payOf(set.revoked, n)),
    number.map((n) => payOf(set.lapsed, n)),
    number.map((n) => payOf(set.tron, n)),
    fc.constantFrom(set.waiting, set.coin).map((nonce) => payOf(nonce, 20)),
    fc
      .constantFrom(set.waiting, set.coin, set.paid, set.revoked, set.lapsed)
      .map((nonce) => payOnTronOf(nonce)),
    gas.map((gasLimit) => ({ ...payOf(set.waiting, 21), gasLimit })),
    fee.map((text) => payOf(set.waiting, 21, text)),
    fee.map((text) => payOf(set.paid, 20, text)),
    fc.bigInt({ min: 2_000_000_001n, max: 10n ** 12n }).map((wei) => payOf(set.coin, 22, String(wei))),
    fc.integer({ min: 1, max: 21 }).map((n) => payOf(set.paid, 20, String(100_000_000 * n))),
    fc.string().map((nonce) => payOf(`x${nonce}`, 21)),
    fc.integer({ min: 100_000_001, max: 10 ** 12 }).map((limit) => payOnTronOf(set.tron, String(limit))),
    fc.constant({ ...payOnTronOf(set.tron), expiration: nowMs }),
    fc.constant({ ...payOnTronOf(set.tron), expiration: nowMs + 24 * HOUR + 1 }),
  )
}
