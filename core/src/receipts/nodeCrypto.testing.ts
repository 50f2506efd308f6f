import { createPublicKey, generateKeyPairSync, hash, sign, verify, type KeyObject } from 'node:crypto'
import { asciiBytes, hexOf } from '../bytes.ts'
import { ownerCrypto, testOwner, type TestOwner } from '../consent/owner.testing.ts'
import type { Crypto, OwnerCrypto } from '../crypto.ts'
import { START_MS, type TestCrypto } from './toyLog.testing.ts'

export const crypto: Crypto & OwnerCrypto = {
  sha256: (data) => hash('sha256', data, 'buffer'),
  verifyEd25519(signature, message, publicKey) {
    try {
      return verify(null, message, keyOf(publicKey), signature)
    } catch {
      return false
    }
  },
  ...ownerCrypto,
}

const known = new Map<string, KeyObject>()

function keyOf(raw: Uint8Array): KeyObject {
  const x = Buffer.from(raw).toString('base64url')
  const key = known.get(x) ?? createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  known.set(x, key)
  return key
}

/** Repeatable random numbers in [0, 1): mulberry32. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Hashing, two new keys and repeatable random numbers. */
export function testCrypto(seed: number): TestCrypto {
  const pairs = { log: generateKeyPairSync('ed25519'), receipts: generateKeyPairSync('ed25519') }
  const owners = new Map<number, TestOwner>()
  const publicHex = (key: KeyObject) => hexOf(Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url'))
  return {
    sha256: crypto.sha256,
    sign: (key, text) => sign(null, asciiBytes(text), pairs[key].privateKey),
    keys: {
      origin: 'log.example/tm',
      log: publicHex(pairs.log.publicKey),
      receipts: publicHex(pairs.receipts.publicKey),
    },
    random: chanceOf(seed),
    owner: (user) => {
      const known = owners.get(user) ?? testOwner(seed * 1_000 + user, START_MS - 60_000)
      owners.set(user, known)
      return known
    },
  }
}
