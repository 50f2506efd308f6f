import { expect, test } from 'vitest'
import { askedAt, drawn, drawnScreen, page } from '../../app/drawn.testing.tsx'
import { csvOf } from '../../kit/csvOf.testing.ts'
import { anOrder } from './anOrder.testing.ts'
import { OutcomeBadge } from './OrderWords.tsx'
import { ORDERS_CSV } from './OrdersScreen.tsx'

test('orders tell number, coin and direction, stake, profit, state, due time, book and user', async () => {
  const open = anOrder({ orderId: 'x', direction: 1, outcome: null, book: 'simulated', profit: '-250' })
  const answers = [
    page('consoleOrders', { state: 'open' }, { list: [anOrder(), open], next: null, total: 2_345 }),
  ]
  expect(await drawnScreen('/orders', { answers })).toBe(
    [
      'Orders | 2,345 orders in all | Save as CSV | [Filters] | State | ● | Open | Finished | All',
      'Outcome | ● | Any | Won | Lost | Tied | Void | Closed early | Coin | ● | Every coin | BTC | ETH',
      'SOL | TRX | XRP | DOGE | ADA | LINK | BNB | AVAX | LTC | DOT | UNI | NEAR | BCH | ATOM | Account',
      '● | Both | Real | Simulated | User number | «» | [Orders] | Number | Coin | Stake | Profit',
      'State | Due | Account | User | 1001 | [Up] | (up) | ▲ | BTC/USDT | 250.00 | USDT | +185.00',
      'USDT | (up) | Won | Nov 7, 2026 11:01:02 | Real | 0xA00000…00001a | 1001 | [Down] | (down) | ▼',
      'BTC/USDT | 250.00 | USDT | −250.00 | USDT | (plain) | Open | Nov 7, 2026 11:01:02 | Simulated',
      '0xA00000…00001a | [Orders] | 2 rows',
    ].join(' | '),
  )
})

test('filters of the address are asked for', async () => {
  expect(await askedAt('/orders')).toEqual(['/api/console/orders {"state":"open"} 2000'])
  expect(await askedAt('/orders?state=finished&outcome=won&book=real&coin=3&user=71')).toEqual([
    '/api/console/orders {"state":"finished","outcome":"won","of":"real","pid":3,"userId":71} 2000',
  ])
  expect(await askedAt('/orders?state=every&outcome=x&book=simulated&coin=12345&user=07')).toEqual([
    '/api/console/orders {"of":"simulated"} 2000',
  ])
})

test('each outcome has its word and its tone', async () => {
  const badges = [null, 'won', 'lost', 'tied', 'void', 'closed'] as const
  expect(
    await drawn(
      <>
        {badges.map((one) => (
          <OutcomeBadge key={one} outcome={one} />
        ))}
      </>,
    ),
  ).toBe(
    [
      '(plain) | Open | (up) | Won | (down) | Lost | (plain) | Tied | (caution) | Void | (brand)',
      'Closed early',
    ].join(' | '),
  )
})

test('the file of orders has their raw values', () => {
  const first = anOrder({ acceptedAt: 1_000, dueAt: 2_000 })
  expect(csvOf(ORDERS_CSV, [first, { ...first, direction: 1, outcome: null }])).toEqual([
    'order ; user ; address ; book ; pair ; direction ; stake ; currency ; accepted ; due ; outcome ; profit',
    '019a0000-0000-7000-8000-0000000000a1 ; 71 ; 0xA0000001000000000000000000000000a000001a ; real ; BTC/USDT ; up ; 250 ; USDT ; 1970-01-01T00:00:01.000Z ; 1970-01-01T00:00:02.000Z ; won ; 185',
    '019a0000-0000-7000-8000-0000000000a1 ; 71 ; 0xA0000001000000000000000000000000a000001a ; real ; BTC/USDT ; down ; 250 ; USDT ; 1970-01-01T00:00:01.000Z ; 1970-01-01T00:00:02.000Z ;  ; 185',
  ])
})
