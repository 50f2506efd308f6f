import type { RouteName } from '@tickmark/wire/routes/all'
import { expect, test } from 'vitest'
import { isSaidAlready, type ShownFacts } from './saidAlready.ts'

/** Nothing is on screen, and this page has made one call, five seconds less a millisecond ago. */
const facts = (changed: Partial<ShownFacts> = {}, made?: RouteName): ShownFacts => ({
  sinceResultMs: Infinity,
  isChatShown: false,
  calledWithin: (ms, names) => ms > 4_999 && ms < 5_001 && names.some((name) => name === made),
  ...changed,
})
const about = (category: 'orders' | 'support' | 'account', link = '', muted = false) => ({
  category,
  link,
  muted,
})

test('a muted message is not shown', () => {
  expect(isSaidAlready(about('account', '', true), facts())).toBe(true)
  expect(isSaidAlready(about('account'), facts())).toBe(false)
})

test.each([
  [0, true],
  [59_999, true],
  [60_000, false],
])('a message about an order %i ms after a result has been said: %s', (sinceResultMs, is) => {
  expect(isSaidAlready(about('orders'), facts({ sinceResultMs }))).toBe(is)
  expect(isSaidAlready(about('account'), facts({ sinceResultMs }))).toBe(false)
})

test.each([true, false])('an answer of support is visible in an open chat alone: %s', (isChatShown) => {
  expect(isSaidAlready(about('support'), facts({ isChatShown }))).toBe(isChatShown)
  expect(isSaidAlready(about('account'), facts({ isChatShown }))).toBe(false)
})

test.each<[string, RouteName, boolean]>([
  ['/guide', 'register', true],
  ['/protection', 'addAddress', true],
  ['/protection', 'endAuthenticator', true],
  ['/protection', 'resetAuthenticator', true],
  ['/protection', 'register', false],
  ['/guide', 'addAddress', false],
  ['/help', 'register', false],
  ['', 'register', false],
])('a message that links to %s, right after the own call %s, has been said: %s', (link, made, is) => {
  expect(isSaidAlready(about('account', link), facts({}, made))).toBe(is)
})
