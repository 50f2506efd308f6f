import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { asciiBytes, hexOf } from '../bytes.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import type { HouseKeys } from '../receipts/receipts.ts'
import { checkpointKey, signCheckpoint } from '../log/checkpoint.ts'
import { ENTRY_OF } from '../log/entries.testing.ts'
import { entryBody, keysText } from '../log/log.ts'
import { publishedAt, publishedKeys } from './publishedKeys.ts'

const origin = 'log.example/tm'

function pair(receipts: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const log = hexOf(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
  return { keys: { origin, log, receipts } satisfies HouseKeys, privateKey }
}

const [first, second, third] = [pair('ab'.repeat(32)), pair('ab'.repeat(32)), pair('cd'.repeat(32))]
const stranger = pair('ab'.repeat(32))

/** A `keys` entry for some keys, signed by others. */
function change(seq: number, to: typeof first, by: typeof first): string {
  const entry = { kind: 'keys', seq, at: 1_000 * seq, ...to.keys } as const
  return entryBody({ ...entry, signature: hexOf(sign(null, asciiBytes(keysText(entry)), by.privateKey)) })
}

/** A head of some size that the keys have signed. */
function noteOf({ keys, privateKey }: typeof first, size: number): string {
  const key = checkpointKey(origin, keys.log, crypto.sha256)
  return signCheckpoint({ origin, size, root: new Uint8Array(32) }, key, (message) =>
    sign(null, message, privateKey),
  )
}

const TEXTS = [change(1, first, first), change(10, second, first), change(20, third, second)]
const TICK = entryBody(ENTRY_OF.tick)
const published = (texts: string[]) => publishedKeys(third.keys, texts, crypto)

test.each<[string, typeof first, number, boolean]>([
  ['the first keys, before they changed', first, 9, true],
  ['the first keys, at a head that the second ones sign', first, 10, false],
  ['the second keys, before they changed', second, 19, true],
  ['the second keys, at a later head', second, 20, false],
  [
    'the first log key under another origin',
    { ...first, keys: { ...first.keys, origin: 'log.sample/tm' } },
    9,
    false,
  ],
  [
    'the first log key with another receipts key',
    { ...first, keys: { ...first.keys, receipts: '00' } },
    9,
    false,
  ],
  ['the present keys', third, 30, true],
  ['keys that the log never had', stranger, 5, false],
  [
    'the present log key with another receipts key',
    { ...third, keys: { ...third.keys, receipts: '00' } },
    30,
    false,
  ],
])('of %s, what is published is right', (_, by, size, isOwn) => {
  const keys = publishedAt(published(TEXTS), by.keys, noteOf(by, size))
  expect(keys).toEqual(isOwn ? by.keys : third.keys)
})

test.each<[string, string[], HouseKeys[]]>([
  ['all entries', TEXTS, [second.keys, first.keys]],
  ['no entries', [], []],
  ['entries that do not end at the present keys', TEXTS.slice(0, 2), []],
  ['entries without the first', TEXTS.slice(1), [second.keys]],
  [
    'an entry that the key before has not signed',
    [change(1, first, first), change(10, second, stranger), ...TEXTS.slice(2)],
    [second.keys],
  ],
  [
    'a stranger’s entry in place of the first',
    [change(1, stranger, stranger), ...TEXTS.slice(1)],
    [second.keys],
  ],
  [
    'entries out of turn',
    [change(12, first, first), change(10, second, first), ...TEXTS.slice(2)],
    [second.keys],
  ],
  ['entries of another kind among them', TEXTS.flatMap((text) => [text, TICK]), [second.keys, first.keys]],
  ['texts that are no entries', ['{}', 'hello', ...TEXTS], [second.keys, first.keys]],
])('%s lead back to the keys that they show', (_, texts, earlier) => {
  expect(published(texts).earlier.map(({ keys }) => keys)).toEqual(earlier)
})

test.each(['origin', 'log', 'receipts'] as const)(
  'entries lead nowhere from a present %s that they do not name',
  (field) => {
    expect(publishedKeys({ ...third.keys, [field]: '00' }, TEXTS, crypto).earlier).toEqual([])
  },
)

test('of a file whose note shows no head, the present keys count', () => {
  expect(publishedAt(published(TEXTS), first.keys, 'no note')).toEqual(third.keys)
})
