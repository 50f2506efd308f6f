import { DEPOSIT_STATES } from '@tickmark/core/wallet/deposits'
import { type Edge, id, NOW, type Row, testEdges } from '../app/audit/edges.testing.ts'
import type { Db } from '../db/pool.ts'
import { spelledAddress } from './node/addresses.ts'
import { SANDBOX_CHAIN } from './sandbox/sandboxChain.ts'
import { depositSubject } from './subject.ts'

const RAW = `0x${'a6'.repeat(20)}`
const TRON = { ...SANDBOX_CHAIN, id: 2, name: 'Tron', kind: 'tron' } as const
const { describe } = depositSubject({
  find: (chain) => {
    const found = [SANDBOX_CHAIN, TRON].find((one) => one.id === chain)
    return found ? { chain: found, hot: null, haltedBecause: null, head: null } : null
  },
})
const { credited, orphaned, lost } = DEPOSIT_STATES

const deposits = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({
    id: id(at + 1),
    txid: `t${at}`,
    address: RAW,
    amount: 150_000_000,
    block: 9,
    seen_at_ms: NOW,
    ...row,
  }))

/** The lines of a chat about a deposit, by their names. */
async function lines(db: Db, nth: number, userId = 1): Promise<unknown> {
  const facts = await describe(db, userId, id(nth))
  return facts && Object.fromEntries(facts.lines.map(({ name, value }) => [name, Object.values(value)[0]]))
}

const shown = (nth: number, state: string) => ({
  number: id(nth),
  amount: '1.5 USDT',
  network: SANDBOX_CHAIN.name,
  depositAddress: spelledAddress(RAW, 'evm'),
  transaction: `t${nth - 1}`,
  block: '9',
  state,
  seen: NOW,
})
const { block: _, ...unmined } = shown(3, 'orphaned')

const EDGES: Edge[] = [
  [
    'a chat about a deposit has its facts, in the spelling of its network, for its owner alone',
    {
      deposit: deposits(
        {},
        { state: credited, posted: 1, credited_at_ms: NOW + 5 },
        { state: orphaned, orphaned_at_ms: NOW + 6 },
        { state: lost, posted: 1, credited_at_ms: NOW + 5, orphaned_at_ms: NOW + 6 },
        { chain: 2 },
      ),
    },
    async (db) => [
      await Promise.all([1, 2, 3, 4].map((nth) => lines(db, nth))),
      await lines(db, 5),
      [await lines(db, 1, 2), await lines(db, 9)],
      (await describe(db, 1, id(1)))?.about,
    ],
    [
      [
        shown(1, 'seen'),
        { ...shown(2, 'credited'), credited: NOW + 5 },
        unmined,
        { ...shown(4, 'credited'), credited: NOW + 5 },
      ],
      { ...shown(5, 'seen'), network: 'Tron', depositAddress: spelledAddress(RAW, 'tron') },
      [null, null],
      [{ word: 'deposit' }, { text: '1.5 USDT' }],
    ],
  ],
]

testEdges(EDGES)
