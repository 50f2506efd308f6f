import { DEPOSIT_STATES } from '@tickmark/core/wallet/deposits'
import { type Edge, id, NOW, type Row, testEdges } from '../app/audit/edges.testing.ts'
import type { Db } from '../db/pool.ts'
import type { CallContext } from '../http/calls/context.ts'
import type { Chains, ChainState } from './node/chainStates.ts'
import { chainOperatorAnswers } from './operatorRoutes.ts'
import { depositAnswers, type DepositsDoor } from './routes.ts'
import { SANDBOX_CHAIN } from './sandbox/sandboxChain.ts'

const { credited, orphaned, lost } = DEPOSIT_STATES
const HOT = `0x${'1'.repeat(40)}`
const OTHER = `0x${'2'.repeat(40)}`
const confirmations = 5
const state: ChainState = {
  chain: { ...SANDBOX_CHAIN, confirmations },
  hot: HOT,
  haltedBecause: null,
  head: 10,
}
/** One network, whose nodes are at this block; null when they do not answer. */
const chainsAt = (newest: number | null) =>
  ({
    all: () => [state],
    find: (chain: number) => (chain === state.chain.id ? state : null),
    node: () => ({
      headNumber: async () => newest ?? Promise.reject(new Error('silence')),
    }),
  }) as unknown as Chains

const deposits = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({
    id: id(at + 1),
    txid: `t${at}`,
    address: OTHER,
    amount: 150_000_000,
    block: 9,
    seen_at_ms: NOW - at,
    ...row,
  }))
const done = { posted: 140_000_000, credited_at_ms: NOW + 5 }
const gone = { orphaned_at_ms: NOW + 6 }
const IN_EACH_STATE = deposits(
  {},
  { block: 1 },
  { state: credited, ...done },
  { state: orphaned, ...gone },
  { state: lost, ...done, ...gone },
)

const user = { user: { id: 1, address: OTHER, practice: false }, book: 'real' } as CallContext
const operators = (db: Db, newest: number | null = 12) =>
  chainOperatorAnswers({ reader: db, chains: chainsAt(newest) })

const EDGES: Edge[] = [
  [
    'a user sees each deposit with its steps, and confirmations up to those that are needed',
    { deposit: IN_EACH_STATE },
    async (db) => {
      const door = { reader: db, chains: chainsAt(null) } as unknown as DepositsDoor
      const { get_my_recharge_record: record } = depositAnswers(door)
      const { list, total } = await record({ pageNum: 1, pageSize: 9 }, user)
      const second = await record({ pageNum: 2, pageSize: 2 }, user)
      return [
        list.map((one) => [one.status, one.block, one.confirmations, one.needed]),
        list.map((one) => one.steps.map(({ step }) => step).join(' ')),
        [total, second.list.map((one) => one.id)],
      ]
    },
    [
      [
        [0, 9, 2, 5],
        [0, 1, 5, 5],
        [1, 9, 5, 5],
        [2, null, 0, 5],
        [1, 9, 5, 5],
      ],
      ['seen', 'seen', 'seen credited', 'seen orphaned', 'seen credited'],
      [5, [id(3), id(4)]],
    ],
  ],
  [
    'operators see each deposit with what was booked, and confirmations while its block is on the chain',
    { deposit: [...IN_EACH_STATE, ...deposits({ id: id(6), txid: 'h', user_id: 0, seen_at_ms: 1 })] },
    async (db) => {
      const page = await operators(db).consoleDeposits({ limit: 9 }, {} as never)
      const first = await operators(db).consoleDeposits({ limit: 5 }, {} as never)
      const rest = await operators(db).consoleDeposits({ limit: 5, before: first.next ?? '' }, {} as never)
      return [
        page.list.map((one) => [one.state, one.userId, one.posted, one.confirmations]),
        [page.next, first.list.length, rest.list.map((one) => one.id), rest.next],
        (await operators(db).consoleDeposits({ limit: 9, begins: OTHER.toUpperCase() }, {} as never)).list
          .length,
      ]
    },
    [
      [
        ['seen', 1, null, 2],
        ['seen', 1, null, 10],
        ['credited', 1, '1.4', 2],
        ['orphaned', 1, null, 0],
        ['lost', 1, '1.4', 0],
        ['seen', null, null, 2],
      ],
      [null, 5, [id(6)], null],
      6,
    ],
  ],
  [
    'operators see how far a network is behind its nodes, what its addresses hold, and what waits',
    {
      deposit: IN_EACH_STATE,
      chain_state: [{ chain: 1, halted_because: 'reorganised', halted_at_ms: 7 }],
      chain_move: [
        { address: HOT, raw: 2_500_000 },
        { address: OTHER, raw: 1_500_001 },
        { address: OTHER, raw: 3_000_000, currency: 2 },
        { address: OTHER, raw: 10, currency: 31 },
        { address: OTHER, raw: 9_000_000, chain: 2 },
      ].map((row, at) => ({ txid: `t${at}`, index: 0, kind: 0, ...row })),
    },
    async (db) => {
      const [chain] = (await operators(db).consoleChains({}, {} as never)).list
      const lag = async (newest: number | null) =>
        (await operators(db, newest).consoleChains({}, {} as never)).list.map((one) => one.lag)
      return [chain, await lag(10), await lag(9), await lag(null)]
    },
    [
      {
        id: 1,
        name: SANDBOX_CHAIN.name,
        halted: null,
        stop: { because: 'reorganised', at: 7 },
        head: 10,
        lag: 2,
        confirmations,
        hot: HOT,
        hotHolds: [{ currency: 'USDT', amount: '2.5' }],
        depositsHold: [
          { currency: 'USDT', amount: '1.500001' },
          { currency: 'USDC', amount: '3' },
        ],
        unconfirmed: 2,
      },
      [0],
      [0],
      [null],
    ],
  ],
]

testEdges(EDGES)
