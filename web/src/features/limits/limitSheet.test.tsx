import { preloadPanels } from '@tickmark/ui/layer/panels.testing.ts'
import type { LimitItem } from '@tickmark/wire/routes/limits'
import { beforeAll, expect, test } from 'vitest'
import { atTime, drawn } from '../../app/drawn.testing.tsx'
import { LimitSheet } from './LimitSheet.tsx'
import { RealityCheck } from './RealityCheck.tsx'

beforeAll(preloadPanels)

const AT = new Date(2026, 10, 7, 21, 4, 9).getTime()
const sheet = (given: Partial<LimitItem>) => {
  const limit = { kind: 'lossDay', value: '500', used: '0', pending: null, ...given } as const
  return drawn(<LimitSheet limit={limit} open onClose={() => {}} />)
}

test('a limit is changed in its own unit, and tells a looser value on its way', async () => {
  atTime(AT)
  expect(await sheet({})).toBe(
    [
      'Loss in 24 hours | Close',
      'An order that could take the loss of the last 24 hours beyond this is refused.',
      'Whole amount in USDT | 500 | USDT | No limit | Save',
    ].join(' | '),
  )
  expect(await sheet({ kind: 'minutesWeek', value: '90' })).toBe(
    [
      'Time in 7 days | Close',
      'Once you have used Tickmark this long in the last 7 days, new orders are refused.',
      'Whole minutes | 1 h 30 min | 90 | min | No limit | Save',
    ].join(' | '),
  )
  expect(await sheet({ value: '', pending: { value: '700', from: AT } })).toBe(
    [
      'Loss in 24 hours | Close',
      'An order that could take the loss of the last 24 hours beyond this is refused.',
      'Whole amount in USDT | USDT | (off) | No limit',
      'This is looser than now. No limit holds after 24 hours, from Nov 8, 2026, 21:04; until then the present limit stays.',
      'Ask for it',
    ].join(' | '),
  )
})

test('a reality check tells time, result and orders', async () => {
  const check = (net: string) =>
    drawn(
      <RealityCheck
        check={{ event: 'reality_check', minutes: 65, net, orders: 7 }}
        open
        onClose={() => {}}
        onClosed={() => {}}
      />,
    )
  expect(await check('-12.5')).toBe(
    [
      'Time for a look | Close | You have used Tickmark for another hour. | Time since 00:00 UTC',
      '1 h 5 min | Real account, last 24 h | −12.50 USDT | Real orders, last 24 h | 7 | Take a break',
      'Go on',
    ].join(' | '),
  )
  expect(await check('12.5')).toContain('+12.50 USDT')
})
