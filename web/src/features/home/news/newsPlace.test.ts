import { expect, test } from 'vitest'
import { articleOf } from './newsPlace.ts'

test.each([
  ['?news=7', 7],
  ['?tab=all&news=123', 123],
  ['', null],
  ['?news=', null],
  ['?news=0', null],
  ['?news=07', null],
  ['?news=-1', null],
  ['?news=1e3', null],
  ['?news=9999999999', null],
])('the address %s names the article %s', (search, id) => {
  expect(articleOf(search)).toBe(id)
})
