import { asciiBytes } from '@tickmark/core/bytes'
import { expect, test } from 'vitest'
import { nodeCrypto } from './crypto.ts'
import { signerOf } from './keys.ts'
import { presentHex, presentSignature } from './presentSignature.ts'

const [now, before, stranger] = [1, 2, 3].map((seed) => signerOf(new Uint8Array(32).fill(seed))) as [
  ReturnType<typeof signerOf>,
  ReturnType<typeof signerOf>,
  ReturnType<typeof signerOf>,
]
const TEXT = 'the house said this'
const hexBy = (signer: typeof now) => Buffer.from(signer.sign(asciiBytes(TEXT))).toString('hex')
let asked = 0
const keys = {
  signer: now,
  known: async () => (asked++, [before.publicKey, 'no key', now.publicKey]),
}

test.each([
  ['the present key', now, now, 0],
  ['a key before it', before, now, 1],
  ['a key that the log does not name, which stays and convicts its writer', stranger, stranger, 1],
])('a statement by %s is shown with that signature', async (_, by, shown, lookups) => {
  asked = 0
  expect(await presentHex(TEXT, hexBy(by), keys)).toBe(hexBy(shown))
  expect(asked).toBe(lookups)
})

test('a signature of another text is not replaced', async () => {
  const other = before.sign(asciiBytes('another'))
  expect(await presentSignature(TEXT, other, keys)).toBe(other)
})

test('a signature is checked by its own key and text, in full length', () => {
  const [bytes, signature] = [asciiBytes(TEXT), now.sign(asciiBytes(TEXT))]
  const isBy = (given: Uint8Array, text: Uint8Array, key: string) =>
    nodeCrypto.verifyEd25519(given, text, new Uint8Array(Buffer.from(key, 'hex')))
  // In turn, as the key that was used last is kept.
  for (let i = 0; i < 2; i++)
    expect([isBy(signature, bytes, now.publicKey), isBy(signature, bytes, before.publicKey)]).toEqual([
      true,
      false,
    ])
  expect(isBy(signature, asciiBytes('another'), now.publicKey)).toBe(false)
  expect(isBy(signature.subarray(1), bytes, now.publicKey)).toBe(false)
  expect(isBy(signature, bytes, now.publicKey.slice(2))).toBe(false)
})
