import { formatOf } from '@tickmark/client/format/format.ts'
import { ONE } from '@tickmark/core/money/money'
import { preloadPanels } from '@tickmark/ui/layer/panels.testing.ts'
import { expect, test } from 'vitest'
import { answeredPages, asUser, atTime, drawn } from '../../../app/drawn.testing.tsx'
import { DaysSheet } from '../record/DaysSheet.tsx'
import { ConfirmHosting } from './ConfirmHosting.tsx'

const PRODUCT = {
  mid: 3,
  version: 2,
  title: '7 days',
  period: 7,
  quotaScope: '100 - 5000',
  least: '100',
  most: '5000',
  dayYield: '0.00021-0.0004',
  serviceCharge: '0.5',
  money: '321.5',
}

test('the confirmation tells the sum, the days, both times, and the cost of an early exit', async () => {
  await preloadPanels()
  atTime(Date.UTC(2026, 10, 7, 12))
  const { dateTime } = formatOf('english')
  const dialog = { open: true, busy: false, onYes: () => undefined, onNo: () => {} }
  const text = await drawn(<ConfirmHosting wish={{ amount: 200n * ONE, product: PRODUCT }} dialog={dialog} />)
  const [shares, back] = [Date.UTC(2026, 10, 8), Date.UTC(2026, 10, 15)].map(dateTime)
  expect(text.replace(shares ?? '', 'SHARES').replace(back ?? '', 'BACK')).toBe(
    [
      'Host 200.00 USDT? | Amount | 200.00 USDT | Period | 7 days | Begins to share | SHARES',
      'Principal comes back | BACK',
      'The amount moves to an escrow account of its own. It is never traded, lent or used to pay anybody else.',
      'Leaving before that costs 0.5% of the amount: 1.00 USDT. You would get back 199.00 USDT.',
      'Yields are not promised. A day’s yield can be zero. | Not now | Host it',
    ].join(' | '),
  )
})

const ITEM = {
  orderNumber: '019a0000-0000-7000-8000-0000000000a1',
  mid: 3,
  title: '7 days',
  period: 8,
  profitDays: 3,
  totArbitrage: '1.2345',
  createTime: 1,
  expireTime: 2,
  orderMoney: '500',
  redeemMoney: '495',
  deductionMoney: '5',
  status: 1,
  isEarly: false,
  sharesFrom: new Date(2026, 10, 8, 1).getTime(),
}

test('an order’s days tell each payment and where it stands in the log', async () => {
  await preloadPanels()
  asUser(0)
  const { orderNumber } = ITEM
  const sheet = (status: number) =>
    drawn(<DaysSheet item={{ ...ITEM, status }} open onClose={() => {}} onClosed={() => {}} />)
  const place = { line: '', path: [], index: 0, size: 1 }
  const list = [
    { ...place, day: '2026-11-06', amount: '0.0712', seq: 26 },
    { ...place, day: '2026-11-05', amount: '0', seq: null },
  ]
  answeredPages('getHostingDays', { orderNumber, pageSize: 10 }, [{ list, total: 2, exit: null }])
  expect(await sheet(1)).toBe(
    [
      'Day by day | Close | Day by day | Nov 6, 2026 | Entry 26 of the public log | 0.0712 USDT',
      'Nov 5, 2026 | Not in the public log yet | 0.0000 USDT | End of list',
    ].join(' | '),
  )
  answeredPages('getHostingDays', { orderNumber, pageSize: 10 }, [{ list: [], total: 0, exit: null }])
  expect(await sheet(1)).toBe(
    [
      'Day by day | Close | This order has shared in no day yet',
      'It shares in whole days, the first from Nov 8, 2026, 01:00 on.',
    ].join(' | '),
  )
  expect(await sheet(2)).toBe('Day by day | Close | This order has shared in no day yet')
})
