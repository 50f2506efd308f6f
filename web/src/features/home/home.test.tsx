import { formatOf } from '@tickmark/client/format/format.ts'
import { expect, test } from 'vitest'
import { answered, asUser, asVisitor, atTime, drawn, drawnLinks } from '../../app/drawn.testing.tsx'
import { aCoin, allFrame } from '../../live/frames.testing.ts'
import { takeFrame, type LiveMarket } from '../../live/marketFeed.ts'
import { FirstOrder } from './FirstOrder.tsx'
import { Holdings } from './Holdings.tsx'
import { JoinHint } from './join/JoinHint.tsx'
import { AllCoins } from './market/AllCoins.tsx'
import { MarketList } from './market/MarketList.tsx'
import { MarketRow } from './market/MarketRow.tsx'
import { WatchlistEmpty } from './market/WatchlistEmpty.tsx'
import { MessageBell } from './MessageBell.tsx'
import { NewsRow } from './news/NewsRow.tsx'

const AS_OF = new Date(2026, 10, 7, 21, 4, 9).getTime()
const market = (given: Partial<LiveMarket> = {}): LiveMarket => ({
  list: [],
  stale: false,
  asOfMs: AS_OF,
  state: 'LIVE',
  ...given,
})
const row = (given = {}, stale = false) =>
  drawn(<MarketRow item={aCoin(given)} stale={stale} current={false} />)

test('a coin of the list tells its price and the day’s change', async () => {
  expect(await row()).toBe('BTC | Bitcoin | 67,400.20 | +1.84%')
  expect(await row({ changePct: '-0.40%' })).toBe('BTC | Bitcoin | 67,400.20 | −0.40%')
  expect(await row({ changePct: '+0.00%' })).toBe('BTC | Bitcoin | 67,400.20 | 0.00%')
  expect(await row({ changePct: '-1.84%' }, true)).toBe('BTC | Bitcoin | 67,400.20 | −1.84%')
  expect(await row({ open: false })).toBe('BTC | Bitcoin | 67,400.20 | No price')
  expect(await row({ price: '0.4213', decimals: 4, symbol: 'ADA', name: 'Cardano' })).toBe(
    'ADA | Cardano | 0.4213 | +1.84%',
  )
  expect(await drawnLinks(<MarketRow item={aCoin({ pid: 7 })} stale={false} current={false} />)).toEqual([
    '/business?pid=7',
  ])
})

test('all coins are listed, or none that is found', async () => {
  expect(await drawn(<AllCoins market={market()} />)).toBe(
    [
      'Search coins | Order | (chosen) | By market | By name | Biggest rise | Biggest fall',
      'No coin like that | Clear search',
    ].join(' | '),
  )
  takeFrame(allFrame([aCoin(), aCoin({ pid: 2, symbol: 'ETH', name: 'Ethereum' })]))
  expect(await drawn(<MarketList kind="all" />)).toContain('ETH | Ethereum')
})

test('a list whose prices are paused or old says so', async () => {
  const list = [aCoin()]
  takeFrame({ ...allFrame(list), feed: 'PAUSED' })
  expect(await drawn(<MarketList kind="all" />)).toBe(
    [
      'Trading paused: our clocks are being checked | Search coins | Order | (chosen) | By market',
      'By name | Biggest rise | Biggest fall | Coins | BTC | Bitcoin | 67,400.20 | +1.84%',
    ].join(' | '),
  )
  const old = allFrame(list)
  takeFrame({ ...old, feed: 'STALE' })
  const time = formatOf('english').time(old.asOf)
  expect(await drawn(<MarketList kind="all" />)).toBe(
    [
      `Prices as of ${time} | Search coins | Order | (chosen) | By market | By name | Biggest rise`,
      'Biggest fall | Coins | BTC | Bitcoin | 67,400.20 | +1.84%',
    ].join(' | '),
  )
})

test('a watchlist is a user’s own', async () => {
  asVisitor()
  expect(await drawn(<WatchlistEmpty />)).toBe('Your watchlist | Join to keep the coins you follow. | Join')
  asUser()
  expect(await drawn(<WatchlistEmpty />)).toBe(
    'No coins here yet | Tap the star on a coin’s page and it stays here. | See all coins',
  )
})

test.each([
  [0, 'Messages'],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('with %i unread messages the bell tells %s', async (unread, told) => {
  asUser()
  answered('getUnread', {}, { unread })
  expect((await drawn(<MessageBell />)).split(' | ').at(-1)).toBe(told)
})

test('the total at home is that of the wallet', async () => {
  asUser(0)
  answered('getMyWalletData', {}, { data: { items: [], total: '3602.016', inOrders: '250', today: '10.5' } })
  expect(await drawn(<Holdings />)).toBe(
    [
      'Total holdings | Total holdings | Hide amounts | $3,602 | .01 | +10.50 | from today’s orders',
      '$250.00 in open orders',
    ].join(' | '),
  )
})

test('the first order is offered until there is one', async () => {
  asUser()
  expect(await drawn(<FirstOrder />)).toBe('')
  answered('getMyLimitOrders', { status: 0, pageSize: 50 }, { list: [], total: 0 })
  answered('getMyLimitOrders', { status: 1, pageSize: 1 }, { list: [], total: 0 })
  answered(
    'getNotice',
    { noticeType: 1 },
    { list: [{ id: 7, title: 'Maintenance', html: '', time: AS_OF }] as never },
  )
  expect(await drawn(<FirstOrder />)).toBe(
    [
      'Place a practice order | Place a practice order',
      '10 USDT, BTC, 1 min. You confirm before anything is sent. | Close | Open the filled order',
      'How it works | Maintenance',
    ].join(' | '),
  )
  answered('getMyLimitOrders', { status: 1, pageSize: 1 }, { list: [], total: 1 })
  expect(await drawn(<FirstOrder />)).toBe('')
})

test('a visitor is told how to join', async () => {
  asVisitor()
  expect(await drawn(<JoinHint />)).toBe(
    [
      'Try it with practice money | Try it with practice money',
      'One tap, in this browser: no extension, no cost. | Close | Try with a practice wallet | Connect',
    ].join(' | '),
  )
})

test('news tells its title, source and age', async () => {
  atTime(AS_OF)
  const item = { id: 3, title: 'A record day', source: 'Desk', time: AS_OF - 2 * 3_600_000, picture: '' }
  expect(await drawn(<NewsRow item={item as never} />)).toBe('A record day | Desk | 2 hours ago')
  expect(await drawn(<NewsRow item={{ ...item, time: AS_OF - 40 * 86_400_000 } as never} />)).toBe(
    'A record day | Desk | Sep 28, 2026, 21:04',
  )
  expect(await drawnLinks(<NewsRow item={item as never} />, '/?tab=all')).toEqual(['/?tab=all&news=3'])
})
