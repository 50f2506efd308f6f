import { expect, test } from 'vitest'
import { sheetOf } from './tradeSheet.ts'

test.each([
  ['pid=1', null],
  ['pid=1&entrust=up', { kind: 'order', direction: 'up' }],
  ['entrust=down', { kind: 'order', direction: 'down' }],
  ['entrust=sideways', null],
  ['open=abc', { kind: 'countdown', orderId: 'abc' }],
  ['open=abc&entrust=up', { kind: 'countdown', orderId: 'abc' }],
])('the address "?%s" asks for %j', (search, sheet) => {
  expect(sheetOf(search)).toEqual(sheet)
})
