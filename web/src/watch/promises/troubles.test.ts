import { expect, test } from 'vitest'
import { silentFor } from './troubles.ts'

test.each<[string, [atMs: number, isSeen: boolean][], number]>([
  [
    'looks at a steady pace',
    [
      [0, false],
      [10_000, false],
      [20_000, false],
    ],
    20_000,
  ],
  [
    'a device that slept an hour',
    [
      [0, false],
      [1_000, false],
      [3_601_000, false],
      [3_602_000, false],
    ],
    2_000,
  ],
  [
    'what was seen in between',
    [
      [0, false],
      [10_000, true],
      [11_000, false],
      [12_000, false],
    ],
    1_000,
  ],
  ['a first look', [[5_000, false]], 0],
])('silence is counted over %s', (name, looks, silentMs) => {
  expect(looks.map(([atMs, isSeen]) => silentFor(name, isSeen, atMs)).at(-1)).toBe(silentMs)
})
