import type { Overview } from '@tickmark/wire/routes/operators/overview'
import { expect, test } from 'vitest'
import { answer, askedAt, at, drawn, drawnScreen } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import { Cover } from './Cover.tsx'
import { Exposure } from './Exposure.tsx'
import { HouseState } from './HouseState.tsx'
import { PlacedOrders } from './PlacedOrders.tsx'
import { QueueList } from './QueueList.tsx'

const OVERVIEW: Overview = {
  feed: { state: 'LIVE', tickAt: at('11:59:59'), tickAgeMs: 7, isPaused: false },
  log: {
    origin: 'tickmark',
    size: 12_345,
    at: at('11:59:58'),
    failure: null,
    witnessed: { size: 12_340, at: at('11:59:00'), signatures: 2 },
    witnesses: [
      { name: 'Oslo', size: 12_341, trouble: null },
      { name: 'Lima', size: 12_300, trouble: 'it answers nothing' },
      { name: 'Rome', size: null, trouble: null },
    ],
  },
  auditor: { last: { at: at('11:55:00'), tookMs: 900, findings: 0 } },
  signer: { trouble: null },
  chains: [
    { id: 1, name: 'Ethereum', haltedBecause: null, head: 19_000_001 },
    { id: 2, name: 'Tron', haltedBecause: 'nodes_disagree', head: 5 },
    { id: 3, name: 'Base', haltedBecause: 'unheard of', head: 6 },
    { id: 4, name: 'Solana', haltedBecause: null, head: null },
  ],
  engine: { state: 'trading', why: null, lookedAt: at('11:59:57') },
  bankroll: [],
  orders: { open: 1_234, lastMinute: 77, lastSecond: 3 },
  loans: { running: 21, dueSoon: 4, late: 0, outstanding: '98765.4' },
}
const EXPOSURE: Reply<'consoleExposure'> = {
  asOf: at('11:59:59'),
  rows: [
    {
      pid: 1,
      pair: 'BTC/USDT',
      book: 'real',
      currency: 'USDT',
      direction: 0,
      withinMs: 60_000,
      orders: 2,
      stake: '10',
      profit: '20',
      value: '1500',
    },
  ],
  house: [{ book: 'real', currency: 'USDT', atRisk: '250', most: '1000', bankroll: '9000' }],
  placed: { from: at('11:58:59'), counts: [1_000, 4, 2] },
}
const QUEUES: Reply<'consoleQueues'> = {
  asOf: at('11:59:59'),
  queues: [
    { name: 'withdrawals', waiting: 9, oldestAt: at('11:51:00') },
    { name: 'withdrawalsStuck', waiting: 8, oldestAt: at('11:52:00') },
    { name: 'withdrawalsOverdue', waiting: 7, oldestAt: at('11:53:00') },
    { name: 'securityHolds', waiting: 6, oldestAt: at('11:54:00') },
    { name: 'haltedChains', waiting: 5, oldestAt: at('11:55:00') },
    { name: 'loans', waiting: 4, oldestAt: at('11:56:00') },
    { name: 'lateLoans', waiting: 3, oldestAt: at('11:57:00') },
    { name: 'chats', waiting: 1, oldestAt: null },
    { name: 'proposals', waiting: 0, oldestAt: null },
  ],
}

test('the overview tells queues, orders, cover, exposure and the state of every part', async () => {
  const answers = [
    answer('consoleOverview', {}, { asOf: 0, ...OVERVIEW }),
    answer('consoleExposure', {}, EXPOSURE),
    answer('consoleQueues', {}, QUEUES),
  ]
  expect(await drawnScreen('/', { answers })).toBe(
    [
      'Overview | Orders | open | 1,234 | placed in the last minute | 1,006 | in the last second | 2',
      'in the busiest second | 1,000',
      '[Orders placed in each of the last 60 seconds: 1,006 in all, at most 1,000 in one.]',
      'Bankroll cover | USDT · real | 9,000.00 | USDT | [Share of the most allowed, USDT, real] | 25 %',
      'At risk | 250.00 | of at most | 1,000.00 | What real orders may win, in USDT',
      '[What real orders may win, in USDT] | Coin | Up and down | ≤ 1 min | ≤ 5 min | ≤ 15 min | ≤ 1 hr',
      '≤ 4 hr | ≤ 1 day | ≤ 7 days | BTC/USDT | (up) | ▲ 1,500 | (down) | ▼ – | 1,500 | – | – | – | –',
      '– | – | Waiting | → /withdrawals | Withdrawals to review | 9 | · | 9 min',
      '→ /withdrawals?view=stuck | Withdrawals that are stuck | 8 | · | 8 min',
      '→ /withdrawals?view=overdue | Withdrawals that are overdue | 7 | · | 7 min',
      '→ /withdrawals/holds | Security holds | 6 | · | 6 min | → /chains | Halted networks | 5 | ·',
      '5 min | → /loans | Loan applications | 4 | · | 4 min | → /loans?view=lent | Late loans | 3 | ·',
      '3 min | → /support | Conversations | 1 | Price feed | (good) | Live | Last price | 1 sec',
      'New orders | accepted | Public log | (good) | works | Newest head | 12,345 entries | Signed',
      '2 sec | Seen by witnesses | 12,340 entries | Oslo | 12,341 entries | Lima | (wrong)',
      'it answers nothing | Rome | never yet | Parts of the house | Auditor | 0 findings | 5 min',
      'Signer | works | Ethereum | block 19000001 | Tron | (wrong) | Nodes disagree | Base | (wrong)',
      'unheard of | Solana | block – | Arbitrage engine | (good) | Trading | Loans | Running | 21',
      'Outstanding | 98,765.40 | USDT | Due within 24 hours | 4 | Late | 0',
    ].join(' | '),
  )
})

test('the overview asks for all of it every two seconds', async () => {
  expect(await askedAt('/')).toEqual([
    '/api/console/overview {} 2000',
    '/api/console/exposure {} 2000',
    '/api/console/queues {} 2000',
  ])
})

test('orders are counted while the overview is not known yet', async () => {
  const { placed } = EXPOSURE
  expect(await drawn(<PlacedOrders placed={placed} open={undefined} />)).toBe(
    [
      'Orders | placed in the last minute | 1,006 | in the last second | 2 | in the busiest second',
      '1,000 | [Orders placed in each of the last 60 seconds: 1,006 in all, at most 1,000 in one.]',
    ].join(' | '),
  )
  expect(await drawn(<PlacedOrders placed={{ from: 0, counts: [] }} open={0} />)).toBe(
    [
      'Orders | open | 0 | placed in the last minute | 0 | in the last second | 0',
      'in the busiest second | 0',
      '[Orders placed in each of the last 60 seconds: 0 in all, at most 0 in one.]',
    ].join(' | '),
  )
})

test('no queue, no cover and no exposure are told', async () => {
  const none = answer(
    'consoleQueues',
    {},
    { asOf: 0, queues: [{ name: 'chats', waiting: 0, oldestAt: null }] },
  )
  expect(await drawn(<QueueList />, { answers: [none] })).toBe('Waiting | Nothing waits for an operator.')
  expect(await drawn(<Cover house={[]} />)).toBe('Bankroll cover | Nothing is at risk')
  expect(await drawn(<Exposure rows={[]} />)).toBe(
    [
      'What real orders may win, in USDT | No open orders in the real book',
      'What they may win is shown here by coin and by when they are due.',
    ].join(' | '),
  )
})

test.each<[most: string | null, atRisk: string, told: string]>([
  ['1000', '0', '0 % | At risk | 0.00 | of at most | 1,000.00'],
  ['1000', '333.34', '33 % | At risk | 333.34 | of at most | 1,000.00'],
  ['0', '5', '0 % | At risk | 5.00 | of at most | 0.00'],
  [null, '5', '0 % | At risk | 5.00'],
])('of at most %s, %s at risk is told as %s', async (most, atRisk, told) => {
  const one = { book: 'simulated' as const, currency: 'BTC', atRisk, most, bankroll: '7' }
  expect(await drawn(<Cover house={[one]} />)).toContain(told)
})

test.each([
  ['0', '0'],
  [null, '0'],
])('a book without a limit and without a risk is left out (%s, %s)', async (most, atRisk) => {
  const one = { book: 'real' as const, currency: 'BTC', atRisk, most, bankroll: '7' }
  expect(await drawn(<Cover house={[one]} />)).not.toContain('BTC')
})

test('exposure is told by direction and due time, and none of it as a dash', async () => {
  const [row] = EXPOSURE.rows
  if (row === undefined) throw new Error('there is a row')
  const rows = [
    row,
    { ...row, direction: 1, withinMs: 604_800_000, value: '20.5' },
    { ...row, pair: 'ETH/USDT', withinMs: 3_600_000, value: '7' },
  ]
  expect(await drawn(<Exposure rows={rows} />)).toBe(
    [
      'What real orders may win, in USDT | [What real orders may win, in USDT] | Coin | Up and down',
      '≤ 1 min | ≤ 5 min | ≤ 15 min | ≤ 1 hr | ≤ 4 hr | ≤ 1 day | ≤ 7 days | BTC/USDT | (up) | ▲ 1,500',
      '(down) | ▼ 20 | 1,500 | – | – | – | – | – | 20 | ETH/USDT | (up) | ▲ 7 | (down) | ▼ – | – | –',
      '– | 7 | – | – | –',
    ].join(' | '),
  )
})

const house = (given: Partial<Overview>) => drawn(<HouseState overview={{ ...OVERVIEW, ...given }} />)

test.each([
  ['LIVE', '(good) | Live'],
  ['DEGRADED', '(caution) | Degraded'],
  ['STALE', '(wrong) | Stale'],
  ['HALTED', '(wrong) | Halted'],
  ['PAUSED', '(caution) | Paused'],
] as const)('the feed in state %s is told as %s', async (state, told) => {
  expect(await house({ feed: { ...OVERVIEW.feed, state } })).toContain(`Price feed | ${told}`)
})

test.each([
  ['trading', '(good) | '],
  ['waiting', '(caution) | '],
  ['stopped', '(wrong) | '],
] as const)('the engine in state %s is told as %s', async (state, told) => {
  expect(await house({ engine: { state, why: null, lookedAt: null } })).toContain(
    `Arbitrage engine | ${told}`,
  )
})

test('the overview names unknown, failed and late parts', async () => {
  expect(
    await house({
      feed: { state: 'STALE', tickAt: null, tickAgeMs: null, isPaused: true },
      log: { ...OVERVIEW.log, at: null, failure: 'disk full', witnessed: null, witnesses: [] },
      auditor: { last: null },
      signer: { trouble: 'no key' },
      chains: [],
      engine: null,
      loans: { running: 1, dueSoon: 2, late: 3, outstanding: '4' },
    }),
  ).toBe(
    [
      'Price feed | (wrong) | Stale | New orders | paused | Public log | (wrong) | disk full',
      'Newest head | 12,345 entries | Seen by witnesses | never yet | Parts of the house | Auditor',
      'never yet | Signer | (wrong) | no key | Loans | Running | 1 | Outstanding | 4.00 | USDT',
      'Due within 24 hours | 2 | Late | (wrong) | 3',
    ].join(' | '),
  )
  const audited = { last: { at: at('11:00:00'), tookMs: 1, findings: 2 } }
  expect(await house({ auditor: audited, signer: null })).toBe(
    [
      'Price feed | (good) | Live | Last price | 1 sec | New orders | accepted | Public log | (good)',
      'works | Newest head | 12,345 entries | Signed | 2 sec | Seen by witnesses | 12,340 entries',
      'Oslo | 12,341 entries | Lima | (wrong) | it answers nothing | Rome | never yet',
      'Parts of the house | Auditor | (wrong) | 2 findings | 1 hr | Ethereum | block 19000001 | Tron',
      '(wrong) | Nodes disagree | Base | (wrong) | unheard of | Solana | block – | Arbitrage engine',
      '(good) | Trading | Loans | Running | 21 | Outstanding | 98,765.40 | USDT | Due within 24 hours',
      '4 | Late | 0',
    ].join(' | '),
  )
})
