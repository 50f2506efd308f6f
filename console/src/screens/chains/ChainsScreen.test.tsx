import { HALT_REASONS } from '@tickmark/wire/routes/operators/chains'
import { expect, test } from 'vitest'
import { anOperator, answer, askedAt, at, drawnScreen, page } from '../../app/drawn.testing.tsx'
import type { Reply } from '../../api/api.ts'
import type { RowOf } from '../../api/useConsolePages.ts'
import { csvOf } from '../../kit/csvOf.testing.ts'
import { DEPOSITS_CSV } from './DepositsScreen.tsx'

type Chain = Reply<'consoleChains'>['list'][number]

const CHAIN: Chain = {
  id: 5,
  name: 'Ethereum',
  halted: null,
  stop: null,
  head: 19_000_001,
  lag: 2,
  confirmations: 12,
  hot: '0xA0000001000000000000000000000000a000001a',
  hotHolds: [{ currency: 'USDT', amount: '11' }],
  depositsHold: [
    { currency: 'USDT', amount: '12' },
    { currency: 'ETH', amount: '1.3' },
  ],
  unconfirmed: 4,
}
const chains = (...list: Chain[]) => answer('consoleChains', {}, { list })

test('networks tell whether they work, their blocks, and what our addresses hold', async () => {
  const young = {
    ...CHAIN,
    id: 6,
    name: 'Tron',
    head: null,
    lag: null,
    hot: null,
    hotHolds: [],
    depositsHold: [],
  }
  expect(await drawnScreen('/chains', { answers: [chains(CHAIN, young)] })).toBe(
    [
      'Networks | → /deposits | Deposits | Ethereum | (good) | Works | Newest block | 19000001',
      'Blocks behind | 2 | Confirmations | 12 | Deposits that wait | 4 | Paying address',
      '0xA00000…00001a | It holds | 11.00 | USDT | Deposit addresses hold | 12.00 | USDT | 1.30 | ETH',
      'Tron | (good) | Works | Confirmations | 12 | Deposits that wait | 4 | It holds | –',
      'Deposit addresses hold | –',
    ].join(' | '),
  )
  expect(await drawnScreen('/chains', { answers: [chains()] })).toBe(
    'Networks | → /deposits | Deposits | No network is served.',
  )
  expect(await askedAt('/chains')).toEqual(['/api/console/chains {} 2000'])
})

test('a halt tells its cause and time, and those who may ask to resume', async () => {
  const stopped = {
    ...CHAIN,
    halted: 'starting' as const,
    stop: { because: 'reorganised', at: at('08:00:01') },
  }
  const screen = (operator: ReturnType<typeof anOperator>, chain: Chain = stopped) =>
    drawnScreen('/chains', { answers: [chains(chain)], operator })
  expect(await screen(anOperator('treasurer'))).toBe(
    [
      'Networks | → /deposits | Deposits | Ethereum | (wrong) | Starting | Halted: blocks were replaced',
      '· | Nov 7, 2026 08:00:01 | Propose to resume Ethereum | Newest block | 19000001 | Blocks behind',
      '2 | Confirmations | 12 | Deposits that wait | 4 | Paying address | 0xA00000…00001a | It holds',
      '11.00 | USDT | Deposit addresses hold | 12.00 | USDT | 1.30 | ETH',
    ].join(' | '),
  )
  expect(await screen(anOperator('reviewer'))).not.toContain('Propose to resume')
  expect(await screen(anOperator('viewer'), { ...stopped, stop: { because: 'unheard', at: 1 } })).toContain(
    'unheard',
  )
})

test('each cause of a halt has its words', async () => {
  const list = HALT_REASONS.map((halted, id) => ({ ...CHAIN, id, halted }))
  const text = await drawnScreen('/chains', { answers: [chains(...list)] })
  expect(text.match(/(?<=\(wrong\) \| )[^|]*/g)?.map((one) => one.trim())).toEqual([
    'Starting',
    'No process reads it',
    'Read by another process',
    'Node unreachable',
    'Nodes disagree',
    'Another chain',
    'Halted: blocks were replaced',
  ])
})

const DEPOSIT: RowOf<'consoleDeposits'> = {
  id: 'd1',
  userId: 71,
  network: 'Ethereum',
  currency: 'USDT',
  amount: '11',
  posted: '10.9',
  address: '0xA0000001000000000000000000000000a000001a',
  txid: '0xB0000001000000000000000000000000b000001b',
  block: 1,
  confirmations: 5,
  needed: 12,
  state: 'seen',
  seenAt: at('08:00:01'),
  creditedAt: null,
}
const HOUSE = {
  ...DEPOSIT,
  id: 'd2',
  userId: null,
  posted: null,
  confirmations: 13,
  state: 'credited' as const,
}
const LOST = { ...DEPOSIT, id: 'd3', state: 'lost' as const }
const ORPHAN = { ...DEPOSIT, id: 'd4', state: 'orphaned' as const }

test('deposits tell when they were seen, sum, state, confirmations, user and address', async () => {
  const list = [DEPOSIT, HOUSE, LOST, ORPHAN]
  const answers = [chains(CHAIN), page('consoleDeposits', {}, { list, next: null })]
  expect(await drawnScreen('/deposits', { answers })).toBe(
    [
      '→ /chains | Networks | Deposits | Save as CSV | [Filters] | State | ● | Every state',
      'Waits for confirmations | Credited | Its block is gone | Lost after its credit | Network | ●',
      'Every network | Ethereum | Address or transaction begins with | «» | [Deposits] | Seen | Amount',
      'State | Confirmations | Network | User | Address | Transaction | Nov 7, 2026 08:00:01 | 11.00',
      'USDT | (caution) | Waits for confirmations | 5 of 12 | Ethereum | 71 | 0xA00000…00001a',
      '0xB00000…00001b | Nov 7, 2026 08:00:01 | 11.00 | USDT | (good) | Credited | 12 of 12 | Ethereum',
      'House | 0xA00000…00001a | 0xB00000…00001b | Nov 7, 2026 08:00:01 | 11.00 | USDT | (wrong)',
      'Lost after its credit | 5 of 12 | Ethereum | 71 | 0xA00000…00001a | 0xB00000…00001b',
      'Nov 7, 2026 08:00:01 | 11.00 | USDT | (plain) | Its block is gone | 5 of 12 | Ethereum | 71',
      '0xA00000…00001a | 0xB00000…00001b | [Deposits] | 4 rows',
    ].join(' | '),
  )
  const none = page('consoleDeposits', {}, { list: [], next: null })
  expect(await drawnScreen('/deposits', { answers: [none] })).toMatch(/No deposits[^|]*\|[^|]*$/)
})

test('filters of the address are asked for', async () => {
  expect(await askedAt('/deposits')).toEqual([
    '/api/console/chains {} false',
    '/api/console/deposits {} 5000',
  ])
  expect(await askedAt('/deposits?state=lost&chain=5&begins=0xb')).toEqual([
    '/api/console/chains {} false',
    '/api/console/deposits {"state":"lost","chain":5,"begins":"0xb"} 5000',
  ])
  expect(await askedAt('/deposits?state=x')).toEqual(await askedAt('/deposits'))
})

test('the file of deposits has their raw values', () => {
  expect(
    csvOf(
      DEPOSITS_CSV,
      [DEPOSIT, HOUSE].map((one) => ({ ...one, seenAt: 1_000 })),
    ),
  ).toEqual([
    'id ; seen ; user ; amount ; credited ; currency ; network ; state ; address ; transaction',
    'd1 ; 1970-01-01T00:00:01.000Z ; 71 ; 11 ; 10.9 ; USDT ; Ethereum ; seen ; 0xA0000001000000000000000000000000a000001a ; 0xB0000001000000000000000000000000b000001b',
    'd2 ; 1970-01-01T00:00:01.000Z ; house ; 11 ;  ; USDT ; Ethereum ; credited ; 0xA0000001000000000000000000000000a000001a ; 0xB0000001000000000000000000000000b000001b',
  ])
})
