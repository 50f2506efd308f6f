import { expect, test } from 'vitest'
import { oldestOf } from './useLoadedAt.ts'

const answer = (address: string | null, dataUpdatedAt: number) =>
  ({ queryKey: ['/api/x', { address }, {}], state: { dataUpdatedAt } }) as unknown as Parameters<
    typeof oldestOf
  >[0][number]

test.each([
  ['nothing is on screen', [], null],
  ['the oldest counts', [answer('0xA', 7), answer('0xA', 5)], 5],
  ['prices and other public answers have their own time', [answer(null, 3), answer('0xA', 5)], 5],
  ['what never arrived has none', [answer('0xA', 0)], null],
])('%s', (_, shown, atMs) => {
  expect(oldestOf(shown)).toBe(atMs)
})
