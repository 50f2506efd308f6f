import { PRESENT_RULES } from '../orders/presentRules.ts'
import type { LogEntry } from './log.ts'

const H = 'ab'.repeat(32)
const DAY = '2026-11-21'
const place = { seq: 5, at: 1_795_219_200_000 }
const list = { ...place, count: 2, first: 7, last: 8, root: H }

/** An honest entry of each kind. */
export const ENTRY_OF = {
  keys: { kind: 'keys', ...place, origin: 'log.example/tm', log: H, receipts: H, signature: H + H },
  day: { kind: 'day', ...place, day: DAY, commit: H },
  tickets: { kind: 'tickets', ...list, model: 2 },
  receipts: { kind: 'receipts', ...list, model: 2 },
  refusals: { kind: 'refusals', ...list },
  trades: { kind: 'trades', ...list },
  hostings: { kind: 'hostings', ...list },
  withdrawals: { kind: 'withdrawals', ...list },
  tick: { kind: 'tick', ...place, prices: { 10: '67' } },
  reveal: { kind: 'reveal', ...place, day: DAY, seed: H, levels: { 1: ['-12', '0'] } },
  rules: {
    kind: 'rules',
    ...place,
    from: place.at,
    before: 0,
    rules: { ...PRESENT_RULES, stakes: { USDT: ['1', '5'] } },
  },
  model: { kind: 'model', ...place, rules: 2, deviations: { 1: [100, 20] } },
  record: { kind: 'record', ...place, day: DAY, orders: 5, withdrawals: 1, root: H, rules: 2 },
  yield: {
    kind: 'yield',
    ...place,
    day: DAY,
    first: 1,
    last: 4,
    trades: H,
    profit: '5',
    carried: '-5',
    pool: '7',
    payouts: H,
    real: [1, '500', '3'],
    simulated: [2, '8', '9'],
    hostings: [3, 4],
    before: 3,
    held: { 1: { 1: '100', 4: '-5' } },
    moving: [{ number: 4, from: 2, to: 1, currency: 4, amount: '9' }],
    taken: [{ at: 5, next: 5, usdt: { 1: '3' } }],
  },
  product: {
    kind: 'product',
    ...place,
    mid: 1,
    version: 1,
    days: 7,
    least: '100',
    most: '1000',
    upperPpm: 5,
    exitFeePpm: 0,
  },
  release: { kind: 'release', ...place, verifier: H, script: H },
  actions: { kind: 'actions', ...place, count: 3, head: H },
  audited: {
    kind: 'audited',
    ...place,
    size: 4,
    until: place.at - 120_000,
    whole: place.at - 60_000,
    balances: H,
    liabilities: [
      { book: 'real', currency: 'USDT', amount: '500', root: H },
      { book: 'simulated', currency: 'BTC', amount: '1', root: H },
    ],
  },
  withdrawn: {
    kind: 'withdrawn',
    ...place,
    first: 4,
    ends: [
      { promise: 7, end: 'paid', tx: `0x${H}` },
      { promise: 9, end: 'refused', tx: '' },
    ],
  },
} satisfies { [Kind in LogEntry['kind']]: LogEntry & { kind: Kind } }
