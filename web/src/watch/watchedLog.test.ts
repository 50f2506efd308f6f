import { sha256 } from '@noble/hashes/sha2.js'
import { checkpointKey } from '@tickmark/core/log/checkpoint'
import { keyText } from '@tickmark/core/log/note'
import { expect, test } from 'vitest'
import type { StoredHead } from './headStore.ts'
import { first, second } from './histories.testing.ts'
import {
  isSandboxLog,
  knownLog,
  placeOf,
  placeShown,
  restored,
  storedOf,
  type WatchedLog,
} from './watchedLog.ts'
import { stage } from './watchStage.testing.ts'

const ORIGIN = 'log.example/tm'
const head = stage(ORIGIN).stored()
const text = (by: typeof first, origin = ORIGIN) => keyText(checkpointKey(origin, by.log, sha256))

test('a stored log is restored whole, with the keys before its own', async () => {
  const whole = { ...head, vkey: text(second), former: [text(first)], changes: ['a change'] }
  for (const one of [head, whole]) {
    const log = await restored(one)
    expect(log && storedOf(log)).toEqual(one)
  }
  const shown = placeShown(await restored(whole))
  expect(shown).toEqual({
    isSandbox: false,
    sinceMs: head.sinceMs,
    size: head.size,
    root: head.root,
    note: head.note,
    vkeys: [text(second), text(first)],
  })
})

test.each<[string, Partial<StoredHead>]>([
  ['an unreadable key', { vkey: 'key' }],
  ['a key that has not signed it', { vkey: text(second) }],
  ['an edge that does not give its root', { edge: stage(ORIGIN).stored(19).edge }],
  ['an edge of no hashes', { edge: ['ab'] }],
  ['a former key without its change', { former: [text(second)] }],
  ['a change without a former key', { changes: ['a change'] }],
])('a stored log with %s is none', async (_, given) => {
  expect(await restored({ ...head, ...given })).toBeNull()
})

test('a page without a log shows none', () => {
  const none = { isSandbox: false, sinceMs: null, size: 0, root: '', note: '', vkeys: [] }
  expect(placeShown(null)).toEqual(none)
})

test('the place of a stored head is its size and its root', () => {
  const { size, root } = placeOf({ ...head, root: 'ab'.repeat(32) })
  expect([size, root]).toEqual([head.size, new Uint8Array(32).fill(0xab)])
  expect(placeOf({ ...head, root: 'x' }).root).toEqual(new Uint8Array(0))
})

const [sandbox, other, lasting] = ['sandbox/log/1', 'sandbox/log/2', ORIGIN].map(
  (name) => ({ key: { name } }) as WatchedLog,
) as [WatchedLog, WatchedLog, WatchedLog]

test.each<[string, WatchedLog[], string, WatchedLog | null]>([
  ['the one of its name', [sandbox, other, lasting], 'sandbox/log/2', other],
  ['else the one that lasts', [sandbox, lasting], 'sandbox/log/2', lasting],
  ['but no other sandbox', [sandbox], 'sandbox/log/2', null],
  ['none without any', [], ORIGIN, null],
])('a head is compared with a log that this device knows: %s', (_, logs, origin, log) => {
  expect(knownLog(logs, origin)).toBe(log)
})

test.each([
  ['sandbox/log/1', true],
  ['log.example/sandbox/', false],
  ['sandbox', false],
])('%s is a sandbox’s log: %s', (origin, is) => {
  expect(isSandboxLog(origin)).toBe(is)
})
