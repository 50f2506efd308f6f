import { expect, test } from 'vitest'
import {
  anOperator,
  answer,
  askedAt,
  at,
  drawn,
  drawnScreen,
  publicAnswer,
} from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { csvOf } from '../../kit/csvOf.testing.ts'
import { aProduct } from './aProduct.testing.ts'
import { EnginePanel } from './EnginePanel.tsx'
import { LimitsDialog, limitsOf } from './LimitsDialog.tsx'
import { ProductDialog, productOf } from './ProductDialog.tsx'
import { DAYS_CSV, DaysPanel, TradesPanel, VenuesPanel } from './PublicPanels.tsx'

const LIMITS = { mostTrade: '11', leastProfit: '12', dayLoss: '13', openRests: 14 }
const ENGINE: Reply<'consoleEngine'> = {
  engine: { state: 'trading', why: null, lookedAt: at('11:59:50') },
  limits: LIMITS,
  today: '15',
  openRests: 16,
}
const DAY = {
  day: '2026-11-06',
  profit: '-21',
  carried: '-22',
  pool: '23',
  hosted: '24',
  paid: '25',
  seq: 26,
}
const VENUE = {
  venue: 3,
  name: 'Kraken',
  state: 'live' as const,
  fee: '0.05',
  holdings: [
    { coin: 'BTC', amount: '0.31' },
    { coin: 'USDT', amount: '32' },
  ],
}
const TRADE = {
  number: 41,
  at: at('08:00:01'),
  kind: 'trade' as const,
  coin: 'BTC',
  from: 'Kraken',
  to: 'Binance',
  amount: '0.42',
  bought: '43',
  sold: '44',
  profit: '45',
}
const list = [
  aProduct({ version: 3, isOpen: false, from: at('08:00:02') }),
  aProduct({ version: 2, dayYield: '0.0003', serviceCharge: '0.7' }),
  aProduct({ mid: 4, title: '30 days', version: 1, least: '200', most: '9000' }),
]
const answers = [
  answer('consoleEngine', {}, ENGINE),
  answer('consoleHostingProducts', {}, { list }),
  publicAnswer(
    'getProgramme',
    {},
    {
      engine: ENGINE.engine,
      today: '0',
      venues: [VENUE],
      days: [DAY, { ...DAY, day: 'x', seq: null }],
      products: [],
    },
  ),
  publicAnswer('getProgrammeTrades', { pageSize: 50 }, { list: [TRADE], total: 1 }),
]

test('the programme tells engine, limits, days, products, venues and trades', async () => {
  expect(await drawnScreen('/programme', { answers, operator: anOperator('treasurer') })).toBe(
    [
      'Arbitrage programme | Engine | (good) | Trading | Looked at the books | 10 sec',
      'Profit since the last close | +15.00 | USDT | Unfinished trades | 16 | Most in one trade | 11.00',
      'USDT | Least profit of a trade | 12.00 | USDT | Stops at a day’s loss of | 13.00 | USDT',
      'Unfinished trades that stop it | 14 | (wrong) | Stop the engine | Propose other limits',
      'Days, as the public sees them | Save as CSV | [Days, as the public sees them]',
      '[Days, as the public sees them] | Day | Profit | Carried | Hosted | Paid | Log entry',
      '2026-11-06 | −21.00 | USDT | −22.00 | 24.00 | 25.00 | 26 | x | −21.00 | USDT | −22.00 | 24.00',
      '25.00 | Not yet | Products',
      'A new version acts for new hosting orders; those that run keep their own. | [Products]',
      '[Products] | Product and version | State | Amounts | Most a day | Early exit | From | Change',
      '7 days · 3 | (wrong) | Closed | 100.00 | – | 5,000.00 | USDT | 0.04 % | 0.5 %',
      'Nov 7, 2026 08:00:02 | Change 7 days | 7 days · 2 | (plain) | Earlier version | 100.00 | –',
      '5,000.00 | USDT | 0.03 % | 0.7 % | From the beginning | 30 days · 1 | (good) | Open | 200.00 | –',
      '9,000.00 | USDT | 0.04 % | 0.5 % | From the beginning | Change 30 days | Venues | [Venues]',
      '[Venues] | Venue | State | Fee | Holds | Kraken | (good) | Live | 0.05 % | 0.31 | BTC | 32.00',
      'USDT | Newest trades and moves | [Newest trades and moves] | [Newest trades and moves] | No.',
      'Ended | Kind | Amount | Bought at | Sold at | Profit | 41 | Nov 7, 2026 08:00:01 | Trade | 0.42',
      'BTC | Kraken | Binance | +45.00 | USDT',
    ].join(' | '),
  )
  expect(await askedAt('/programme')).toEqual([
    '/api/console/engine {} 2000',
    '/api/console/hosting/products {} 5000',
    '/api/getProgramme {} 5000',
    '/api/getProgrammeTrades {"pageSize":50} 5000',
  ])
})

test('others read it alone', async () => {
  const text = await drawnScreen('/programme', { answers, operator: anOperator('viewer') })
  expect(text).not.toMatch(/Stop the engine|Start|Propose/)
})

test.each([
  ['trading', null, '(good) | '],
  ['waiting', null, '(plain) | '],
  ['stopped', 'operator', '(wrong) | '],
  ['stopped', 'open_rests', '(wrong) | '],
  ['stopped', 'day_loss', '(wrong) | '],
  ['stopped', 'not_running', '(wrong) | '],
  ['stopped', 'market_closed', '(wrong) | '],
] as const)('an engine that is %s by %s is told', async (state, why, tone) => {
  const data = { ...ENGINE, engine: { state, why, lookedAt: null } }
  const text = await drawn(<EnginePanel data={data} />, { operator: anOperator('treasurer') })
  expect(text).toContain(`Engine | ${tone}`)
  expect(text.includes('Let it trade')).toBe(why === 'operator')
  expect(text.includes('(wrong) | Stop the engine')).toBe(why !== 'operator')
})

test('venues, days and trades say their state, or that there are none', async () => {
  const states = ['live', 'stale', 'crossed', 'down'] as const
  const venues = states.map((state, venue) => ({ ...VENUE, venue, state, holdings: [] }))
  expect(await drawn(<VenuesPanel list={venues} />)).toBe(
    [
      'Venues | [Venues] | [Venues] | Venue | State | Fee | Holds | Kraken | (good) | Live | 0.05 %',
      'Kraken | (caution) | Stale | 0.05 % | Kraken | (caution) | Crossed books | 0.05 % | Kraken',
      '(caution) | Down | 0.05 %',
    ].join(' | '),
  )
  const kinds = ['trade', 'move', 'arrival'] as const
  const trades = kinds.map((kind, number) => ({ ...TRADE, number, kind }))
  expect(await drawn(<TradesPanel list={trades} />)).toBe(
    [
      'Newest trades and moves | [Newest trades and moves] | [Newest trades and moves] | No. | Ended',
      'Kind | Amount | Bought at | Sold at | Profit | 0 | Nov 7, 2026 08:00:01 | Trade | 0.42 | BTC',
      'Kraken | Binance | +45.00 | USDT | 1 | Nov 7, 2026 08:00:01 | Move | 0.42 | BTC | Kraken',
      'Binance | +45.00 | USDT | 2 | Nov 7, 2026 08:00:01 | Arrival | 0.42 | BTC | Kraken | Binance',
      '+45.00 | USDT',
    ].join(' | '),
  )
  const none = [
    <VenuesPanel key="1" list={[]} />,
    <DaysPanel key="2" list={[]} />,
    <TradesPanel key="3" list={[]} />,
  ]
  expect(await drawn(<>{none}</>)).toBe(
    [
      'Venues | No venue is connected. | Days, as the public sees them | off | Save as CSV',
      'No day is closed yet. | Newest trades and moves | No trade yet.',
    ].join(' | '),
  )
})

test('the file of days has their raw values', () => {
  expect(csvOf(DAYS_CSV, [DAY, { ...DAY, seq: null }])).toEqual([
    'day ; profit ; carried ; pool ; hosted ; paid ; log entry',
    '2026-11-06 ; -21 ; -22 ; 23 ; 24 ; 25 ; 26',
    '2026-11-06 ; -21 ; -22 ; 23 ; 24 ; 25 ; ',
  ])
})

test('the dialogs begin with the limits and the version in force', async () => {
  expect(await drawn(<LimitsDialog open onClose={() => {}} limits={LIMITS} />)).toBe(
    [
      'Propose other limits | [Close] | Most in one trade | «11» | USDT | Least profit of a trade',
      '«12» | USDT | Stops at a day’s loss of | «13» | USDT | Unfinished trades that stop it | «14»',
      'Reason | ≤ 500 | Everybody at the desk reads it in the log.',
      'A second operator must approve it within an hour. | off | Ask for approval',
    ].join(' | '),
  )
  expect(await drawn(<ProductDialog open onClose={() => {}} from={aProduct()} />)).toBe(
    [
      'Change 7 days | [Close] | Least to host | «100» | USDT | Most to host | «5000» | USDT',
      'Most that a day yields | «0.04» | % | Fee of an early exit | «0.5» | % | Open for new orders | ☑',
      'Reason | ≤ 500 | Everybody at the desk reads it in the log.',
      'A second operator must approve it within an hour. | off | Ask for approval',
    ].join(' | '),
  )
})

test('limits are asked for as typed, beside those in force', () => {
  expect(limitsOf({}, LIMITS)).toEqual({ ...LIMITS, before: LIMITS })
  const typed = { mostTrade: '1', leastProfit: '2', dayLoss: '3', openRests: '4' }
  expect(limitsOf(typed, LIMITS)).toEqual({ ...typed, openRests: 4, before: LIMITS })
  for (const name of ['mostTrade', 'leastProfit', 'dayLoss', 'openRests'])
    expect(limitsOf({ [name]: '' }, LIMITS)).toBeNull()
})

test('a product’s next version has its terms in millionths', () => {
  const form = { least: '100', most: '5000', upper: '0.04', fee: '0.5', isOpen: false }
  expect(productOf(aProduct(), form)).toEqual({
    mid: 3,
    after: 2,
    days: 7,
    least: '100',
    most: '5000',
    upperPpm: 400,
    exitFeePpm: 5_000,
    isOpen: false,
  })
  for (const name of ['least', 'most', 'upper', 'fee'])
    expect(productOf(aProduct(), { ...form, [name]: '' })).toBeNull()
})
