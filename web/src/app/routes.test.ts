import { expect, test } from 'vitest'
import { page } from './pages.ts'
import { APP_ROUTES, matches, NOT_FOUND, routeOf, SCREENS } from './routes.ts'
import pages from '../../../texts/src/english/pages.json'
import { hrefTo, PATHS } from '../navigation/hrefs.ts'

const sources = import.meta.glob<string>('../features/*/*Page.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
})

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

test('a phone shows the main navigation on the four main pages alone', () => {
  expect(
    APP_ROUTES.filter((one) => !one.bare && !one.alone)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([PATHS.home, PATHS.wallet, PATHS.arbitrage, PATHS.orders])
})

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

test('a page shown beside others is the one that its route preloads', () => {
  expect(page('wallet/WalletPage')).toBe(routeOf('/account').page)
  expect(page('coin/CoinPage')).toBe(routeOf('/business').page)
})

test('every path has one screen', () => {
  expect(SCREENS.map(({ path }) => path).toSorted()).toEqual(Object.values(PATHS).toSorted())
})

test('a route names an existing file', () => {
  expect(SCREENS.filter(({ file }) => !(`../features/${file}.tsx` in sources))).toEqual([])
  expect(() => page('coin/Typo')).toThrow('no page coin/Typo')
})

test('a page’s file exports a component of its name', () => {
  const names = Object.entries(sources).map(([path, text]) => {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.tsx'.length)
    return text.includes(`export function ${name}(`) ? null : path
  })
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((path) => path !== null)).toEqual([])
})

test('an address of hrefTo leads to the screen of its name', () => {
  const currency = { id: 1, code: 'USDT', name: 'Tether' }
  const hrefs: Record<string, string> = {
    home: hrefTo.home(),
    coin: hrefTo.coin(1, 'up'),
    orders: hrefTo.orders('finished'),
    receipt: hrefTo.receipt('abc'),
    proof: hrefTo.proof('abc'),
    wallet: hrefTo.wallet(),
    transfer: hrefTo.transfer(currency, 'swap'),
    records: hrefTo.records('swap'),
    statement: hrefTo.statement({ currency: 'BTC' }),
    signedBalances: hrefTo.signedBalances(),
    protection: hrefTo.protection(),
    messages: hrefTo.messages('settings'),
    share: hrefTo.share(),
    houseRecord: hrefTo.houseRecord('2026-11-21'),
    help: hrefTo.help('glossary'),
    guide: hrefTo.guide(2),
    answers: hrefTo.answers(3),
    chat: hrefTo.chat('abc'),
    alerts: hrefTo.alerts(),
    limits: hrefTo.limits('break'),
    noPermission: hrefTo.noPermission(),
    settings: hrefTo.settings(),
    language: hrefTo.language(),
    arbitrage: hrefTo.arbitrage(),
    arbitrageRecords: hrefTo.arbitrageRecords('2'),
    arbitrageIntro: hrefTo.arbitrageIntro(),
    arbitrageProduct: hrefTo.arbitrageProduct(1),
    loan: hrefTo.loan(),
    loans: hrefTo.loans(),
    loanDetail: hrefTo.loanDetail('01234567-89ab-4def-8123-456789abcdef'),
    loanSign: hrefTo.loanSign(),
  }
  for (const [name, href] of Object.entries(hrefs)) {
    const route = routeOf(new URL(href, 'https://tickmark.example').pathname)
    expect(route.path, href).toBe(PATHS[name as keyof typeof PATHS])
  }
  expect(Object.keys(hrefTo).filter((name) => !(name in hrefs))).toEqual(['openOrder', 'helpOn'])
  expect(hrefTo.openOrder(2, 'a')).toBe('/business?pid=2&open=a')
  expect(hrefTo.helpOn('a b')).toBe('/help?q=a%20b')
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
