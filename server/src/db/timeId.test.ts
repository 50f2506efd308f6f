import { expect, test } from 'vitest'
import { leastTimeId, newTimeId, timeOfId } from './timeId.ts'

/** Later than any id that another test of this process made. */
const NOW = Date.UTC(2100, 0, 1)
const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('ids of one process are UUIDs of version 7 in order of creation, however many in a millisecond', () => {
  const ids = Array.from({ length: 10_000 }, () => newTimeId(NOW))
  expect(ids.filter((id) => !UUID_7.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted())
  expect(timeOfId(ids[0] ?? '')).toBe(NOW)
})

test('a clock that steps back makes no earlier id', () => {
  const before = newTimeId(NOW + 5_000)
  expect(newTimeId(NOW) > before).toBe(true)
})

test('a clock that is far behind is another one, and its ids tell its time', () => {
  newTimeId(NOW + 86_400_000)
  const id = newTimeId(NOW)
  expect([leastTimeId(NOW) <= id, leastTimeId(NOW + 1) > id]).toEqual([true, true])
})

test('ids follow a clock that steps back by more than five seconds', () => {
  const base = NOW + 2 * 86_400_000
  newTimeId(base)
  expect(timeOfId(newTimeId(base - 5_000))).toBe(base)
  expect(timeOfId(newTimeId(base - 5_001))).toBe(base - 5_001)
})

test('the least id of a moment comes before its ids, and after those of the moment before', () => {
  const id = newTimeId(NOW + 10_000)
  expect([leastTimeId(NOW + 10_000) < id, leastTimeId(NOW + 10_001) > id]).toEqual([true, true])
  expect(leastTimeId(-1)).toBe('00000000-0000-0000-0000-000000000000')
  expect(leastTimeId(Number.MAX_SAFE_INTEGER)).toBe('ffffffff-ffff-0000-0000-000000000000')
})
