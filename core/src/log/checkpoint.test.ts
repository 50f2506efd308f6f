import { expect, test } from 'vitest'
import { base64Of } from '../base64.ts'
import { crypto, testCrypto } from '../receipts/nodeCrypto.testing.ts'
import {
  checkpointKey,
  checkpointText,
  openCheckpoint,
  parseCheckpoint,
  signCheckpoint,
} from './checkpoint.ts'

const house = testCrypto(7)
const { origin, log } = house.keys
const root = new Uint8Array(32).fill(9)
const ROOT = base64Of(root)
const key = checkpointKey(origin, log, crypto.sha256)
const sign = (message: Uint8Array) => house.sign('log', Buffer.from(message).toString('latin1'))

test.each([
  ['nothing', 0],
  ['an entry', 1],
  ['as many as a number can count', Number.MAX_SAFE_INTEGER],
])('the checkpoint of a log with %s reads back', (_, size) => {
  expect(parseCheckpoint(checkpointText({ origin, size, root }))).toEqual({ origin, size, root })
})

test.each([
  ['more entries than a number can count', `o\n9007199254740992\n${ROOT}\n`],
  ['a size with a zero before it', `o\n01\n${ROOT}\n`],
  ['a size below zero', `o\n-1\n${ROOT}\n`],
  ['a root of 31 bytes', `o\n1\n${base64Of(root.subarray(1))}\n`],
  ['a root that is no base64', `o\n1\n*\n`],
  ['no origin', `\n1\n${ROOT}\n`],
  ['an origin with a plus', `a+b\n1\n${ROOT}\n`],
  ['a line more', `o\n1\n${ROOT}\nmore\n`],
  ['no end of its last line', `o\n1\n${ROOT}`],
])('a text with %s is no checkpoint', (_, text) => {
  expect(parseCheckpoint(text)).toBeNull()
})

test.each([
  ['a size below zero', { origin, size: -1, root }],
  ['a part of an entry', { origin, size: 0.5, root }],
  ['a root of 31 bytes', { origin, size: 1, root: root.subarray(1) }],
])('no checkpoint is written with %s', (_, checkpoint) => {
  expect(() => checkpointText(checkpoint)).toThrow('a checkpoint is of a tree')
})

test('a log signs under its own origin alone, and only its own signature opens its checkpoint', () => {
  const checkpoint = { origin, size: 3, root }
  const note = signCheckpoint(checkpoint, key, sign)
  expect(openCheckpoint(note, key, crypto)).toEqual(checkpoint)
  expect(() => signCheckpoint({ ...checkpoint, origin: 'other' }, key, sign)).toThrow('under its origin')
  expect(openCheckpoint(note.replace('\n3\n', '\n4\n'), key, crypto)).toBeNull()
  expect(openCheckpoint(note, checkpointKey('other', log, crypto.sha256), crypto)).toBeNull()
  expect(() => checkpointKey(origin, 'no hex', crypto.sha256)).toThrow('a public key is in hex')
})
