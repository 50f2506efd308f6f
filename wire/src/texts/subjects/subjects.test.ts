import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type SubjectFacts, subjectFacts } from './subjects.ts'

const facts: SubjectFacts = {
  about: [{ text: 'BTC/USDT' }, { word: 'up' }, { text: '25 USDT' }],
  lines: [
    { name: 'condition', value: { range: 'up', barrierPpm: 300 } },
    { name: 'duration', value: { seconds: 300 } },
    { name: 'placed', value: { atMs: Date.parse('2026-11-21T09:08:07.654Z') } },
    { name: 'transaction', value: { text: '0xabc' } },
    { name: 'net', value: { text: '−25 USDT' } },
  ],
}

test('stored facts read back unchanged, and nothing else is accepted', () => {
  expect(z.parse(subjectFacts, JSON.parse(JSON.stringify(facts)))).toEqual(facts)
  for (const broken of [
    {},
    { about: [{}], lines: [] },
    { about: [{ word: 'x' }], lines: [] },
    { ...facts, more: 1 },
  ])
    expect(z.safeParse(subjectFacts, broken).success).toBe(false)
})
