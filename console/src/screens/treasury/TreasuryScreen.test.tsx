import { expect, test } from 'vitest'
import { anOperator, answer, askedAt, drawn, drawnScreen, publicAnswer } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { csvText } from '../../format/csv.ts'
import { ExposurePanel } from './ExposurePanel.tsx'
import { FundDialog, fundOf } from './FundDialog.tsx'
import { ACCOUNTS_CSV } from './TreasuryScreen.tsx'

const usdt = { currencyId: 1, currency: 'USDT' }
const btc = { currencyId: 4, currency: 'BTC' }
const DATA: Reply<'consoleTreasury'> = {
  accounts: [
    { book: 'simulated', ...usdt, kind: 'inventory', amount: '1' },
    { book: 'real', ...usdt, kind: 'inventory', amount: '2000.5' },
    { book: 'real', ...usdt, kind: 'bankroll', amount: '3000' },
    { book: 'real', ...btc, kind: 'fees', amount: '0.25' },
    { book: 'real', ...usdt, kind: 'venue3', amount: '70' },
    { book: 'real', ...usdt, kind: 'unheard', amount: '80' },
  ],
  owed: [{ ...usdt, available: '11', hold: '12', hosted: '13', escrow: '14', total: '50' }],
  held: [{ network: 'Ethereum', ...usdt, hot: '21', deposits: '22' }],
  cover: [
    { ...usdt, books: '31', venues: '32', chain: '33', over: '2' },
    { ...btc, books: '36', venues: '37', chain: '35', over: '-1' },
  ],
  exposure: [{ ...usdt, mayWin: '41', most: '82', bankroll: '43' }],
}
const answers = [
  answer('consoleTreasury', {}, DATA),
  publicAnswer(
    'getProgramme',
    {},
    {
      engine: { state: 'trading', why: null, lookedAt: null },
      today: '0',
      venues: [{ venue: 3, name: 'Kraken', state: 'live', fee: '0.1', holdings: [] }],
      days: [],
      products: [],
    },
  ),
]

test('the house’s money is told account by account', async () => {
  expect(await drawnScreen('/treasury', { answers, operator: anOperator('treasurer') })).toBe(
    [
      'Treasury | Propose to move house money',
      'No operator pays house money out here: the signer pays only what a user signed. House money leaves by the house’s own keys, outside this program.',
      'Cover | What the chains hold against what the books owe. Below zero is a finding of the audit.',
      '[Cover] | [Cover] | Currency | Owed | On chains | At venues | Surplus | USDT | 31.00 | 33.00',
      '32.00 | +2.00 | BTC | 36.00 | 35.00 | 37.00 | (wrong) | −1.00 | What open orders may win | 41.00',
      'USDT | at most | 82.00 | · Bankroll | 43.00 | [What open orders may win] | 50 % | Owed to users',
      '[Owed to users] | [Owed to users] | Currency | Available | In withdrawals | Hosted',
      'In open orders | Total | USDT | 11.00 | 12.00 | 13.00 | 14.00 | 50.00 | Held on chains',
      '[Held on chains] | [Held on chains] | Network | Currency | Paying address | Deposit addresses',
      'Ethereum | USDT | 21.00 | 22.00 | The house’s accounts | Save as CSV | [The house’s accounts]',
      '[The house’s accounts] | Account | Book | Amount | Inventory of swaps | Simulated | 1.00 | USDT',
      'Inventory of swaps | Real | 2,000.50 | USDT | Bankroll | Real | 3,000.00 | USDT | Fees | Real',
      '0.25 | BTC | At Kraken | Real | 70.00 | USDT | unheard | Real | 80.00 | USDT',
    ].join(' | '),
  )
})

test('the treasury is asked for every five seconds; only treasurers may move money', async () => {
  expect(await askedAt('/treasury', { answers })).toEqual([
    '/api/console/treasury {} 5000',
    '/api/getProgramme {} false',
  ])
  expect(await drawnScreen('/treasury', { answers, operator: anOperator('viewer') })).not.toContain('Propose')
  expect(await drawnScreen('/treasury', { operator: anOperator('treasurer') })).toContain(
    'off | Propose to move',
  )
})

test('an empty treasury says so', async () => {
  const none = { accounts: [], owed: [], held: [], cover: [], exposure: [] }
  expect(await drawnScreen('/treasury', { answers: [answer('consoleTreasury', {}, none)] })).toBe(
    [
      'Treasury',
      'No operator pays house money out here: the signer pays only what a user signed. House money leaves by the house’s own keys, outside this program.',
      'Cover | What the chains hold against what the books owe. Below zero is a finding of the audit.',
      'Nothing yet. | What open orders may win | Nothing yet. | Owed to users | Nothing yet.',
      'Held on chains | Nothing yet. | The house’s accounts | off | Save as CSV | Nothing yet.',
    ].join(' | '),
  )
})

test.each([
  ['0', '10', 0],
  ['1', '3', 33],
  ['9.96', '10', 100],
  ['30', '10', 100],
  ['1', '0', 0],
  ['x', '10', 0],
])('orders that may win %s of at most %s fill %i percent', async (mayWin, most, percent) => {
  const data = { exposure: [{ ...usdt, mayWin, most, bankroll: '1' }] }
  expect(await drawn(<ExposurePanel data={data} />)).toContain(`| ${percent} %`)
})

test('the file of accounts has their raw values', () => {
  const rows = DATA.accounts.slice(1, 2).map((one) => ACCOUNTS_CSV.map(({ of }) => of(one)))
  expect(
    csvText(
      ACCOUNTS_CSV.map(({ head }) => head),
      rows,
    ),
  ).toBe('\uFEFFbook,account,currency,amount\r\nreal,inventory,USDT,2000.5\r\n')
})

test('the dialog begins with inventory to bankroll, and tells what the source holds', async () => {
  expect(await drawn(<FundDialog open onClose={() => {}} data={DATA} />)).toBe(
    [
      'Propose to move house money | [Close] | Currency | ● | USDT | BTC | From | ●',
      'Inventory of swaps | Bankroll | Lending pool | Fees | To | Inventory of swaps | ● | Bankroll',
      'Lending pool | Amount | «» | USDT | It holds | 2,000.50 | USDT | Reason | ≤ 500',
      'Everybody at the desk reads it in the log. | A second operator must approve it within an hour.',
      'off | Ask for approval',
    ].join(' | '),
  )
})

test.each([
  ['inventory', 'bankroll', 'USDT', '5', { currencyId: 1, from: 'inventory', to: 'bankroll', amount: '5' }],
  ['fees', 'lending', 'BTC', '0.1', { currencyId: 4, from: 'fees', to: 'lending', amount: '0.1' }],
  ['inventory', 'bankroll', 'BTC', '5', null],
  ['lending', 'bankroll', 'USDT', '5', null],
  ['inventory', 'bankroll', 'USDT', '', null],
  ['inventory', 'bankroll', 'USDT', '0', null],
] as const)('from %s to %s, %s %j proposes %j', (from, to, currency, amount, payload) => {
  expect(fundOf(DATA.accounts, { from, to, currency, amount })).toEqual(payload)
})
