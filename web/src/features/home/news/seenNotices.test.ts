import { expect, test, vi } from 'vitest'
import { markSeen, seenOf, unseen } from './seenNotices.ts'

test.each([
  [
    [3, 1],
    [3, 1],
  ],
  [[3, '1', null, 2.5], [3]],
  [{ 0: 1 }, []],
  ['[1]', []],
  [null, []],
])('%j that was kept means that %j were seen', (kept, ids) => {
  expect(seenOf(kept)).toEqual(ids)
})

test('a closed notice does not return, even without storage', () => {
  const list = [{ id: 9 }, { id: 7 }, { id: 5 }]
  expect(unseen(list)).toEqual(list)
  markSeen(9)
  expect(unseen(list)).toEqual([{ id: 7 }, { id: 5 }])
  markSeen(5)
  markSeen(5)
  expect(unseen(list)).toEqual([{ id: 7 }])
})

test('a notice closed in another tab does not appear here either', () => {
  const tab = { getItem: () => '[31]', setItem() {} }
  vi.stubGlobal('localStorage', tab)
  expect(unseen([{ id: 32 }, { id: 31 }])).toEqual([{ id: 32 }])
  vi.unstubAllGlobals()
})
