import { expect, test } from 'vitest'
import { answeredPages, asUser, drawn, drawnLinks } from '../../app/drawn.testing.tsx'
import { StatementChoice } from './StatementChoice.tsx'
import { StatementLines } from './StatementLines.tsx'
import { StatementRow } from './StatementRow.tsx'
import type { StatementLine } from './statementFile.ts'
import { statementQueryOf } from './statementQuery.ts'

const AT = new Date(2026, 10, 7, 21, 4, 9).getTime()
const ORDER = '019a0000-0000-7000-8000-000000000001'

const line = (given: Partial<StatementLine> = {}): StatementLine => ({
  at: AT,
  cause: 'settlement',
  amount: '435',
  balance: '1085.25',
  counter: 'escrow',
  ref: '019a0000-0000-7000-8000-0000000000c1',
  orderId: ORDER,
  order: { pair: 'BTC/USDT', direction: 0, outcome: 'won' },
  ...given,
})
const plain = (cause: StatementLine['cause'], counter: StatementLine['counter'] = 'external') =>
  line({ cause, counter, orderId: null, order: null, amount: '-12.5', balance: '7' })

test('a line tells its cause, order, time, other account, amount and balance', async () => {
  expect(await drawn(<StatementRow line={line()} />)).toBe(
    [
      'Order settled: Won | BTC/USDT | Up | · | Nov 7, 2026, 21:04 | · Escrow of orders | +435.00',
      'Balance 1,085.25',
    ].join(' | '),
  )
  const running = line({
    cause: 'order',
    order: { pair: 'ETH/USDT', direction: 1, outcome: null },
    amount: '-250',
  })
  expect(await drawn(<StatementRow line={running} />)).toBe(
    [
      'Order placed | ETH/USDT | Down | · | Nov 7, 2026, 21:04 | · Escrow of orders | −250.00',
      'Balance 1,085.25',
    ].join(' | '),
  )
  expect(await drawn(<StatementRow line={plain('withdrawal', 'hold')} />)).toBe(
    'Withdrawal | Nov 7, 2026, 21:04 | · Being sent | −12.50 | Balance 7.00',
  )
  const back = { ...plain('payout', 'hold'), amount: '0.0006' }
  expect(await drawn(<StatementRow line={back} />)).toContain('Returned from withdrawal | ')
  expect(await drawn(<StatementRow line={plain('payout', 'available')} />)).toContain(
    'Returned from withdrawal | ',
  )
  expect(await drawn(<StatementRow line={plain('payout', 'external')} />)).toContain('Withdrawal paid out | ')
})

test.each<[StatementLine, string[]]>([
  [line(), [`/receipt/${ORDER}`]],
  [plain('deposit'), ['/record?type=0']],
  [plain('withdrawal'), ['/record?type=1']],
  [plain('payout'), ['/record?type=1']],
  [plain('swap'), ['/record?type=2']],
  [plain('loan'), ['/detail']],
  [plain('repayment'), ['/detail']],
  [plain('hosting'), ['/arbitrageRecord']],
  [plain('release'), ['/arbitrageRecord']],
  [plain('yield'), ['/arbitrageRecord']],
  [plain('grant'), []],
  [plain('reset'), []],
])('a line leads to its details: $cause', async (given, links) => {
  expect(await drawnLinks(<StatementRow line={given} />)).toEqual(links)
})

test('a statement tells both balances, and at its end whether it adds up', async () => {
  asUser(0)
  const asked = statementQueryOf('?currency=USDT&from=2026-11-01&to=2026-11-07', AT)
  const key = { currencyId: 1, kind: 'available', from: asked.fromMs, to: asked.toMs } as const
  const part = { opening: '650.25', closing: '1085.25', lines: [line()], next: null }
  answeredPages('getStatement', key, [{ ...part, lines: [], closing: '650.25' }])
  expect(await drawn(<StatementLines asked={asked} />)).toBe(
    [
      'Opening balance | 650.25 USDT | Closing balance | 650.25 USDT | No movements',
      'Nothing moved this balance in these days.',
    ].join(' | '),
  )
  answeredPages('getStatement', key, [part])
  expect(await drawn(<StatementLines asked={asked} />)).toBe(
    [
      'Opening balance | 650.25 USDT | Closing balance | 1,085.25 USDT | Movements | Order settled: Won',
      'BTC/USDT | Up | · | Nov 7, 2026, 21:04 | · Escrow of orders | +435.00 | Balance 1,085.25',
      'End of list | It adds up',
      'Every line leads from one balance to the next. Checked on this device.',
    ].join(' | '),
  )
  answeredPages('getStatement', key, [{ ...part, closing: '1085.26' }])
  expect(await drawn(<StatementLines asked={asked} />)).toBe(
    [
      'Opening balance | 650.25 USDT | Closing balance | 1,085.26 USDT | Movements | Order settled: Won',
      'BTC/USDT | Up | · | Nov 7, 2026, 21:04 | · Escrow of orders | +435.00 | Balance 1,085.25',
      'End of list | It does not add up',
      'A line does not lead to the balance beside it. Keep the file and ask for an explanation.',
    ].join(' | '),
  )
  answeredPages('getStatement', key, [{ ...part, closing: '1085.26', next: 'more' }])
  expect(await drawn(<StatementLines asked={asked} />)).not.toMatch(/add/)
})

test('the choice tells currency, balance and days', async () => {
  const choice = (search: string) => drawn(<StatementChoice asked={statementQueryOf(search, AT)} />)
  asUser(0)
  expect(await choice('?currency=BTC&kind=hold&days=30')).toBe(
    [
      'Currency | USDT · Tether | USDC · USD Coin | ETH · Ethereum | (chosen) | BTC · Bitcoin',
      'TRX · Tron | BNB · BNB | SOL · Solana | Balance | Available | (chosen) | Being sent | Hosted | Days',
      'Today | 7 days | (chosen) | 30 days | Custom',
    ].join(' | '),
  )
  expect(await choice('?from=2026-11-01&to=2026-11-05')).toBe(
    [
      'Currency | (chosen) | USDT · Tether | USDC · USD Coin | ETH · Ethereum | BTC · Bitcoin',
      'TRX · Tron | BNB · BNB | SOL · Solana | Balance | (chosen) | Available | Being sent | Hosted | Days',
      'Today | 7 days | 30 days | (chosen) | Custom | From | 2026-11-01 | To, included | 2026-11-05',
    ].join(' | '),
  )
  asUser(1)
  expect(await choice('')).toBe(
    [
      'Currency | (chosen) | USDT · Tether | USDC · USD Coin | ETH · Ethereum | BTC · Bitcoin',
      'TRX · Tron | BNB · BNB | SOL · Solana | Balance | (chosen) | Available | Hosted | Days',
      'Today | (chosen) | 7 days | 30 days | Custom',
    ].join(' | '),
  )
})
