import { accountId, CAUSES, type Kind, KINDS } from '@tickmark/core/ledger/accounts'
import { DEPOSIT_STATES } from '@tickmark/core/wallet/deposits'
import { type Edge, id, inTx, type Row, testEdges } from '../../app/audit/edges.testing.ts'
import { depositsOverdue, readBlocks } from '../auditDepositStore.ts'
import { addressSums, chainSums } from '../auditStore.ts'
import { SANDBOX_CHAIN } from '../sandbox/sandboxChain.ts'
import { addressOf, isDepositAddress, ownerOfAddress } from './addressStore.ts'
import {
  countDeposits,
  depositsOf,
  depositsOfTx,
  houseTotals,
  lostDeposits,
  ownDeposit,
} from './depositStore.ts'
import { givenFunds, isPosted, realLiabilities } from './fundingStore.ts'
import {
  blockHash,
  chainState,
  haltedChains,
  heldBefore,
  heldInAll,
  insertBlock,
  lastBlock,
  MOVE_KINDS,
  ReadElsewhere,
} from './store.ts'

const { seen, credited, lost } = DEPOSIT_STATES
const [USDT, USDC] = [1, 2]

const deposits = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({
    id: id(at + 1),
    txid: `t${at}`,
    ...(row['state'] !== undefined && row['state'] !== seen && { posted: 1, credited_at_ms: 1 }),
    ...(row['state'] === lost && { orphaned_at_ms: 1 }),
    ...row,
  }))
const moves = (...rows: Row[]): Row[] =>
  rows.map((row, at) => ({ txid: `t${at}`, index: 0, kind: MOVE_KINDS.in, address: '0xa', ...row }))
const blocks = (...list: [chain: number, number: number, hash: string][]): Row[] =>
  list.map(([chain, number, hash]) => ({ chain, number, hash }))
const house = (kind: Kind, currency = USDT) => Number(accountId({ owner: 0, book: 'real', currency, kind }))

const EDGES: Edge[] = [
  [
    'each network has its own halt and its own blocks',
    {
      chain_state: [
        { chain: 1, halted_because: 'reorganised', halted_at_ms: 7, origin_number: 5, origin_hash: '0xa' },
        { chain: 2 },
      ],
      chain_block: blocks([1, 5, '0xa'], [1, 6, '0xb'], [2, 6, '0xc'], [2, 9, '0xd']),
    },
    inTx(async (tx) => [
      [await chainState(tx, 1), (await chainState(tx, 2))?.haltedBecause, await chainState(tx, 3)],
      await haltedChains(tx),
      [await lastBlock(tx, 1), await lastBlock(tx, 3)],
      [await blockHash(tx, 2, 6), await blockHash(tx, 1, 9)],
      [...(await readBlocks(tx, [1, 3]))],
      await insertBlock(tx, 1, { number: 10, hash: '0xe' }, '0xd').catch(
        (thrown: unknown) => thrown instanceof ReadElsewhere,
      ),
    ]),
    [
      [{ origin: { number: 5, hash: '0xa' }, haltedBecause: 'reorganised' }, null, null],
      [{ chain: 1, because: 'reorganised', sinceMs: 7 }],
      [{ number: 6, hash: '0xb' }, null],
      ['0xc', null],
      [[1, 6]],
      true,
    ],
  ],
  [
    'an address holds before a block what its earlier moves on that network give, of each currency',
    {
      chain_move: moves(
        { block: 5, raw: 7 },
        { block: 6, raw: -2, kind: MOVE_KINDS.out },
        { block: 7, raw: 100 },
        { block: 5, raw: 1_000, chain: 2 },
        { block: 5, raw: 50, address: '0xb' },
        { block: 5, raw: 3, currency: USDC },
      ),
    },
    async (db) => [
      (await heldBefore(db, 1, 7, ['0xa'])).toSorted((one, other) => one.currency - other.currency),
      [...(await heldInAll(db, 1))].toSorted(([one], [other]) => one - other),
    ],
    [
      [
        { address: '0xa', currency: USDT, raw: 5n },
        { address: '0xa', currency: USDC, raw: 3n },
      ],
      [
        [USDT, 155n],
        [USDC, 3n],
      ],
    ],
  ],
  [
    'a user reads and counts the own deposits, the newest first, page by page, of one currency if it is named',
    {
      deposit: deposits(
        { seen_at_ms: 5 },
        { seen_at_ms: 7, currency: USDC },
        { seen_at_ms: 7 },
        { seen_at_ms: 9, user_id: 2 },
      ),
    },
    async (db) => {
      const page = async (number: number, currency: number | null = null) => {
        const { list, total } = await depositsOf(db, { userId: 1, currency, page: number, pageSize: 2 })
        return [...list.map((one) => one.id), total]
      }
      return [
        [await page(0), await page(1), await page(0, USDT)],
        [(await ownDeposit(db, 1, id(1)))?.id, await ownDeposit(db, 2, id(1))],
        [await countDeposits(db, 1), await countDeposits(db, 2)],
      ]
    },
    [
      [
        [id(2), id(3), 3],
        [id(1), 3],
        [id(3), id(1), 2],
      ],
      [id(1), null],
      [3, 1],
    ],
  ],
  [
    'a search reads a transaction of the networks that are served, and incidents the lost deposits, newest block first',
    {
      deposit: deposits(
        { txid: 't', block: 5, state: lost },
        { txid: 't', chain: 2, block: 6, state: lost },
        { txid: 'u', block: 9, state: credited },
        { txid: 't', index: 7, block: 7 },
      ),
    },
    async (db) => [
      (await depositsOfTx(db, [1, 3], 't')).map((one) => one.id).toSorted(),
      await depositsOfTx(db, [], 't'),
      (await lostDeposits(db)).map((one) => one.id),
    ],
    [[id(1), id(4)], [], [id(2), id(1)]],
  ],
  [
    'a user has an address of each coin type, and an address has one owner',
    {
      deposit_address: [
        { user_id: 1, coin_type: 60, index: 3, address: `0x${'1'.repeat(40)}` },
        { user_id: 1, coin_type: 195, index: 4, address: `0x${'2'.repeat(40)}` },
        { user_id: 2, coin_type: 60, index: 5, address: `0x${'3'.repeat(40)}` },
      ].map((row, at) => ({ id: at + 1, ...row })),
    },
    async (db) => [
      [
        (await addressOf(db, 1, 195))?.index,
        (await addressOf(db, 2, 60))?.index,
        await addressOf(db, 2, 195),
      ],
      [await ownerOfAddress(db, `0x${'3'.repeat(40)}`), await ownerOfAddress(db, `0x${'4'.repeat(40)}`)],
      [await isDepositAddress(db, `0x${'2'.repeat(40)}`), await isDepositAddress(db, `0x${'4'.repeat(40)}`)],
    ],
    [
      [4, 5, null],
      [2, null],
      [true, false],
    ],
  ],
  [
    'the house’s own deposits count once they are credited, by currency',
    {
      deposit: deposits(
        { user_id: 0, state: credited, amount: 7, posted: 3 },
        { user_id: 0, state: credited, amount: 70, posted: 30, chain: 2 },
        { user_id: 0, state: credited, amount: 1_000, currency: USDC },
        { user_id: 0, state: lost, amount: 1_000 },
        { user_id: 0, amount: 1_000 },
        { user_id: 1, state: credited, amount: 1_000 },
      ),
    },
    async (db) => [await houseTotals(db, USDT), await houseTotals(db, 3)],
    [
      { amount: 77n, posted: 33n },
      { amount: 0n, posted: 0n },
    ],
  ],
  [
    'the house was given what its accounts were funded with but for its deposits and returned losses, and what the programme earned',
    {
      deposit: deposits({ user_id: 0, state: credited }),
      transfer: (
        [
          [house('external'), house('bankroll'), 'funding', 1],
          [house('external'), house('inventory'), 'funding', 10],
          [house('external'), house('lending'), 'funding', 100],
          [house('venue1'), house('programme'), 'earning', 1_000],
          [house('external'), house('inventory'), 'funding', 5, id(1)],
          [house('bankroll'), house('external'), 'loss', 5, id(2)],
          [house('external'), house('bankroll'), 'funding', 5, id(2)],
          [house('external'), house('venue1'), 'funding', 5],
          [house('inventory'), house('bankroll'), 'treasury', 5],
          [house('external', USDC), house('inventory', USDC), 'funding', 5],
          [house('external') + 512, house('inventory') + 512, 'funding', 5],
        ] as const
      ).map(([from_id, to_id, cause, amount, ref], at) => ({
        from_id,
        to_id,
        amount,
        cause: CAUSES[cause],
        leg: 0,
        ref: ref ?? id(at + 20),
      })),
    },
    async (db) => [
      await givenFunds(db, USDT),
      [await isPosted(db, id(20), 'funding'), await isPosted(db, id(20), 'loss')],
      await isPosted(db, id(99), 'funding'),
    ],
    [1_111n, [true, false], false],
  ],
  [
    'a chain covers what the real book owes in each currency, without what lies at the venues',
    {
      account: [
        [house('available') + 1024, 1],
        [house('inventory'), 10],
        [house('inventory', USDC), 100],
        [house('venue1'), 5],
        [house('venue5'), 5],
        [16 + KINDS.venue1 - 1, 1_000],
        [house('bankroll') + 512, 5],
      ].map(([account, balance]) => ({ id: account, balance })),
    },
    async (db) => [...(await realLiabilities(db))].toSorted(([one], [other]) => one - other),
    [
      [USDT, 1_011n],
      [USDC, 100n],
    ],
  ],
  [
    'what left in the newest blocks of its own network counts as young, and so do its fees',
    {
      chain_block: blocks([1, 10, '0xa'], [2, 7, '0xb']),
      chain_move: moves(
        { block: 5, raw: 10_000 },
        { block: 9, raw: 10_000 },
        { block: 7, raw: -1, kind: MOVE_KINDS.out },
        { block: 8, raw: -10, kind: MOVE_KINDS.out },
        { block: 9, raw: -100, kind: MOVE_KINDS.fee },
        { block: 7, raw: -1_000, kind: MOVE_KINDS.out, chain: 2 },
      ),
    },
    async (db) => (await chainSums(db, new Map([[1, 3]]))).toSorted((one, other) => one.chain - other.chain),
    [
      { chain: 1, currency: USDT, raw: 19_889n, out: 111n, youngOut: 110n, outMoves: 3 },
      { chain: 2, currency: USDT, raw: -1_000n, out: 1_000n, youngOut: 0n, outMoves: 1 },
    ],
  ],
  [
    'addresses are summed page by page, on one network',
    {
      chain_move: moves(
        { address: '0xb', raw: 5 },
        { address: '0xa', raw: 7 },
        { address: '0xa', raw: -2, kind: MOVE_KINDS.out },
        { address: '0xa', raw: 1, currency: USDC },
        { address: '0xa', raw: 99, chain: 2 },
        { address: '0xc', raw: 99, chain: 2 },
      ),
    },
    async (db) => [
      await addressSums(db, 1, '', 1),
      await addressSums(db, 1, '0xa', 9),
      await addressSums(db, 1, '0xb', 9),
    ],
    [
      [
        { address: '0xa', currency: USDT, raw: 5n },
        { address: '0xa', currency: USDC, raw: 1n },
      ],
      [{ address: '0xb', currency: USDT, raw: 5n }],
      [],
    ],
  ],
  [
    'a deposit is overdue after its confirmations and 32 blocks more, on its own network while that is not halted',
    {
      chain_state: [{ chain: 1 }, { chain: 2 }, { chain: 3, halted_because: 'reorganised', halted_at_ms: 1 }],
      chain_block: blocks([1, 49, '0xa'], [1, 50, '0xb'], [2, 15, '0xc'], [3, 90, '0xd']),
      deposit: deposits(
        { block: 50 - SANDBOX_CHAIN.confirmations - 32 },
        { block: 50 - SANDBOX_CHAIN.confirmations - 33 },
        { block: 1, state: credited },
        { block: 1, chain: 2 },
        { block: 1, chain: 3 },
      ),
    },
    async (db) => {
      const chains = [1, 2, 3].map((chain) => ({ ...SANDBOX_CHAIN, id: chain }))
      return (await depositsOverdue(db, chains)).map((one) => one.where)
    },
    [`deposit ${id(2)}`],
  ],
]

testEdges(EDGES)
