import { expect, test } from 'vitest'
import { openBrowser } from '../../../navigation/browser.testing.ts'
import { articleOf, closeArticle, openArticle } from './newsPlace.ts'

test.each([
  ['?news=7', 7],
  ['?tab=all&news=123', 123],
  ['', null],
  ['?news=', null],
  ['?news=0', null],
  ['?news=07', null],
  ['?news=-1', null],
  ['?news=1e3', null],
  ['?news=9999999999', null],
])('the address %s names the article %s', (search, id) => {
  expect(articleOf(search)).toBe(id)
})

test('an article has one entry above its page, and closes to the page with the rest of its address', async () => {
  const browser = openBrowser('/?tab=all')
  openArticle(7)
  expect(browser.path()).toEqual(['/?tab=all', '/?tab=all&news=7'])
  openArticle(8)
  expect(browser.path()).toEqual(['/?tab=all', '/?tab=all&news=8'])
  closeArticle()
  await browser.settled()
  expect(browser.path()).toEqual(['/?tab=all'])
  closeArticle()
  expect(browser.path()).toEqual(['/?tab=all'])
})

test('an article that the page was opened with leaves the address when it closes', async () => {
  const browser = openBrowser('/?news=7&tab=all')
  closeArticle()
  await browser.settled()
  expect(browser.path()).toEqual(['/?tab=all'])
})
