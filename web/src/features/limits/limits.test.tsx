import type { LimitItem } from '@tickmark/wire/routes/limits'
import { expect, test } from 'vitest'
import { answered, asUser, atTime, drawn } from '../../app/drawn.testing.tsx'
import { Closed } from './Closed.tsx'
import { Exclusion } from './Exclusion.tsx'
import { LimitRow } from './LimitRow.tsx'
import { LimitsPage } from './LimitsPage.tsx'
import { TakeBreak } from './TakeBreak.tsx'

const NOW = new Date(2026, 10, 7, 21, 4, 9).getTime()
const HOUR = 3_600_000
const limit = (given: Partial<LimitItem> = {}): LimitItem => ({
  kind: 'lossDay',
  value: '500',
  used: '125',
  pending: null,
  ...given,
})
const state = (given = {}) => ({ limits: [limit()], breakUntil: null, excludedUntil: null, ...given })
const row = (given: Partial<LimitItem> = {}) => drawn(<LimitRow limit={limit(given)} onEdit={() => {}} />)

test('a limit tells its value, its use, and a looser value on its way', async () => {
  expect(await row()).toBe('Loss in 24 hours | 500 USDT | Used 125 USDT | Used of: Loss in 24 hours | 25%')
  expect(await row({ kind: 'stakeWeek', value: '', used: '12.5' })).toBe(
    'Stakes in 7 days | No limit | Used 12.50 USDT',
  )
  expect(
    await row({ kind: 'minutesDay', value: '90', used: '125', pending: { value: '240', from: NOW } }),
  ).toBe(
    [
      'Time in 24 hours | 1 h 30 min | Used 2 h 5 min | Used of: Time in 24 hours | 100%',
      '4 h from Nov 7, 2026, 21:04',
    ].join(' | '),
  )
  expect(await row({ pending: { value: '', from: NOW } })).toBe(
    [
      'Loss in 24 hours | 500 USDT | Used 125 USDT | Used of: Loss in 24 hours | 25%',
      'No limit from Nov 7, 2026, 21:04',
    ].join(' | '),
  )
})

test('orders are closed until the later end of a break and an exclusion', async () => {
  atTime(NOW)
  expect(await drawn(<Closed state={state()} />)).toBe('')
  expect(await drawn(<Closed state={state({ breakUntil: NOW + HOUR })} />)).toBe(
    [
      'You are taking a break from orders until Nov 7, 2026, 22:04',
      'Nobody can end it earlier. Open orders run on, and you can withdraw.',
    ].join(' | '),
  )
  const both = state({ breakUntil: NOW + HOUR, excludedUntil: NOW + 48 * HOUR })
  expect(await drawn(<Closed state={both} />)).toBe(
    [
      'You have excluded yourself from orders until Nov 9, 2026, 21:04',
      'Nobody can end it earlier. Open orders run on, and you can withdraw.',
    ].join(' | '),
  )
})

test('a break is offered in lengths that end later than the running one', async () => {
  atTime(NOW)
  expect(await drawn(<TakeBreak state={state()} />)).toBe(
    [
      'Take a break',
      'No new orders and no new loans for a while, in both accounts. A break can be made longer, never shorter.',
      'Length of the break | (chosen) | 24 hours | 3 days | 7 days | 30 days | Take a break',
    ].join(' | '),
  )
  expect(await drawn(<TakeBreak state={state({ breakUntil: NOW + 24 * HOUR })} />)).toBe(
    [
      'Take a break',
      'No new orders and no new loans for a while, in both accounts. A break can be made longer, never shorter.',
      'Length of the break | (chosen) | 3 days | 7 days | 30 days | Make it longer',
    ].join(' | '),
  )
  expect(await drawn(<Exclusion state={state()} />)).toBe(
    [
      'Exclude yourself',
      'No new orders and no new loans for months, in both accounts. For when a break is not enough.',
      'Length of the exclusion | (chosen) | 6 months | 1 year | 5 years | Exclude myself',
    ].join(' | '),
  )
})

test('the page tells each group of limits', async () => {
  atTime(NOW)
  asUser(0)
  const kinds = ['lossDay', 'lossWeek', 'stakeDay', 'stakeWeek', 'minutesDay', 'minutesWeek'] as const
  answered(
    'getLimits',
    {},
    state({ limits: kinds.map((kind, n) => limit({ kind, value: String(100 * n), used: String(n) })) }),
  )
  const [told] = (await drawn(<LimitsPage />)).split(' | Take a break')
  expect(told).toBe(
    [
      'Back | Limits',
      'You set these limits for yourself. They are checked with every order, and nobody else can lift them, neither support nor an operator.',
      'Loss | How much your orders may lose in the real account. | Loss in 24 hours | 0 USDT',
      'Used 0 USDT | Used of: Loss in 24 hours | 0% | Loss in 7 days | 100 USDT | Used 1 USDT',
      'Used of: Loss in 7 days | 1% | Stakes | How much you may put into orders in the real account.',
      'Stakes in 24 hours | 200 USDT | Used 2 USDT | Used of: Stakes in 24 hours | 1%',
      'Stakes in 7 days | 300 USDT | Used 3 USDT | Used of: Stakes in 7 days | 1% | Time',
      'How long you use Tickmark before new orders close, in both accounts. | Time in 24 hours',
      '6 h 40 min | Used 4 min | Used of: Time in 24 hours | 1% | Time in 7 days | 8 h 20 min',
      'Used 5 min | Used of: Time in 7 days | 1%',
    ].join(' | '),
  )
})
