import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  accepted,
  HOUR,
  intentOf,
  openFixture,
  payOf,
  payOnTronOf,
  replyOf,
  signedBy,
  signedOnTron,
  stranger,
  TRON_PAYEE,
} from './fixture.testing.ts'

test('the same request gets the same bytes, even after a restart; a tenth more fee gets new bytes with the same nonce', async () => {
  const { signer, open } = openFixture()
  const nonce = await accepted(signer)
  const first = replyOf(signer.sign(payOf(nonce, 4)))
  expect(signer.sign(payOf(nonce, 4))).toEqual(first)
  signer.close()
  const again = open()
  expect(again.sign(payOf(nonce, 4))).toEqual(first)
  expect(again.sign(payOf(nonce, 4, '2100000000'))).toEqual(first)
  const bumped = replyOf(again.sign(payOf(nonce, 4, '2200000000')))
  expect(bumped.txid).not.toBe(first.txid)
  again.close()
  const third = open()
  expect(third.sign(payOf(nonce, 4))).toEqual(first)
  expect(third.sign(payOf(nonce, 4, '2200000000'))).toEqual(bumped)
  expect(third.sign(payOf(nonce, 4, '2300000000'))).toEqual(bumped)
  expect(third.tell().chains[0]?.nextNonce).toBe(5)
  expect(third.sign(payOf(nonce, 5))).toBe('intent_has_other_nonce')
  const other = await accepted(third)
  expect(third.sign(payOf(other, 4))).toBe('nonce_taken')
  expect(typeof third.sign(payOf(other, 2))).toBe('object')
})

test('on Tron an intent has one transaction, even if later requests differ', async () => {
  const { signer, open, clock } = openFixture()
  const request = signedOnTron(intentOf({ network: 'Tron', to: TRON_PAYEE }))
  expect(await signer.accept(request)).toEqual({ accepted: true })
  const first = replyOf(signer.sign(payOnTronOf(request.intent.nonce)))
  signer.close()
  const again = open()
  clock.nowMs += 100 * HOUR
  const later = {
    ...payOnTronOf(request.intent.nonce, '1'),
    refBlockBytes: 'ffff',
    expiration: clock.nowMs + HOUR,
  }
  expect(again.sign(later)).toEqual(first)
  expect(again.revoke(request.intent.nonce)).toEqual({ revoked: false })
})

test('an intent that is revoked, expired, unknown or over the limits gets no signature', async () => {
  const { signer, clock } = openFixture()
  const [revoked, paid, late] = [await accepted(signer), await accepted(signer), await accepted(signer)]
  expect(signer.revoke(revoked)).toEqual({ revoked: true })
  expect(signer.revoke(revoked)).toEqual({ revoked: true })
  expect(signer.sign(payOf(revoked, 0))).toBe('intent_revoked')
  expect(signer.sign(payOf('unknown', 0))).toBe('intent_unknown')
  replyOf(signer.sign(payOf(paid, 0)))
  expect(signer.revoke(paid)).toEqual({ revoked: false })
  const [first, second] = [
    await accepted(signer, { amount: '1000' }),
    await accepted(signer, { amount: '1000' }),
  ]
  replyOf(signer.sign(payOf(first, 1)))
  expect(signer.sign(payOf(second, 2))).toBe('over_limit')
  clock.nowMs += 25 * HOUR
  replyOf(signer.sign(payOf(second, 2)))
  clock.nowMs += 240 * HOUR
  expect(signer.sign(payOf(late, 3))).toBe('intent_lapsed')
})

test('an intent revoked before it arrived is never accepted, even after a restart', async () => {
  const { signer, open, file } = openFixture()
  const request = await signedBy(intentOf())
  for (let time = 0; time < 2; time++) expect(signer.revoke(request.intent.nonce)).toEqual({ revoked: true })
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2)
  expect(await signer.accept(request)).toBe('intent_revoked')
  signer.close()
  const again = open()
  expect(await again.accept(request)).toBe('intent_revoked')
  expect(again.sign(payOf(request.intent.nonce, 0))).toBe('intent_revoked')
})

test('an acceptance holds after its intent expired and after a restart; other content under its nonce never does', async () => {
  const { signer, open, clock } = openFixture()
  const good = await signedBy(intentOf())
  expect(await signer.accept(good)).toEqual({ accepted: true })
  expect(await signer.accept(await signedBy({ ...good.intent, amount: '13' }))).toBe('intent_changed')
  expect(await signer.accept(await signedBy(good.intent, stranger))).toBe('intent_changed')
  expect(await signer.accept({ ...good, signature: 'sign\u00e9' })).toBe('intent_changed')
  signer.close()
  clock.nowMs += HOUR
  const again = open()
  expect(await again.accept(good)).toEqual({ accepted: true })
  expect(await again.accept(await signedBy(intentOf()))).toBe('expired')
  replyOf(again.sign(payOf(good.intent.nonce, 0)))
})

test.for([
  ['somebody else is accepted under its nonce', 'intent_changed'],
  ['it is called back', 'intent_revoked'],
  ['it ends', 'expired'],
] as const)('an intent is judged again if, while a contract is asked, %s', async ([what, refusal]) => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { signer, clock } = openFixture(() => promise)
  const good = await signedBy(intentOf())
  const slow = signer.accept({ ...good, account: stranger.address })
  if (what === 'it is called back') signer.revoke(good.intent.nonce)
  else if (what === 'it ends') clock.nowMs += HOUR
  else expect(await signer.accept(good)).toEqual({ accepted: true })
  resolve(true)
  expect(await slow).toBe(refusal)
})

test('an intent accepted by another request while a contract is asked stays accepted, even if it expires meanwhile', async () => {
  const answers = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()]
  const [slow, fast] = answers
  let asked = 0
  const { signer, clock } = openFixture(() => answers[asked++]?.promise ?? Promise.resolve(false))
  const request = { ...(await signedBy(intentOf())), account: stranger.address }
  const [first, second] = [signer.accept(request), signer.accept(request)]
  fast?.resolve(true)
  expect(await second).toEqual({ accepted: true })
  clock.nowMs += HOUR
  slow?.resolve(true)
  expect(await first).toEqual({ accepted: true })
})

test('the same intent in two concurrent requests is stored once', async () => {
  const { signer, file } = openFixture(() => Promise.resolve(true))
  const request = { ...(await signedBy(intentOf())), account: stranger.address }
  const both = await Promise.all([signer.accept(request), signer.accept(request)])
  expect(both).toEqual([{ accepted: true }, { accepted: true }])
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(2)
})

test('the signer does not pay its own addresses', async () => {
  const { signer } = openFixture()
  const [onEthereum, onTron] = signer.tell().chains.map(({ hot }) => hot)
  expect(await signer.accept(await signedBy(intentOf({ to: onEthereum ?? '' })))).toBe('address_invalid')
  const toTron = signedOnTron(intentOf({ network: 'Tron', to: onTron ?? '' }))
  expect(await signer.accept(toTron)).toBe('address_invalid')
})

test('the public answer contains no secret', () => {
  const told = JSON.stringify(openFixture().signer.tell())
  expect(told).toMatch(/"xpub":"xpub6/)
  expect(told).not.toMatch(/xprv|07070707/)
})
