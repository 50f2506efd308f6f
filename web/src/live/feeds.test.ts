import type { Frame } from '@tickmark/wire/live/socket'
import { expect, test } from 'vitest'
import { feedKey, feedOf, frameKey } from './feeds.ts'

/** What every frame has, with data that only some have. */
const frame = (type: number, more: object = {}) =>
  ({
    type,
    seq: 7,
    asOf: 1_000,
    feed: 'LIVE',
    data: { list: [`list of ${type}`] },
    ...more,
  }) as unknown as Frame

const detail = frame(2, { pid: 4, period: '15min', data: { baseInfo: 'base', candles: ['candle'] } })

test.each([
  [frame(1), 'top'],
  [frame(3), 'watchlist'],
  [frame(4), 'all'],
  [detail, 'detail.4.15min'],
  [frame(5), null],
  [frame(9), null],
])('the frame %j belongs to the subscription %j', (one, key) => {
  expect(frameKey(one)).toBe(key)
})

test('a subscription’s key does not name the duration, which changes none of its data', () => {
  const of = (timeId: number) => feedKey({ kind: 'detail', pid: 4, period: '15min', timeId })
  expect([of(110), of(111)]).toEqual(['detail.4.15min', 'detail.4.15min'])
  expect(feedKey({ kind: 'all' })).toBe('all')
})

test.each([
  [frame(1), { list: ['list of 1'] }],
  [frame(3), { list: ['list of 3'] }],
  [frame(4), { list: ['list of 4'] }],
  [detail, { baseInfo: 'base', candles: ['candle'] }],
  [frame(5), {}],
  [frame(9), {}],
])('the frame %j is fresh data of its screen', (one, data) => {
  expect(feedOf(one)).toEqual({ seq: 7, asOfMs: 1_000, state: 'LIVE', kept: false, ...data })
})
