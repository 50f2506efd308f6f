import { SUBSCRIPTION, type Subscription } from '@tickmark/wire/live/socket'
import { expect, test } from 'vitest'
import { buildFrame, frameKey, type LiveSource, wantKey } from './subscriptions.ts'

const detail = (pid: number, period: '5min' | '15min', timeId = 110): Subscription => {
  return { kind: 'detail', pid, period, timeId }
}
const LISTS = [[], [1], [11], [1, 1], [1, 12], [11, 2], [2, 11], [1, 2], [12], [1, 1, 2]]
const WANTED: Subscription[] = [
  { kind: 'top' },
  { kind: 'all' },
  { kind: 'log' },
  { kind: 'watchlist' },
  ...[1, 11].flatMap((pid) => [detail(pid, '5min'), detail(pid, '15min'), detail(pid, '15min', 111)]),
]
/** Shows each coin by its number alone. */
const source: LiveSource = {
  head: () => ({ asOf: 0, feed: 'LIVE' }),
  top: () => [],
  all: () => [1, 2, 11, 12].map((pid) => ({ pid })) as ReturnType<LiveSource['all']>,
  log: () => null,
  detail: (pid, period) => ({ baseInfo: { pid, period } as never, candles: [] }),
  favourites: () => Promise.resolve([]),
}

test('two readers are sent one frame exactly when they are to see the same', () => {
  const shown = WANTED.flatMap((what) =>
    LISTS.map((favourites) => {
      const frame = JSON.stringify([what.kind, buildFrame(source, what, favourites, { seq: 0, now: 0 })])
      return { key: frameKey(what, favourites), frame }
    }),
  )
  for (const one of shown)
    for (const other of shown) if (one.key === other.key) expect(one.frame).toBe(other.frame)
})

test('a subscription is renewed under its coin and period; its duration shows nothing', () => {
  expect(wantKey(detail(1, '5min'))).not.toBe(wantKey(detail(11, '5min')))
  expect(wantKey(detail(1, '5min'))).not.toBe(wantKey(detail(1, '15min')))
  expect(wantKey(detail(1, '5min', 110))).toBe(wantKey(detail(1, '5min', 111)))
  expect(new Set(WANTED.map(({ kind }) => kind))).toEqual(new Set(Object.keys(SUBSCRIPTION)))
})
