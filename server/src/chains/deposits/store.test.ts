import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { transact } from '../../db/transact.ts'
import { available } from '../../ledger/store.ts'
import { goBackTo } from '../watcher/reorganise.ts'
import { SANDBOX_CHAIN } from '../sandbox/sandboxChain.ts'
import { recordEvents } from '../../module/events.testing.ts'
import { creditDue } from './credit.ts'
import { depositById, insertDeposits, markCredited, type NewDeposit, orphanAbove } from './depositStore.ts'
import {
  type BlockMark,
  haltChain,
  heldInAll,
  insertBlock,
  insertMoves,
  lastBlock,
  lockChain,
  openChainState,
  ReadElsewhere,
  type StoredMove,
} from './store.ts'

const CHAIN = 7
let data: TestDatabase
beforeAll(async () => {
  data = await createTestDatabase()
})
afterAll(() => data.close())

test('a block with 10,000 moves of ours is stored, and storing it again changes nothing', async () => {
  const { db } = data.database
  const moves = Array.from({ length: 10_000 }, (_, i): StoredMove => {
    const address = `0x${i.toString(16).padStart(40, '0')}`
    return { txid: `0x${'1'.repeat(64)}`, index: i, address, currency: 3, raw: 10n ** 30n, kind: 'in' }
  })
  for (let time = 0; time < 2; time++) await transact(db, (tx) => insertMoves(tx, CHAIN, 1, moves))
  expect(await heldInAll(db, CHAIN)).toEqual(new Map([[3, 10n ** 34n]]))
})

const at = (number: number, fork = 'a'): BlockMark => ({ number, hash: `0x${fork}${number}` })

async function open(chain: number, blocks: readonly BlockMark[]): Promise<void> {
  await transact(data.database.db, async (tx) => {
    for (const [i, block] of blocks.entries()) {
      if (i === 0) await openChainState(tx, chain, block)
      await insertBlock(tx, chain, block, blocks[i - 1]?.hash ?? null)
    }
  })
}

/** Stores a block as a watcher does, in its own transaction. */
function write(chain: number, block: BlockMark, parentHash: string): Promise<void> {
  return transact(data.database.db, async (tx) => {
    await lockChain(tx, chain)
    await insertBlock(tx, chain, block, parentHash)
  })
}

test('a block is stored only on its own parent, and once', async () => {
  await open(8, [at(10), at(11)])
  await expect(write(8, at(12), at(11, 'b').hash)).rejects.toThrow(ReadElsewhere)
  await expect(write(8, at(13), at(12).hash)).rejects.toThrow(ReadElsewhere)
  await write(8, at(12), at(11).hash)
  await expect(write(8, at(12), at(11).hash)).rejects.toThrow(ReadElsewhere)
  await expect(open(8, [at(10)])).rejects.toThrow(ReadElsewhere)
  expect(await lastBlock(data.database.db, 8)).toEqual(at(12))
})

test('one watcher reads on while another rolls back: the later one notices, and no gap is left', async () => {
  const { db } = data.database
  const chain = { ...SANDBOX_CHAIN, id: 9 }
  const back = { chain, ancestor: 10, nowMs: 0, events: recordEvents() }
  await open(9, [at(10), at(11)])
  await goBackTo(db, { ...back, last: at(11) })
  await expect(write(9, at(12), at(11).hash)).rejects.toThrow(ReadElsewhere)
  await write(9, at(11, 'b'), at(10).hash)
  await expect(goBackTo(db, { ...back, last: at(11) })).rejects.toThrow(ReadElsewhere)
  expect(await lastBlock(db, 9)).toEqual(at(11, 'b'))
})

test.each([
  ['in the last block that stays', 0, 0, false],
  ['in the last final block, which leaves', 0, -1, true],
  ['in the first block that is not final', 1, -1, false],
  ['in a final block below those that leave', -1, 0, false],
])(
  'a chain halts when a move %s: %s and %s blocks after the last final one',
  async (what, of, ancestor, halts) => {
    const { db } = data.database
    const chain = { ...SANDBOX_CHAIN, id: 30 + what.length }
    const last = 20
    const final = last - chain.confirmations + 1
    await open(
      chain.id,
      Array.from({ length: 6 + chain.confirmations }, (_, i) => at(last - 5 - chain.confirmations + i)),
    )
    const move: StoredMove = { txid: what, index: 0, address: '0xaa', currency: 3, raw: 1n, kind: 'out' }
    await transact(db, (tx) => insertMoves(tx, chain.id, final + of, [move]))
    const back = { chain, last: at(last), ancestor: final + ancestor, nowMs: 0, events: recordEvents() }
    expect(await goBackTo(db, back)).toBe(halts)
  },
)

test('a watcher that rolls back waits for a block that is being written', async () => {
  const { db } = data.database
  const chain = { ...SANDBOX_CHAIN, id: 11 }
  await open(11, [at(10), at(11)])
  const late = await transact(db, async (tx) => {
    await lockChain(tx, 11)
    const going = goBackTo(db, { chain, last: at(11), ancestor: 10, nowMs: 0, events: recordEvents() })
    const caught = going.catch((thrown: unknown) => thrown)
    await new Promise((done) => setTimeout(done, 50))
    await insertBlock(tx, 11, at(12), at(11).hash)
    return () => caught
  })
  expect(await late()).toBeInstanceOf(ReadElsewhere)
  expect(await lastBlock(db, 11)).toEqual(at(12))
})

test.each<[what: string, state: string, changed: Partial<NewDeposit>]>([
  ['nothing else', 'credited', {}],
  ['another owner', 'lost', { userId: 2 }],
  ['another address', 'lost', { address: '0xbb' }],
  ['another currency', 'lost', { currency: 2 }],
  ['another sum', 'lost', { raw: 11n }],
  ['another amount', 'lost', { amount: 9n }],
])('a lost deposit that returns with %s is then %s', async (what, state, changed) => {
  const { db } = data.database
  const txid = `lost, then ${what}`
  const was: NewDeposit = {
    id: randomUUID(),
    chain: 19,
    txid,
    index: 0,
    userId: 1,
    address: '0xaa',
    currency: 1,
    raw: 10n,
    amount: 10n,
    block: 1,
    blockHash: '0xa1',
    seenAtMs: 1,
  }
  await transact(db, (tx) => insertDeposits(tx, [was]))
  await transact(db, (tx) => markCredited(tx, [{ id: was.id, posted: 10n }], 2))
  await transact(db, (tx) => orphanAbove(tx, 19, 0, 3))
  await transact(db, (tx) => insertDeposits(tx, [{ ...was, ...changed, block: 2, blockHash: '0xb2' }]))
  const now = await depositById(db, was.id)
  const { block, blockHash, ...rest } = was
  expect(now).toMatchObject({ ...rest, state, posted: 10n, block: state === 'lost' ? block : 2 })
  expect(now?.blockHash).toBe(state === 'lost' ? blockHash : '0xb2')
})

test.each([
  ['one confirmation too few', 40, -1, false, 0],
  ['its confirmations', 41, 0, false, 1],
  ['its confirmations, but on a halted chain', 42, 0, true, 0],
])('of deposits with %s, this many are credited', async (_, id, blocks, isHalted, credited) => {
  const { db } = data.database
  const chain = { ...SANDBOX_CHAIN, id }
  await open(
    id,
    Array.from({ length: chain.confirmations + blocks }, (__, i) => at(10 + i)),
  )
  await sql`
    insert into deposit (id, chain, txid, index, user_id, address, currency, raw, amount, block, block_hash, seen_at_ms)
    values (gen_random_uuid(), ${id}, 'tx', 0, 0, '0x', 1, 3, 3, 10, ${at(10).hash}, 1)`.execute(db)
  if (isHalted) await transact(db, (tx) => haltChain(tx, id, 'reorganised', 3))
  const events = { events: recordEvents() }
  expect([await creditDue(db, chain, 5, events), await creditDue(db, chain, 6, events)]).toEqual([
    credited,
    0,
  ])
})

test('all deposits that have their confirmations are credited, however many there are', async () => {
  const { db } = data.database
  const chain = { ...SANDBOX_CHAIN, id: 43 }
  await open(
    43,
    Array.from({ length: chain.confirmations }, (_, i) => at(10 + i)),
  )
  await sql`
    insert into deposit (id, chain, txid, index, user_id, address, currency, raw, amount, block, block_hash, seen_at_ms)
    select gen_random_uuid(), 43, 'tx', n, 5, '0x', 1, 3, 3, 10, ${at(10).hash}, 1
    from generate_series(1, 501) n`.execute(db)
  expect(await creditDue(db, chain, 5, { events: recordEvents() })).toBe(501)
  expect(await available(db, 5, 'real', 1)).toBe(1_503n)
})

test('the house books only the part of its own deposits that its books lack, whenever it was funded', async () => {
  const { db } = data.database
  const chain = { ...SANDBOX_CHAIN, id: 18 }
  await sql`insert into chain_state values (18, 0, '0x')`.execute(db)
  await sql`insert into chain_block values (18, 1, '0xa1'), (18, ${1 + chain.confirmations}, '0xa2')`.execute(
    db,
  )
  const posted: unknown[] = []
  let count = 0
  // What the books are given, and then the deposits that are credited together.
  for (const [given, ...amounts] of [
    [10, 8],
    [0, 4],
    [0, 3],
    [6, 7],
    [0, 2],
    [5, 3, 3],
    [0, 4, 4],
  ] as const) {
    if (given > 0)
      await sql`insert into transfer values (16, 22, ${given}, 1, gen_random_uuid(), 5, 0)`.execute(db)
    for (const amount of amounts)
      await sql`
        insert into deposit (id, chain, txid, index, user_id, address, currency, raw, amount, block, block_hash, seen_at_ms)
        values (gen_random_uuid(), 18, ${String(count++)}, 0, 0, '0x', 1, ${amount}, ${amount}, 1, '0xa1', 1)`.execute(
        db,
      )
    expect(await creditDue(db, chain, 5, { events: recordEvents() })).toBe(amounts.length)
    const { rows } = await sql<{ posted: bigint }>`
      select posted from deposit where chain = 18 and txid::int >= ${count - amounts.length} order by posted`.execute(
      db,
    )
    posted.push(...rows.map((row) => row.posted))
  }
  expect(posted).toEqual([0n, 2n, 3n, 1n, 2n, 0n, 1n, 4n, 4n])
})

test('a deposit of the house that was lost returns, and the next ones book no more than themselves', async () => {
  const { db } = data.database
  const chain = { ...SANDBOX_CHAIN, id: 44 }
  await open(
    44,
    Array.from({ length: chain.confirmations }, (_, i) => at(10 + i)),
  )
  await sql`insert into transfer values (32, 38, 10, 1, gen_random_uuid(), 5, 0)`.execute(db)
  const house = (index: number, amount: bigint): NewDeposit => ({
    id: randomUUID(),
    chain: 44,
    txid: 'of the house',
    index,
    userId: 0,
    address: '0x',
    currency: 2,
    raw: amount,
    amount,
    block: 10,
    blockHash: at(10).hash,
    seenAtMs: 1,
  })
  const first = house(0, 8n)
  for (const [i, one] of [first, house(1, 4n), first, house(2, 3n), house(3, 5n)].entries()) {
    await transact(db, (tx) => insertDeposits(tx, [one]))
    await creditDue(db, chain, 5, { events: recordEvents() })
    if (i === 0) await transact(db, (tx) => orphanAbove(tx, 44, 9, 3))
  }
  const { rows } = await sql<{ posted: bigint }>`
    select posted from deposit where chain = 44 order by index`.execute(db)
  expect(rows.map((row) => row.posted)).toEqual([0n, 0n, 3n, 5n])
})
