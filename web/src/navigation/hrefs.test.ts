import { expect, test } from 'vitest'
import { hrefTo } from './hrefs.ts'

test('[WAL-01] a currency opens with its id, name and coin in the address', () => {
  expect(hrefTo.transfer({ id: 4, code: 'BTC', name: 'Bitcoin' })).toBe(
    '/recharge?aid=4&name=BTC&coin=Bitcoin',
  )
  expect(hrefTo.transfer({ id: 1, code: 'USDT', name: 'Tether' }, 'swap')).toBe(
    '/recharge?aid=1&name=USDT&coin=Tether&tab=swap',
  )
})

test('[WAL-09] records are of three types: 0 deposits, 1 withdrawals, 2 swaps', () => {
  expect((['deposit', 'withdrawal', 'swap'] as const).map(hrefTo.records)).toEqual([
    '/record?type=0',
    '/record?type=1',
    '/record?type=2',
  ])
})

test('an absent parameter is not in the address', () => {
  expect([hrefTo.guide(), hrefTo.guide(0), hrefTo.answers(), hrefTo.answers(7)]).toEqual([
    '/guide',
    '/guide?step=0',
    '/qa',
    '/qa?id=7',
  ])
  expect([hrefTo.chat(), hrefTo.chat('x'), hrefTo.houseRecord(), hrefTo.houseRecord('today')]).toEqual([
    '/chat',
    '/chat?thread=x',
    '/house-record',
    '/house-record?day=today',
  ])
  expect([hrefTo.orders('waiting'), hrefTo.orders('finished'), hrefTo.coin(3), hrefTo.coin(3, 'up')]).toEqual(
    ['/order', '/order?tab=finished', '/business?pid=3', '/business?pid=3&entrust=up'],
  )
})

test.each([
  [hrefTo.messages(), '/notification'],
  [hrefTo.messages('settings'), '/notification?notices'],
  [hrefTo.help(), '/help'],
  [hrefTo.help('glossary'), '/help?tab=glossary'],
  [hrefTo.limits(), '/limits'],
  [hrefTo.limits('break'), '/limits?break'],
  [hrefTo.arbitrageRecords(), '/arbitrageRecord'],
  [hrefTo.arbitrageRecords('2'), '/arbitrageRecord?status=2'],
])('an address names only what was asked for: %s', (href, text) => {
  expect(href).toBe(text)
})
