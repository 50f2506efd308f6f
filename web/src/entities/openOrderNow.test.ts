import { expect, test } from 'vitest'
import { bidIn, isClosable } from './openOrderNow.ts'

const STAKE = 25_000_000_000n
const answer = { value: '250', price: '67412.5', chancePpm: 480_000 }
const said = { valuedAt: '67412.5', chancePpm: 480_000 }
const nothing = { value: null, valuedAt: null, chancePpm: null, side: 0 }

test.each<[what: string, given: Parameters<typeof bidIn>[0], bid: object]>([
  ['no answer', undefined, nothing],
  ['no bid', null, nothing],
  ['no price', { ...answer, value: '' }, nothing],
  ['as much as the stake', answer, { ...said, value: STAKE, side: 0 }],
  ['a unit more', { ...answer, value: '250.00000001' }, { ...said, value: STAKE + 1n, side: 1 }],
  ['a unit less', { ...answer, value: '249.99999999' }, { ...said, value: STAKE - 1n, side: -1 }],
  ['nothing at all', { ...answer, value: '0' }, { ...said, value: 0n, side: -1 }],
])('an order that the house values at %s is told so', (_, given, bid) => {
  expect(bidIn(given, STAKE)).toEqual(bid)
})

test('an order may be closed while it runs, until its last five seconds', () => {
  expect([6, 5, 0].map((left) => isClosable({ phase: 'running' }, left))).toEqual([true, false, false])
  for (const phase of ['entering', 'settling', 'finished'] as const)
    expect(isClosable({ phase }, 60)).toBe(false)
})
