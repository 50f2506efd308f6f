import { DEPOSIT_STATES } from '@tickmark/core/wallet/deposits'
import { type Edge, id, NOW, type Row, testEdges } from '../../app/audit/edges.testing.ts'
import type { Db } from '../../db/pool.ts'
import { chainConsolePart } from '../consolePart.ts'
import type { ChainState } from '../node/chainStates.ts'
import { SANDBOX_CHAIN } from '../sandbox/sandboxChain.ts'
import { consoleDeposits, type DepositQuery, storedHalts, unconfirmedDeposits } from './consoleStore.ts'

const { credited, lost } = DEPOSIT_STATES
const TXID = `0x${'1'.repeat(64)}`
const ADDRESS = `0x${'2'.repeat(40)}`
const ONE_OF = { amount: 150_000_000, address: ADDRESS }

const deposits = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({
    id: id(at + 1),
    txid: `0x${at}`,
    ...ONE_OF,
    ...(row['state'] !== undefined && { posted: 1, credited_at_ms: 1 }),
    ...row,
  }))

async function listed(db: Db, more: Partial<DepositQuery> = {}): Promise<number[]> {
  const page = await consoleDeposits(db, { after: null, most: 9, ...more })
  return page.map((one) => Number(one.id.slice(-1)))
}

const part = chainConsolePart({
  all: () => [{ chain: SANDBOX_CHAIN, hot: null, haltedBecause: null, head: 5 }] satisfies ChainState[],
})

const EDGES: Edge[] = [
  [
    'operators list deposits by every filter, the newest first, and each once from page to page',
    {
      deposit: deposits(
        { seen_at_ms: 5 },
        { seen_at_ms: 7 },
        { seen_at_ms: 6, state: credited },
        { seen_at_ms: 7, chain: 2 },
        { seen_at_ms: 4, currency: 2 },
        { seen_at_ms: 3, user_id: 0, txid: TXID },
        { seen_at_ms: 2, address: `0x3${'0'.repeat(39)}` },
      ),
    },
    async (db) => [
      await listed(db),
      await listed(db, { most: 2 }),
      await listed(db, { after: { seenAtMs: 7, id: id(2) }, most: 2 }),
      await listed(db, { state: 'credited' }),
      await listed(db, { chain: 2 }),
      await listed(db, { currencyId: 2 }),
      await listed(db, { userId: 0 }),
      await listed(db, { begins: TXID.slice(0, 9) }),
      await listed(db, { begins: '0x30' }),
    ],
    [[4, 2, 3, 1, 5, 6, 7], [4, 2], [3, 1], [3], [4], [5], [6], [6], [7]],
  ],
  [
    'operators see of each network its halt, and how many deposits wait for their confirmations',
    {
      chain_state: [{ chain: 1 }, { chain: 2, halted_because: 'reorganised', halted_at_ms: 7 }],
      deposit: deposits({}, {}, { chain: 2 }, { chain: 2, state: credited }),
    },
    async (db) => [
      [...(await storedHalts(db))],
      [...(await unconfirmedDeposits(db))].toSorted(([one], [other]) => one - other),
    ],
    [
      [[2, { because: 'reorganised', atMs: 7 }]],
      [
        [1, 2],
        [2, 1],
      ],
    ],
  ],
  [
    'halted networks are in a queue since the first halt, and incidents beside the deposits that are lost',
    {
      chain_state: [
        { chain: 1, halted_because: 'reorganised', halted_at_ms: NOW },
        { chain: 2, halted_because: 'reorganised', halted_at_ms: NOW - 1 },
        { chain: 3 },
      ],
      deposit: deposits({ state: lost, orphaned_at_ms: NOW, txid: 't' }, { state: credited }),
    },
    async (db) => [
      await part.queues?.(db, NOW),
      await part.incidents?.(db, NOW),
      await part.overview?.(db, NOW),
    ],
    [
      [{ name: 'haltedChains', waiting: 2, oldestAtMs: NOW - 1 }],
      [
        ...[
          [NOW, SANDBOX_CHAIN.name],
          [NOW - 1, '2'],
        ].map(([since, where]) => {
          return { kind: 'chainHalted', since, until: null, where, detail: 'reorganised', affected: null }
        }),
        {
          kind: 'depositLost',
          since: NOW,
          until: null,
          where: SANDBOX_CHAIN.name,
          detail: '1.5 USDT t',
          affected: { users: 1, orders: 0 },
        },
      ],
      { chains: [{ id: 1, name: SANDBOX_CHAIN.name, haltedBecause: null, head: 5 }] },
    ],
  ],
  [
    'a search finds a deposit by its id and by its transaction with or without 0x, and a user by the deposit address',
    {
      deposit: deposits({ txid: TXID }, { txid: TXID, chain: 2 }),
      deposit_address: [{ user_id: 7, coin_type: 60, index: 3, address: ADDRESS, id: 1 }],
    },
    async (db) => {
      const found = async (text: string) =>
        ((await part.search?.(db, text)) ?? []).map((one) => `${one.kind} ${one.id} ${one.label}`)
      return [
        await found(id(1)),
        await found(TXID),
        await found(TXID.slice(2).toUpperCase()),
        await found(ADDRESS),
        await found(`0x${'9'.repeat(40)}`),
        await found(id(9)),
      ]
    },
    [...Array.from({ length: 3 }, () => [`deposit ${id(1)} 1.5 USDT`]), [`user 7 ${ADDRESS}`], [], []],
  ],
]

testEdges(EDGES)
