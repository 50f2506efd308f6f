import { expect, test } from 'vitest'
import { parseSubscription } from './socket.ts'

test.each([
  ['{"type":1}', { kind: 'top' }],
  ['{"type":1,"token":null,"paramsJson":null}', { kind: 'top' }],
  ['{"type":3,"paramsJson":null}', { kind: 'watchlist' }],
  ['{"type":4,"paramsJson":{}}', { kind: 'all' }],
  ['{"type":4,"paramsJson":"{\\"is_more\\":1}"}', { kind: 'all' }],
  ['{"type":2,"paramsJson":{"pid":3}}', { kind: 'detail', pid: 3, period: '15min', timeId: 110 }],
  ['{"type":1,"paramsJson":"null"}', { kind: 'top' }],
  ['{"type":2,"paramsJson":null}', null],
  ['{"type":1,"paramsJson":"{"}', null],
  ['{"type":1,"paramsJson":7}', null],
  ['{"type":5}', null],
])('%s is read as %o', (text, expected) => {
  expect(parseSubscription(text)).toEqual(expected)
})
