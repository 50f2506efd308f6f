import { sha256 } from '@noble/hashes/sha2.js'
import { bundleHash } from '@tickmark/core/consent/bundle'
import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeSessionKey } from '../../wallets/sessionKey.ts'
import { bundleNamed, keepDelegation } from './keptDelegation.ts'

async function newKey() {
  const key = await makeSessionKey('0xd2d2')
  if (!key) throw new Error('a key was made')
  return key
}

const key = await newKey()
const delegation: SignedDelegation = {
  text: 'This key may sign for me.',
  signature: '0x12',
  address: '0xd2d2',
  kind: 'evm',
}
const text = `{"session":"${key.session}"}`
const consent = { text, signature: await key.sign(text) }
const whole = (kind: SignedDelegation['kind']) => ({ ...consent, delegation: { ...delegation, kind } })

beforeEach(() => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
})

test.each(['evm', 'contract'] as const)(
  'a signed text is completed by the kept delegation, of the kind %s that the ticket names',
  (kind) => {
    keepDelegation(key.publicKey, delegation)
    expect(bundleNamed(consent, bundleHash(whole(kind), sha256))).toEqual(whole(kind))
  },
)

test('a text whose ticket names another consent is completed as its owner signed it', () => {
  keepDelegation(key.publicKey, delegation)
  expect(bundleNamed(consent, 'ff'.repeat(32))).toEqual(whole('evm'))
})

test('a text of another session, or one without a kept delegation, stays without one', async () => {
  const hash = bundleHash(whole('evm'), sha256)
  expect(bundleNamed(consent, hash)).toBeNull()
  keepDelegation((await newKey()).publicKey, delegation)
  expect(bundleNamed(consent, hash)).toBeNull()
})

test('a text of an earlier visit comes with its own delegation', () => {
  expect(bundleNamed(whole('evm'), '')).toEqual(whole('evm'))
})
