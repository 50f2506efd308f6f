import type { KeptHead } from '@tickmark/core/log/heads'
import { expect, test } from 'vitest'
import { besideStored } from './besideStored.ts'

const head = (size: number, mark: number): KeptHead => ({
  size,
  root: new Uint8Array(32).fill(mark),
  note: '',
})
const newest = head(30, 1)
const seen = new Map([10, 20, 30].map((size) => [size, head(size, 1)]))

test.each<[string, KeptHead | null, string]>([
  ['nothing is stored', null, 'write'],
  ['an earlier head of this tab is stored', head(20, 1), 'write'],
  ['the newest one is stored already', head(30, 1), 'wait'],
  ['another tab is ahead', head(31, 1), 'wait'],
  ['another tab was ahead with another history', head(20, 2), 'fork'],
  ['another tab has another head of the newest size', head(30, 2), 'fork'],
  ['a head is stored that this tab has not seen', head(25, 1), 'compare'],
])('a head is only written over a smaller one that it continues: %s', (_, stored, expected) => {
  expect(besideStored(newest, seen, stored)).toBe(expected)
})
