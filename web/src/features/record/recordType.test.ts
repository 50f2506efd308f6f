import { expect, test } from 'vitest'
import { recordTypesOf, typeOf } from './recordType.ts'

const asked = [
  ['?type=0', 0, '0'],
  ['?type=1', 0, '1'],
  ['?type=2', 0, '2'],
  ['', 0, '0'],
  ['?type=7', 0, '0'],
  ['?type=0', 1, '2'],
  ['?type=2', 1, '2'],
] as const

test.each(asked)('[WAL-09] the address %j in book %i shows the record %s', (search, book, type) => {
  expect(typeOf(search, book)).toBe(type)
})

test('the simulated account has only the record of swaps', () => {
  expect(recordTypesOf(1)).toEqual(['2'])
  expect(recordTypesOf(0)).toEqual(['0', '1', '2'])
})
