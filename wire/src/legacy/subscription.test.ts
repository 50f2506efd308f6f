import { expect, test } from 'vitest'
import type { Subscription } from '../live/socket.ts'
import { parseSubscription } from './subscription.ts'
import { subscriptionText } from './subscriptionText.ts'

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
  ['{"type":1,"paramsJson":{"is_more":2}}', null],
  ['{"type":5}', { kind: 'log' }],
  ['{"type":6}', null],
])('%s is read as %o', (text, expected) => {
  expect(parseSubscription(text)).toEqual(expected)
})

test.each<[Subscription, string]>([
  [{ kind: 'top' }, '{"type":1,"token":"0xab","paramsJson":{"is_more":1,"type":1}}'],
  [{ kind: 'watchlist' }, '{"type":3,"token":"0xab","paramsJson":{"is_more":1,"type":3}}'],
  [{ kind: 'all' }, '{"type":4,"token":"0xab","paramsJson":{"is_more":1,"type":4}}'],
  [
    { kind: 'detail', pid: 2, period: '1hour', timeId: 110 },
    '{"type":2,"token":"0xab","paramsJson":{"period":"1hour","pid":2,"timeId":110}}',
  ],
])('the subscription %o has its type and parameters, and reads back', (wanted, text) => {
  expect(subscriptionText(wanted, '0xab')).toBe(text)
  expect(parseSubscription(subscriptionText(wanted, null))).toEqual(wanted)
})
