import { expect, test } from 'vitest'
import { answeredPages, asUser, drawn, drawnLinks } from '../../app/drawn.testing.tsx'
import { aTransfer } from '../../entities/aTransfer.testing.ts'
import { SwapCard } from './SwapCard.tsx'
import { SwapRecords } from './SwapRecords.tsx'
import { TransferRecords } from './TransferRecords.tsx'

const SWAP = {
  id: '019a0000-0000-7000-8000-0000000000b1',
  time: new Date(2026, 10, 7, 21, 4, 9).getTime(),
  money: '1000',
  name: 'USDT',
  picture: '',
  status: 1,
  received: '0.014836',
  target: 'BTC',
}

test('a swap tells what was given and received, its rate, and leads to both statements', async () => {
  expect(await drawn(<SwapCard item={SWAP} />)).toBe(
    [
      'Given | 1,000.00 USDT | Received | 0.014836 BTC | For 1 USDT | 0.00001483 BTC | Time',
      'Nov 7, 2026, 21:04 | Number | 019a0000-0000-7000-8000-0000000000b1 | Statement of USDT',
      'Statement of BTC',
    ].join(' | '),
  )
  expect(await drawnLinks(<SwapCard item={SWAP} />)).toEqual([
    '/statement?currency=USDT',
    '/statement?currency=BTC',
  ])
  expect(await drawn(<SwapCard item={{ ...SWAP, money: '0' }} />)).not.toContain('For 1')
})

test('swaps are listed by what they brought and cost', async () => {
  asUser()
  const asked = { pageSize: 10 }
  answeredPages('getMyExchangeRecords', asked, [{ list: [], total: 0 }])
  expect(await drawn(<SwapRecords />)).toBe('No data | Swaps show here with their rate.')
  answeredPages('getMyExchangeRecords', asked, [{ list: [SWAP], total: 1 }])
  expect(await drawn(<SwapRecords />)).toBe(
    'Swaps | USDT → BTC | Nov 7, 2026, 21:04 | +0.014836 BTC | −1,000.00 USDT | End of list',
  )
})

test('deposits are listed as money in, withdrawals as money out, each with its state', async () => {
  asUser(0)
  const list = [
    aTransfer(),
    aTransfer({ id: '2', money: '7', status: 1 }),
    aTransfer({ id: '3', money: '9.25', status: 2 }),
  ]
  answeredPages('get_my_recharge_record', { pageSize: 10 }, [{ list, total: 3 }])
  answeredPages('get_my_cash_out_record', { pageSize: 10 }, [{ list, total: 3 }])
  expect(await drawn(<TransferRecords kind="deposit" />)).toBe(
    [
      'Deposits | USDT | Nov 7, 2026, 21:04 | +120.50 | Pending | USDT | Nov 7, 2026, 21:04 | +7.00',
      'Success | USDT | Nov 7, 2026, 21:04 | +9.25 | Failed | End of list',
    ].join(' | '),
  )
  expect(await drawn(<TransferRecords kind="withdrawal" />)).toBe(
    [
      'Withdrawals | USDT | Nov 7, 2026, 21:04 | −120.50 | Pending | USDT | Nov 7, 2026, 21:04 | −7.00',
      'Success | USDT | Nov 7, 2026, 21:04 | −9.25 | Failed | End of list',
    ].join(' | '),
  )
})

test('an account without transfers says so', async () => {
  asUser(0)
  answeredPages('get_my_recharge_record', { pageSize: 10 }, [{ list: [], total: 0 }])
  answeredPages('get_my_cash_out_record', { pageSize: 10 }, [{ list: [], total: 0 }])
  expect(await drawn(<TransferRecords kind="deposit" />)).toBe(
    'No data | Deposits show here as soon as the network sees them.',
  )
  expect(await drawn(<TransferRecords kind="withdrawal" />)).toBe(
    'No data | Withdrawals show here, step by step.',
  )
})
