import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { isSignedBy } from '@tickmark/core/consent/bundle'
import { keyBytes, sessionOfKey } from '@tickmark/core/consent/grant'
import { afterEach, expect, test, vi } from 'vitest'
import { findSessionKey, forgetOtherKeys, forgetSessionKey, makeSessionKey, ownerHere } from './sessionKey.ts'

const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

afterEach(() => vi.unstubAllGlobals())

test('a key signs texts as server and verifier accept them: low s, every time', async () => {
  const key = await makeSessionKey(WALLET)
  const bytes = keyBytes(key?.publicKey ?? '')
  if (!key || !bytes) throw new Error('a key was made')
  expect(key.session).toBe(sessionOfKey(bytes, sha256))
  const verifyP256 = (signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array) =>
    p256.verify(signature, message, publicKey)
  for (let i = 0; i < 30; i++) {
    const text = `tickmark-order/1\n${i}`
    expect(isSignedBy({ text, signature: await key.sign(text) }, bytes, { verifyP256 })).toBe(true)
  }
})

test('without storage the key lasts in this tab until its session ends', async () => {
  const key = await makeSessionKey(WALLET)
  if (!key) throw new Error('a key was made')
  expect(key.lasts).toBe('until_tab_closes')
  expect((await findSessionKey(key.publicKey))?.session).toBe(key.session)
  // Whatever key the house names, this browser knows the owner of its only session.
  for (const named of [key.publicKey, 'another', null]) expect(await ownerHere(named)).toBe(WALLET)
  const next = await makeSessionKey(WALLET)
  await forgetOtherKeys(next?.publicKey ?? '')
  expect(await findSessionKey(key.publicKey)).toBeNull()
  expect(await findSessionKey(next?.publicKey ?? '')).not.toBeNull()
  await forgetSessionKey(next?.publicKey ?? '')
  expect(await findSessionKey(next?.publicKey ?? '')).toBeNull()
})

test('of keys of several wallets only the named one tells who signed in; keys of one wallet all tell it', async () => {
  const other = '0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF'
  const [own, again, foreign] = [
    (await makeSessionKey(WALLET))?.publicKey ?? '',
    (await makeSessionKey(WALLET))?.publicKey ?? '',
    (await makeSessionKey(other))?.publicKey ?? '',
  ]
  for (const [named, owner] of [
    [own, WALLET],
    [again, WALLET],
    [foreign, other],
    ['another', null],
    [null, null],
  ] as const)
    expect(await ownerHere(named), String(named)).toBe(owner)
  await forgetSessionKey(foreign)
  for (const named of [own, again, 'another', null]) expect(await ownerHere(named)).toBe(WALLET)
  for (const key of [own, again]) await forgetSessionKey(key)
  for (const named of [own, null]) expect(await ownerHere(named)).toBeNull()
})

test('a browser without WebCrypto creates no key', async () => {
  vi.stubGlobal('crypto', {})
  expect(await makeSessionKey(WALLET)).toBeNull()
})
