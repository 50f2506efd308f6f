import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { Frame } from '@tickmark/wire/live/socket'
import type { FeedState } from '@tickmark/wire/schemas/market'
import { aCoin, allFrame, detailFrame } from './frames.testing.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

const sessionOf = (address: string) => ({
  address,
  walletType: 1,
  practice: false,
  registered: true,
  key: null,
  expiresAt: 0,
  books: [0, 1],
})

/** A page of an account on this device; `leave` is the end of its document, `coins` what its watchlist shows. */
async function pageOf(address: string, disk: Map<string, string>) {
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  })
  let leave = () => {}
  vi.stubGlobal('addEventListener', (_: string, run: () => void) => (leave = run))
  const session = await import('../session/session.ts')
  const feeds = await import('./marketFeed.ts')
  const { startKeptFeeds, takeFrame, useMarket } = feeds
  session.setServerSession(sessionOf(address))
  startKeptFeeds()
  function Coins() {
    const { list, stale } = useMarket('watchlist')
    return list?.map(({ symbol }) => `${symbol} ${stale ? 'grey' : 'live'}`).join()
  }
  return {
    ...feeds,
    session,
    leave: () => leave(),
    follow: (symbol: string) => takeFrame({ ...allFrame([aCoin({ symbol })]), type: 3 }),
    coins: () => renderToString(<Coins />),
  }
}

test('a watchlist is shown grey on the next visit of the same account', async () => {
  const disk = new Map<string, string>()
  const first = await pageOf('0xA', disk)
  first.follow('SOL')
  expect(first.coins()).toBe('SOL live')
  first.leave()
  expect((await pageOf('0xA', disk)).coins()).toBe('SOL grey')
})

test('a watchlist is not shown to another account on the same device', async () => {
  const disk = new Map<string, string>()
  const first = await pageOf('0xA', disk)
  first.follow('SOL')
  first.leave()
  expect((await pageOf('0xB', disk)).coins()).toBe('')
})

test.each([
  ['the user leaves', null],
  ['another account takes over', '0xB'],
])('a watchlist is deleted, on the disk and in memory, when %s', async (_, next) => {
  const disk = new Map<string, string>()
  const { session, follow, leave, coins } = await pageOf('0xA', disk)
  follow('SOL')
  session.setServerSession(next === null ? null : sessionOf(next))
  expect([disk.get('live.watchlist'), coins()]).toEqual([undefined, ''])
  leave()
  expect(disk.get('live.watchlist')).toBeUndefined()
})

test('a tab writes no watchlist back after another tab has left', async () => {
  const disk = new Map<string, string>()
  const { follow, leave } = await pageOf('0xA', disk)
  disk.delete('session')
  follow('SOL')
  leave()
  expect(disk.get('live.watchlist')).toBeUndefined()
})

test.each<[state: FeedState, isGrey: boolean]>([
  ['LIVE', false],
  ['DEGRADED', false],
  ['PAUSED', false],
  ['STALE', true],
  ['HALTED', true],
])('prices of a feed that is %s are shown grey: %s', async (feed, isGrey) => {
  const { takeFrame, useDetail, useMarket } = await pageOf('0xA', new Map())
  takeFrame({ ...allFrame([aCoin()]), feed })
  takeFrame({ ...detailFrame(), feed })
  const Grey = () =>
    String([useMarket('all'), useDetail(1, '15min')].map(({ stale, state }) => `${stale} ${state}`))
  expect(renderToString(<Grey />)).toBe(`${isGrey} ${feed},${isGrey} ${feed}`)
})

test('prices that the document carried are grey until the socket delivers, and no late frame replaces newer ones', async () => {
  const { takeFrame, useMarket } = await pageOf('0xA', new Map())
  const frames = ['A', 'B', 'C'].map((symbol) => allFrame([aCoin({ symbol })]))
  const [early, middle, late] = frames as [Frame, Frame, Frame]
  function Coins() {
    const { list, stale } = useMarket('all')
    return `${list?.map(({ symbol }) => symbol).join()} ${stale ? 'grey' : 'live'}`
  }
  const shown = []
  for (const [frame, isKept] of [
    [late, true],
    [early, false],
    [late, false],
    [middle, false],
    [{ ...late, feed: 'HALTED' as const }, false],
  ] as const) {
    takeFrame(frame, isKept)
    shown.push(renderToString(<Coins />))
  }
  expect(shown).toEqual(['C grey', 'A live', 'C live', 'C live', 'C grey'])
})

test('a list that is fetched once is asked for until its first frame, which it returns, and has rows from then on', async () => {
  vi.resetModules()
  const { fetchOnce, takeFrame, useMarket } = await import('./marketFeed.ts')
  const { subscriptions } = await import('./wantedFeeds.ts')
  const Coins = () => useMarket('all').list?.map(({ symbol }) => symbol)
  const fetched = fetchOnce('all')
  expect(subscriptions()).toEqual([{ kind: 'all' }])
  takeFrame({ ...allFrame([]), type: 1 })
  expect([subscriptions(), renderToString(<Coins />)]).toEqual([[{ kind: 'all' }], ''])
  takeFrame(allFrame([aCoin({ symbol: 'SOL' })]))
  expect([subscriptions(), renderToString(<Coins />)]).toEqual([[], 'SOL'])
  expect((await fetched).map(({ symbol }) => symbol)).toEqual(['SOL'])
})

test('a list that is fetched once is asked for in vain for ten seconds at most, and then only by those who show it', async () => {
  vi.useFakeTimers()
  vi.resetModules()
  const { fetchOnce, takeFrame } = await import('./marketFeed.ts')
  const { ask, subscriptions } = await import('./wantedFeeds.ts')
  const fetched = fetchOnce('all')
  vi.advanceTimersByTime(9_999)
  expect(subscriptions()).toEqual([{ kind: 'all' }])
  vi.advanceTimersByTime(1)
  expect(subscriptions()).toEqual([])
  expect(await fetched).toEqual([])
  void fetchOnce('all')
  takeFrame(allFrame([]))
  ask({ kind: 'all' })
  vi.advanceTimersByTime(20_000)
  expect(subscriptions()).toEqual([{ kind: 'all' }])
})
