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

test('of more than 200 closed notices, this browser forgets the oldest', () => {
  let kept = JSON.stringify(Array.from({ length: 200 }, (_, i) => 1_000 + i))
  const storage = { getItem: () => kept, setItem: (_: string, text: string) => void (kept = text) }
  vi.stubGlobal('localStorage', storage)
  markSeen(2_000)
  const ids = JSON.parse(kept) as number[]
  expect([ids.length, ids.includes(1_000), ids.at(-1)]).toEqual([200, false, 2_000])
  expect(unseen([{ id: 2_000 }, { id: 1_000 }])).toEqual([{ id: 1_000 }])
  vi.unstubAllGlobals()
})

test('a notice closed in another tab does not appear here either', () => {
  const tab = { getItem: () => '[31]', setItem() {} }
  vi.stubGlobal('localStorage', tab)
  expect(unseen([{ id: 32 }, { id: 31 }])).toEqual([{ id: 32 }])
  vi.unstubAllGlobals()
})
