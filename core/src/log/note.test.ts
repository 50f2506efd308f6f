import { createPrivateKey, createPublicKey, sign as edSign } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import {
  cosign,
  keyText,
  namedKey,
  openNote,
  parseKeyText,
  signNote,
  type KeyType,
  type KnownKey,
} from './note.ts'
import { checkpointText, openCheckpoint, parseCheckpoint, signCheckpoint } from './checkpoint.ts'
import { appendLeaf, EMPTY_EDGE, leafHash, rootOf } from './tree/tree.ts'

const { sha256 } = crypto

/** A key from its 32-byte seed. */
function pairOf(name: string, seed: Buffer, type: KeyType = 1) {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const secret = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const publicKey = Buffer.from(createPublicKey(secret).export({ format: 'jwk' }).x ?? '', 'base64url')
  return {
    key: namedKey({ name, type, publicKey: new Uint8Array(publicKey) }, sha256),
    sign: (message: Uint8Array) => new Uint8Array(edSign(null, message, secret)),
  }
}

function keyOf(text: string): KnownKey {
  const key = parseKeyText(text, sha256)
  if (!key) throw new Error(`${text} names a key`)
  return key
}

test('the example of the signed-note specification opens', () => {
  const key = keyOf('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k')
  const text = 'This is an example message.\n'
  const line =
    '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'
  expect(openNote(`${text}\n${line}`, [key], crypto)).toEqual({ text, verified: [{ key, seconds: null }] })
  expect(openNote(`${text}\n${line}`, [], crypto)).toEqual({ text, verified: [] })
  expect(openNote(`${text.toUpperCase()}\n${line}`, [key], crypto)).toBeNull()
})

test('the example of golang.org/x/mod/sumdb/note is written byte for byte', () => {
  const seed = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1)
  const { key, sign } = pairOf('PeterNeumann', seed)
  expect(keyText(key)).toBe('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')
  const text =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
  expect(signNote(text, key, sign)).toBe(
    `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`,
  )
})

const log = pairOf('log.example/tm', Buffer.alloc(32, 7))
const witness = pairOf('witness.example/w1', Buffer.alloc(32, 9), 4)
const edge = ['a', 'b', 'c'].reduce(
  (grown, body) => appendLeaf(grown, leafHash(Buffer.from(body), sha256), sha256),
  EMPTY_EDGE,
)
const head = { origin: 'log.example/tm', size: 3, root: new Uint8Array(rootOf(edge, sha256)) }
const LINES = `log.example/tm
3
NmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=
`
const SIGNED =
  '— log.example/tm ure85BM5pPqUl81tbqnPqK56vuJEHexv67yjXBHay8JjKzrc5DWng85LMHJ/xYhA6gzdlxqoV5WZE1hy+Eh0wsb3RAo=\n'
const COSIGNED =
  '— witness.example/w1 JLXZ/gAAAABpIUywl5XYUYCd74vs4yC08/7yWR8cSZTJFJxDeyE5/Qc9LA+l6UgQwu+7/SEg1//XmXCcaqED4hu47//9IFGHSj+NBA==\n'

test('a checkpoint and its cosignature have the form that other programs read', () => {
  expect(keyText(log.key)).toBe('log.example/tm+bab7bce4+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs')
  expect(keyText(witness.key)).toBe(
    'witness.example/w1+24b5d9fe+BP0XJDhaoMdbZPt4zWAvodmR/ev3axPFjtcC6sg16fYY',
  )
  expect(checkpointText(head)).toBe(LINES)
  const note = signCheckpoint(head, log.key, log.sign)
  expect(note).toBe(`${LINES}\n${SIGNED}`)
  expect(Buffer.from(note).length).toBe(175)
  const seconds = 0x6921_4cb0
  expect(cosign(LINES, seconds, witness.key, witness.sign)).toBe(COSIGNED)
  const both = openNote(`${note}${COSIGNED}`, [witness.key, log.key], crypto)
  expect(both?.verified).toEqual([
    { key: log.key, seconds: null },
    { key: witness.key, seconds },
  ])
  expect(openCheckpoint(`${note}${COSIGNED}`, log.key, crypto)).toEqual(head)
})

const NOTE = `${LINES}\n${SIGNED}${COSIGNED}`

test('changing any letter of a note invalidates the checkpoint or the cosignature', () => {
  const keys = [log.key, witness.key]
  fc.assert(
    fc.property(fc.nat(NOTE.length - 1), fc.integer({ min: 10, max: 126 }), (at, letter) => {
      const bent = NOTE.slice(0, at) + String.fromCharCode(letter) + NOTE.slice(at + 1)
      fc.pre(bent !== NOTE)
      const opened = openNote(bent, keys, crypto)
      expect(opened === null || (opened.text === LINES && opened.verified.length < 2)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['no signature', LINES],
  ['no empty line', `${LINES}${SIGNED}`],
  ['a cut last line', NOTE.slice(0, -1)],
  ['a line between the signatures', `${LINES}\n${SIGNED}hello\n`],
  ['a hyphen for a dash', NOTE.replaceAll('—', '-')],
  ['a signature with blanks', NOTE.replace('ure8', 'ure 8')],
  ['a signature without padding', NOTE.replace('0wsb3RAo=', '0wsb3RAo')],
  ['letters beyond ASCII', `\u00e9${NOTE}`],
  ['a carriage return', NOTE.replaceAll('\n', '\r\n')],
  ['a tab', `\t${NOTE}`],
  ['nothing', ''],
])('%s is no note of ours', (_, note) => {
  expect(openNote(note, [log.key, witness.key], crypto)).toBeNull()
})

test('signatures of unknown keys are skipped, and a wrong signature of a known key invalidates the note', () => {
  const other = pairOf('log.example/tm', Buffer.alloc(32, 8))
  const note = signCheckpoint(head, log.key, log.sign)
  const theirs = signCheckpoint(head, other.key, other.sign).slice(LINES.length + 1)
  expect(openNote(note + theirs, [log.key], crypto)?.verified).toHaveLength(1)
  expect(openNote(note + theirs, [other.key, log.key], crypto)?.verified).toHaveLength(2)
  const forged = signNote(LINES, { ...log.key }, other.sign).slice(LINES.length + 1)
  expect(
    openNote(theirs === '' ? '' : `${LINES}\n${theirs}${forged}`, [other.key, log.key], crypto),
  ).toBeNull()
  expect(openCheckpoint(`${LINES}\n${theirs}`, log.key, crypto)).toBeNull()
})

test('a cosignature needs its time, and one of another kind is skipped', () => {
  const short = signNote(LINES, { ...witness.key, type: 1 }, witness.sign).slice(LINES.length + 1)
  expect(openNote(`${LINES}\n${short}`, [witness.key], crypto)).toBeNull()
  const late = cosign(LINES, 2 ** 40, witness.key, witness.sign)
  expect(openNote(`${LINES}\n${late}`, [witness.key], crypto)?.verified[0]?.seconds).toBe(2 ** 40)
})

test.each([
  ['size with a leading zero', 'log.example/tm\n03\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\n'],
  ['a negative size', 'log.example/tm\n-3\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\n'],
  ['a size beyond 2^53', 'log.example/tm\n9999999999999999\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\n'],
  ['a root of 31 bytes', 'log.example/tm\n3\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHg==\n'],
  ['an extension line', 'log.example/tm\n3\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\nmore\n'],
  ['an origin with a plus', 'log+tm\n3\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\n'],
  ['no origin', '\n3\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\n'],
])('%s makes no checkpoint', (_, text) => {
  expect(parseCheckpoint(text)).toBeNull()
  expect(openCheckpoint(signNote(text, log.key, log.sign), log.key, crypto)).toBeNull()
})

test('a checkpoint of another origin does not belong to the key’s log', () => {
  const text = checkpointText({ ...head, origin: 'other.example/tm' })
  expect(openCheckpoint(signNote(text, log.key, log.sign), log.key, crypto)).toBeNull()
})

test.each([
  'PeterNeumann+c74f20a3',
  'PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  'PeterNeumann+C74F20A3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==',
  'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  'Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
])('%s names no key', (text) => {
  expect(parseKeyText(text, sha256)).toBeNull()
})
