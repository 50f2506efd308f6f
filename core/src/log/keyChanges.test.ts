import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { asciiBytes, hexOf } from '../bytes.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { checkpointKey } from './checkpoint.ts'
import { chainFrom, chainOf } from './keyChanges.ts'
import { entryBody, keysText } from './log.ts'

const origin = 'log.example/tm'

function pair() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const log = hexOf(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  return { log, privateKey, key: checkpointKey(origin, log, crypto.sha256) }
}

const [first, second, third, stranger] = [pair(), pair(), pair(), pair()]

/** A `keys` entry for one pair, signed by another. */
function change(seq: number, to: typeof first, by: typeof first, name = origin): string {
  const entry = {
    kind: 'keys',
    seq,
    at: 1_000 * seq,
    origin: name,
    log: to.log,
    receipts: 'cd'.repeat(32),
  } as const
  const signature = hexOf(sign(null, asciiBytes(keysText(entry)), by.privateKey))
  return entryBody({ ...entry, signature })
}

const begun = change(1, first, first)

test.each<[string, string[], (typeof first)[]]>([
  ['the first entry alone', [begun], []],
  ['one change', [begun, change(9, second, first)], [second]],
  ['two changes', [begun, change(9, second, first), change(20, third, second)], [second, third]],
  ['a change of the receipts key only', [begun, change(9, first, first)], []],
  ['a change that the old key has not signed', [begun, change(9, second, second)], []],
  ['a change that a stranger signed', [begun, change(9, second, stranger)], []],
  ['a change to another log', [begun, change(9, second, first, 'log.example/other')], []],
  ['a second change that skips one', [begun, change(9, second, first), change(20, third, first)], [second]],
  ['texts that are no entries', ['{}', 'hello', change(9, second, first)], [second]],
])('%s leads from the first key to its successors', (_, texts, expected) => {
  const { keys, changes } = chainFrom(chainOf(first.key), texts, crypto)
  expect(keys).toEqual([first, ...expected].map(({ key }) => key))
  expect(changes).toHaveLength(expected.length)
  // A reader needs only the entries that change the key.
  expect(chainFrom(chainOf(first.key), changes, crypto)).toEqual({ keys, changes })
})

test('a reader that knows a later key skips earlier changes', () => {
  const texts = [begun, change(9, second, first), change(20, third, second)]
  const keysFrom = ({ key }: typeof first) => chainFrom(chainOf(key), texts, crypto).keys
  expect(keysFrom(second)).toEqual([second.key, third.key])
  expect(keysFrom(stranger)).toEqual([stranger.key])
})
