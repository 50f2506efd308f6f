import { expect, test } from 'vitest'
import { page } from './pages.ts'
import { APP_ROUTES, matches, NOT_FOUND, routeOf } from './routes.ts'
import pages from '../../../texts/src/english/pages.json'

const paths = [
  '/',
  '/business',
  '/order',
  '/account',
  '/notification',
  '/language',
  '/share',
  '/share/abc',
  '/help',
  '/record',
  '/arbitrage',
  '/arbitrageRecord',
  '/arbitrageIntro',
  '/arbitrageProduct',
  '/recharge',
  '/detail',
  '/loandetail',
  '/loandetail/5',
  '/nft',
  '/nft/shop',
  '/nft/tasks',
  '/nft/orders',
  '/sign',
  '/no-permission',
  '/loan',
  '/qa',
  '/settings',
  '/statement',
  '/protection',
  '/order/',
]

for (const path of paths) {
  test(`${path} has a route`, () => {
    expect(routeOf(path)).not.toBe(NOT_FOUND)
  })
}

test('any other path is the Not Found page', () => {
  for (const path of ['/nope', '/order/5', '/share/a/b', '/nft/shop/x', '/businessx']) {
    expect(routeOf(path)).toBe(NOT_FOUND)
  }
})

test('every route has a title among the texts, and no two paths are the same', () => {
  const titles = pages.title as Record<string, string>
  for (const route of [...APP_ROUTES, NOT_FOUND]) {
    expect(titles[route.title.replace('pages:title.', '')], route.path).toBeTruthy()
  }
  expect(new Set(APP_ROUTES.map((route) => route.path)).size).toBe(APP_ROUTES.length)
})

test('a page that stands beside others is the one that its route fetches ahead', () => {
  expect(page('wallet/WalletPage')).toBe(routeOf('/account').page)
  expect(page('coin/CoinPage')).toBe(routeOf('/business').page)
})

test('home is called Smart Contract', () => {
  expect(routeOf('/').title).toBe('pages:title.home')
  expect(pages.title.home).toBe('Smart Contract')
})

test('a part of a path may be absent only where the pattern says so', () => {
  expect(matches('/receipt/:orderId', '/receipt/abc')).toBe(true)
  expect(matches('/receipt/:orderId', '/receipt')).toBe(false)
  expect(matches('/loandetail/:id?', '/loandetail')).toBe(true)
})
