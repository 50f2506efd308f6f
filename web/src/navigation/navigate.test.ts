import { expect, test } from 'vitest'
import { openBrowser } from './browser.testing.ts'
import { back, go } from './navigate.ts'
import { closeTradeSheet, openTradeSheet } from './tradeSheet.ts'

test('going on adds an entry, once, and replacing keeps the one below', () => {
  const browser = openBrowser('/')
  go('/order')
  go('/order')
  expect(browser.path()).toEqual(['/', '/order'])
  go('/order?tab=finished', { replace: true })
  expect(browser.path()).toEqual(['/', '/order?tab=finished'])
  go('https://elsewhere.example/')
  expect(browser.path()).toEqual(['/', '/order?tab=finished'])
})

test('back leads to the entry below, or to the fallback when the app was opened here', async () => {
  const browser = openBrowser('/receipt/1')
  back('/order')
  expect(browser.path()).toEqual(['/order'])
  go('/help')
  back('/settings')
  await browser.settled()
  expect(browser.path()).toEqual(['/order'])
  back()
  expect(browser.path()).toEqual(['/'])
})

test('a sheet has one entry above its page, also when another takes its place', async () => {
  const browser = openBrowser('/business?pid=2')
  openTradeSheet({ kind: 'order', direction: 'down' })
  expect(browser.path()).toEqual(['/business?pid=2', '/business?pid=2&entrust=down'])
  openTradeSheet({ kind: 'countdown', orderId: 'abc' })
  expect(browser.path()).toEqual(['/business?pid=2', '/business?pid=2&open=abc'])
  openTradeSheet({ kind: 'order', direction: 'up' })
  expect(browser.path()).toEqual(['/business?pid=2', '/business?pid=2&entrust=up'])
  closeTradeSheet()
  await browser.settled()
  expect(browser.path()).toEqual(['/business?pid=2'])
  closeTradeSheet()
  expect(browser.path()).toEqual(['/business?pid=2'])
})

test('a sheet that the page was opened with leaves the address when it closes', async () => {
  const browser = openBrowser('/business?pid=2&open=abc')
  closeTradeSheet()
  await browser.settled()
  expect(browser.path()).toEqual(['/business?pid=2'])
})

test('a sheet is left behind by a page that opens from it', async () => {
  const browser = openBrowser('/business?pid=2')
  openTradeSheet({ kind: 'countdown', orderId: 'abc' })
  go('/receipt/abc')
  expect(browser.path()).toEqual(['/business?pid=2', '/business?pid=2&open=abc', '/receipt/abc'])
  await browser.back()
  expect(browser.path().at(-1)).toBe('/business?pid=2&open=abc')
})
