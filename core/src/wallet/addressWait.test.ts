import { expect, test } from 'vitest'
import { NEW_ADDRESS_MS, payableFromMs } from './addressWait.ts'

const [on, ending] = [{ untilMs: null }, { untilMs: 1_001 }]

test.each([
  ['a new address', { book: on }, 1_000 + NEW_ADDRESS_MS],
  ['a new address, while the wait still lasts', { book: ending }, 1_000 + NEW_ADDRESS_MS],
  ['a new address, once the wait has ended', { book: { untilMs: 1_000 } }, 1_000],
  ['a new address, without the wait', { book: null }, 1_000],
  ['an address that was added', { book: on, usableAtMs: 5_000 }, 5_000],
  ['an address that was added long ago', { book: on, usableAtMs: 7 }, 7],
  ['the owner’s own address', { book: on, isOwn: true }, 1_000],
])('%s may be paid after its wait', (_what, facts, expected) => {
  expect(payableFromMs({ isOwn: false, usableAtMs: null, ...facts }, 1_000)).toBe(expected)
})
