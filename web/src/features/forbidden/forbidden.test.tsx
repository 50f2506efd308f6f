import type { LimitItem } from '@tickmark/wire/routes/limits'
import { expect, test } from 'vitest'
import { answered, asUser, asVisitor, atTime, drawn } from '../../app/drawn.testing.tsx'
import { NoPermissionPage } from './NoPermissionPage.tsx'
import { WhatApplies } from './WhatApplies.tsx'

const NOW = new Date(2026, 10, 7, 21, 4, 9).getTime()
const limit = (given: Partial<LimitItem> = {}): LimitItem => {
  return { kind: 'lossDay', value: '500', used: '500', pending: null, ...given }
}
const state = (given = {}) => ({ limits: [limit()], breakUntil: null, excludedUntil: null, ...given })
const applies = (given = {}) => drawn(<WhatApplies state={state(given)} />)

test('a break and an exclusion apply until their ends', async () => {
  asUser()
  atTime(NOW)
  expect(await applies({ limits: [], breakUntil: NOW + 1, excludedUntil: NOW + 86_400_000 })).toBe(
    [
      'What applies to you now | You are taking a break from orders until Nov 7, 2026, 21:04',
      'Nobody can end it earlier. Open orders run on, and you can withdraw.',
      'You have excluded yourself from orders until Nov 8, 2026, 21:04',
      'Nobody can end it earlier. Open orders run on, and you can withdraw.',
    ].join(' | '),
  )
  expect(await applies({ limits: [], breakUntil: NOW, excludedUntil: NOW - 1 })).toBe('')
})

test('a limit applies once it is used up: one of money in the real account alone, one of time in both', async () => {
  asUser(0)
  expect(await applies()).toBe(
    [
      'What applies to you now | Loss in 24 hours: used up',
      'New orders are open again when the span has moved on.',
    ].join(' | '),
  )
  expect(await applies({ limits: [limit({ used: '499.99' })] })).toBe('')
  expect(await applies({ limits: [limit({ value: '' })] })).toBe('')
  expect(await applies({ limits: [limit({ used: '500.01', kind: 'stakeWeek' })] })).toContain(
    'Stakes in 7 days',
  )
  asUser(1)
  expect(await applies()).toBe('')
  for (const kind of ['minutesDay', 'minutesWeek'] as const)
    expect(await applies({ limits: [limit({ kind })] })).not.toBe('')
})

test('the page leads a visitor to join, and a user to his limits', async () => {
  asVisitor()
  expect(await drawn(<NoPermissionPage />)).toBe(
    [
      'Back | No permission | No permission',
      'This place is not open to your account. It may be a limit you set yourself, or a rule of your region. If you have not joined yet, joining may open it.',
      'Join',
    ].join(' | '),
  )
  asUser(0)
  answered('getLimits', {}, state())
  expect(await drawn(<NoPermissionPage />)).toBe(
    [
      'Back | No permission | No permission',
      'This place is not open to your account. It may be a limit you set yourself, or a rule of your region.',
      'My limits | What applies to you now | Loss in 24 hours: used up',
      'New orders are open again when the span has moved on.',
    ].join(' | '),
  )
})
