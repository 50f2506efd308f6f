import { CONSENT_LIFE_MS, NO_HEAD, closeText, readCloseText } from '@tickmark/core/consent/consentText'
import { delegationHash, readDelegation, type SignedDelegation } from '@tickmark/core/consent/delegation'
import { ORIGIN, testOwner } from '@tickmark/core/consent/owner.testing'
import { expect, test } from 'vitest'
import { sha256 } from '../../platform/sha256.ts'
import type { CallContext, Session } from './context.ts'
import { hasRunOut, signedAsk } from './signedAsk.ts'
import { keyNamed, keyToSign } from './signedText.ts'

const owner = testOwner(1, 1_795_219_200_000)
const delegation = readDelegation(owner.delegation.text, sha256)
if (!delegation) throw new Error('the owner delegates')
const key = { delegation, hash: delegationHash(owner.delegation, sha256) }
const endMs = delegation.grant.untilS * 1_000
const ORDER = '00000000-0000-7000-8000-000000000001'

/** Whether the house may act, at these times, on a text signed then. */
async function mayAct(at: number, times: readonly number[]): Promise<boolean[]> {
  const frame = { origin: ORIGIN, session: owner.session, nonce: at, at, expires: at + CONSENT_LIFE_MS }
  const text = closeText({ ...frame, head: NO_HEAD, order: ORDER, bid: '70' })
  const ask = await signedAsk(owner.sign(text), readCloseText(text), key)
  return times.map((nowMs) => !hasRunOut(ask, nowMs))
}

test('the house may act on a signed text until it expires', async () => {
  const at = endMs - 60_000
  expect(await mayAct(at, [at + CONSENT_LIFE_MS, at + CONSENT_LIFE_MS + 1])).toEqual([true, false])
})

test('and no longer than the wallet delegated', async () => {
  expect(await mayAct(endMs - 2, [endMs - 1, endMs])).toEqual([true, false])
})

test.each<[what: string, change: Record<string, unknown>, code: string | null]>([
  ['of the session’s key, for its site', {}, null],
  ['in the name of another session', { session: '0'.repeat(64) }, 'consent_other_session'],
  ['for another site', { origin: 'https://evil.example' }, 'consent_other_session'],
])('a text %s is answered so, before any rule about its order is asked', async (_, change, code) => {
  const at = endMs - 60_000
  const frame = { origin: ORIGIN, session: owner.session, nonce: at, at, expires: at + CONSENT_LIFE_MS }
  const text = closeText({ ...frame, head: NO_HEAD, order: ORDER, bid: '70', ...change })
  expect(await codeOf(signedAsk(owner.sign(text), readCloseText(text), key))).toBe(code)
  // A text that nobody could read, and one with another's signature.
  const forged = { ...owner.sign('other'), text }
  expect(await codeOf(signedAsk(owner.sign(text), null, key))).toBe('consent_invalid')
  expect(await codeOf(signedAsk(forged, readCloseText(text), key))).toBe(code ?? 'consent_invalid')
})

test('a session with a key must sign, and one without a key cannot', async () => {
  const given = owner.sign('text')
  const of = (session: Partial<Session> | null) => ({ session }) as Pick<CallContext, 'session'>
  const asked = async (...[text, context]: Parameters<typeof keyToSign>) => keyToSign(text, context)
  expect(await asked(given, of({ key }))).toEqual({ key, given })
  expect(await asked(undefined, of({ key: null }))).toBeNull()
  expect(await asked(undefined, of(null))).toBeNull()
  expect(await codeOf(asked(undefined, of({ key })))).toBe('consent_missing')
  expect(await codeOf(asked(given, of({ key: null })))).toBe('consent_other_session')
  expect(await codeOf(asked(given, of(null)))).toBe('consent_other_session')
})

test('a text may name an earlier session of the caller’s wallet, and no other', async () => {
  const { address } = delegation
  const other = testOwner(2, 1_795_219_200_000)
  const named = (caller: string, signed: SignedDelegation | null) =>
    keyNamed(owner.session, { session: { address: caller } } as CallContext, {
      delegationOf: async (session) => (session === owner.session ? signed : null),
    })
  expect(await named(address, owner.delegation)).toEqual(key)
  for (const [caller, signed] of [
    [other.delegation.address, owner.delegation],
    [address, other.delegation],
    [address, { ...owner.delegation, text: 'none' }],
    [address, null],
  ] as const)
    expect(await codeOf(named(caller, signed))).toBe('consent_other_session')
})

/** The code of a refusal; null when there is none. */
function codeOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    () => null,
    (thrown: { code?: unknown }) => thrown.code,
  )
}
