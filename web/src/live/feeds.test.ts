import { parseSubscription } from '@tickmark/wire/live/socket'
import { expect, test } from 'vitest'
import { feedKey, subscriptionText, type Wanted } from './feeds.ts'

const cases: [Wanted, string][] = [
  [{ kind: 'top' }, '{"type":1,"token":"0xab","paramsJson":{"is_more":1,"type":1}}'],
  [{ kind: 'watchlist' }, '{"type":3,"token":"0xab","paramsJson":{"is_more":1,"type":3}}'],
  [{ kind: 'all' }, '{"type":4,"token":"0xab","paramsJson":{"is_more":1,"type":4}}'],
  [
    { kind: 'detail', pid: 2, period: '1hour', timeId: 110 },
    '{"type":2,"token":"0xab","paramsJson":{"period":"1hour","pid":2,"timeId":110}}',
  ],
]

for (const [wanted, text] of cases) {
  test(`the subscription to ${feedKey(wanted)} has its type and parameters`, () => {
    expect(subscriptionText(wanted, '0xab')).toBe(text)
  })

  test(`the server reads the subscription to ${feedKey(wanted)}`, () => {
    expect(parseSubscription(subscriptionText(wanted, null))).toEqual(wanted)
  })
}
