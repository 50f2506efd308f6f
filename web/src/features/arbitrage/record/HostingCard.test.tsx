import type { HostingItem } from '@tickmark/wire/schemas/arbitrage'
import { expect, test } from 'vitest'
import { answeredPages, asUser, drawn } from '../../../app/drawn.testing.tsx'
import { HostingCard } from './HostingCard.tsx'
import { HostingList } from './HostingList.tsx'

const local = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()

const ITEM: HostingItem = {
  orderNumber: '019a0000-0000-7000-8000-0000000000a1',
  mid: 3,
  title: '7 days',
  period: 8,
  profitDays: 3,
  totArbitrage: '1.2345',
  createTime: local(1, 9),
  expireTime: local(9, 10),
  orderMoney: '500',
  redeemMoney: '495',
  deductionMoney: '5',
  status: 1,
  isEarly: false,
  sharesFrom: local(2, 0),
}
const card = (given: Partial<HostingItem> = {}) =>
  drawn(<HostingCard item={{ ...ITEM, ...given }} onDays={() => {}} />)

test('a running order tells what it gives back and when, its days and its earnings', async () => {
  expect(await card()).toBe(
    [
      '8 days | 500.00 USDT | Normal | Gives back 500.00 USDT on Nov 9, 2026, 10:00 | Days passed | 38%',
      'Period | 8 days | Profit days | 3 | Total arbitrage | 1.2345 USDT | Start time',
      'Nov 1, 2026, 09:00 | Expiry time | Nov 9, 2026, 10:00 | Amount | 500.00 USDT | Order number',
      '019a0000-0000-7000-8000-0000000000a1 | Day by day | Exit early',
    ].join(' | '),
  )
})

test('an ended order tells what came back, and whether it ended early', async () => {
  expect(await card({ status: 2 })).toBe(
    [
      '8 days | 500.00 USDT | Ending | Ended at its expiry | Period | 8 days | Profit days | 3',
      'Total arbitrage | 1.2345 USDT | Start time | Nov 1, 2026, 09:00 | Expiry time',
      'Nov 9, 2026, 10:00 | Amount | 500.00 USDT | Redeem amount | 495.00 USDT | Deduction amount',
      '5.00 USDT | Order number | 019a0000-0000-7000-8000-0000000000a1 | Day by day',
    ].join(' | '),
  )
  expect(await card({ status: 2, isEarly: true })).toContain('| Ending | Ended early by you | Period')
})

const listed = (status: 1 | 2, list: HostingItem[]) =>
  answeredPages('getMyTgOrderList', { status, pageSize: 10 }, [{ list, total: list.length }])

test('coming payouts of several orders are added up by time', async () => {
  asUser(0)
  listed(1, [
    ITEM,
    { ...ITEM, orderNumber: 'b' },
    { ...ITEM, orderNumber: 'c', expireTime: local(8, 10), orderMoney: '70' },
  ])
  const text = await drawn(<HostingList status={1} />)
  expect(text.slice(0, text.indexOf('8 days'))).toBe(
    [
      'What comes back when | Nov 8, 2026, 10:00 | 1 order | 70.00 USDT | Nov 9, 2026, 10:00 | 2 orders',
      '1,000.00 USDT | Hosting | ',
    ].join(' | '),
  )
})

test('a single order shows no sum, and an empty list says so', async () => {
  asUser(0)
  listed(1, [ITEM])
  expect(await drawn(<HostingList status={1} />)).not.toContain('What comes back when')
  listed(1, [])
  expect(await drawn(<HostingList status={1} />)).toBe(
    'No Data | An order that you place stands here until it ends. | To the products',
  )
  listed(2, [])
  expect(await drawn(<HostingList status={2} />)).toBe(
    'No Data | Orders whose days are over, or that you ended early, stand here.',
  )
})
