import { currentToast, dismissToast } from '@tickmark/ui/layer/toast.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asUser } from '../app/drawn.testing.tsx'
import { loadRestOfEnglish } from '../i18n/i18n.ts'
import type { Joined } from './connect.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { askToJoin, useJoinOpen } from '../session/joinSheet.ts'
import { sayHowJoined } from './sayHowJoined.ts'

beforeAll(() => loadRestOfEnglish())
beforeEach(() => dismissToast())

const joined = (given: object = {}): Joined => ({ ok: true, key: 'kept', isNew: false, ...given })
const failed = (why: 'rejected' | 'pending' | 'failed', message: string | null = null): Joined => ({
  ok: false,
  why,
  message,
})

test.each<[string, Joined, 0 | 1, string, string]>([
  ['a user who was here before', joined(), 1, 'Signed in', 'good'],
  [
    'a new user in the simulated account',
    joined({ isNew: true }),
    1,
    'Practice account ready: 10,000 USDT, 1 ETH and 0.1 BTC',
    'good',
  ],
  ['a new user in the real account', joined({ isNew: true }), 0, 'Signed in', 'good'],
  [
    'a session without a key',
    joined({ key: 'none' }),
    1,
    'Signed in. This browser cannot sign orders, so your receipts will not show your consent.',
    'plain',
  ],
  [
    'a key that lasts until the tab closes',
    joined({ key: 'until_tab_closes' }),
    1,
    'Signed in. This browser cannot keep a key, so you will sign in again after a reload.',
    'plain',
  ],
  ['a signature that was rejected', failed('rejected'), 1, 'Signing was cancelled', 'plain'],
  [
    'a wallet that already asks',
    failed('pending'),
    1,
    'Open your wallet: a request is waiting there',
    'plain',
  ],
  ['a failure with a message', failed('failed', 'The server says no.'), 1, 'The server says no.', 'wrong'],
  [
    'a failure without one',
    failed('failed'),
    1,
    'Signing in did not work. You can go on looking round and try again.',
    'wrong',
  ],
])('%s is told so', (_, how, book, text, tone) => {
  asUser(book)
  sayHowJoined(how)
  expect([currentToast()?.text, currentToast()?.tone]).toEqual([text, tone])
})

function JoinSheet() {
  return useJoinOpen() ? 'open' : ''
}

test.each([
  [joined(), ''],
  [joined({ key: 'none' }), ''],
  [failed('rejected'), 'open'],
  [failed('failed'), 'open'],
])('after %o the join sheet is %s', (how, is) => {
  asUser()
  askToJoin()
  sayHowJoined(how)
  expect(renderToStaticMarkup(createElement(JoinSheet))).toBe(is)
})
