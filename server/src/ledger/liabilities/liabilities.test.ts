import { type AccountKey, type Cause } from '@tickmark/core/ledger/accounts'
import { areOwed, owedBalances, type BalancesFile } from '@tickmark/core/evidence/balancesFile'
import { areLiabilities, liabilityName } from '@tickmark/core/log/liability'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { transact } from '../../db/transact.ts'
import { nodeCrypto } from '../../platform/crypto.ts'
import { postTransfers } from '../post.ts'
import { liabilitiesOf, owedAt, owedTree, sharesOf, type Owed } from './liabilities.ts'
import { owedAccounts } from './liabilityStore.ts'

const UNTIL = 1_000
const ADDRESSES = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
]

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  for (const [i, address] of ADDRESSES.entries())
    await sql`insert into users (address, wallet_type, practice, invite_code, language, created_at)
      values (${address}, ${i < 2 ? 1 : 2}, false, ${`CODE000${i}`}, 'english', 0)`.execute(own.database.db)
  const { external, user, inventory } = accounts
  await move('deposit', external, user(1), 1_000n, 10)
  await move('deposit', external, user(2), 7n, 20)
  await move('deposit', external, user(3), 1n, UNTIL)
  await move('withdrawal', user(1), user(1, 'hold'), 300n, 500)
  await move('funding', external, inventory, 90_000n, 30)
  // All of this comes later.
  await move('withdrawal', user(2), user(2, 'hold'), 7n, UNTIL + 1)
  await move('deposit', external, user(3), 5_000n, UNTIL + 1)
})
afterAll(() => own.close())

const USDT: AccountKey = { owner: 0, book: 'real', currency: 1, kind: 'external' }
const accounts = {
  external: USDT,
  inventory: { ...USDT, kind: 'inventory' } as AccountKey,
  user: (owner: number, kind: AccountKey['kind'] = 'available'): AccountKey => ({ ...USDT, owner, kind }),
}

function move(cause: Cause, from: AccountKey, to: AccountKey, amount: bigint, atMs: number) {
  return transact(own.database.db, (tx) =>
    postTransfers(tx, [{ from, to, amount, cause, ref: randomUUID(), leg: 0 }], atMs),
  )
}

/** A user's file, as far as the trees decide it. */
function fileOf(owed: Owed, userId: number) {
  const account = ADDRESSES[userId - 1] ?? ''
  return { account, shares: sharesOf(owed, userId) } as unknown as BalancesFile
}

test('the house owes what the accounts of its users held at that time, and nothing that came later', async () => {
  const owed = await owedAt(own.database.db, UNTIL)
  expect(owed.trees.map(({ liability }) => [liabilityName(liability), liability.amount])).toEqual([
    ['real USDT', '1008'],
  ])
  const balances = [1, 2, 3, 4].map((user) =>
    owedBalances(fileOf(owed, user))
      .map(({ kind, amount }) => `${kind} ${amount}`)
      .toSorted(),
  )
  expect(balances).toEqual([['available 700', 'hold 300'], ['available 7'], ['available 1'], []])
})

test('each owner’s shares are part of what is stated, and nobody else’s', async () => {
  const owed = await owedAt(own.database.db, UNTIL)
  const liabilities = liabilitiesOf(owed)
  expect(areLiabilities(liabilities)).toBe(true)
  const entry = { liabilities } as never
  for (const user of [1, 2, 3]) {
    const file = fileOf(owed, user)
    expect(file.shares).toHaveLength(user === 1 ? 4 : 2)
    expect(areOwed(file, entry, nodeCrypto)).toBe(true)
    for (const account of ADDRESSES.filter((one) => one !== file.account))
      expect(areOwed({ ...file, account }, entry, nodeCrypto)).toBe(false)
  }
})

test('the trees of a time are the same whenever they are computed, and share nothing with those of another', async () => {
  const [one, again, other] = await Promise.all(
    [UNTIL, UNTIL, UNTIL + 1].map((ms) => owedAt(own.database.db, ms)),
  )
  expect(again).toEqual(one)
  const salts = [one, other].flatMap((owed) =>
    [1, 2, 3].flatMap((user) => (owed ? sharesOf(owed, user) : [])),
  )
  expect(new Set(salts.map(({ salt }) => salt)).size).toBe(salts.length)
  expect(other?.trees[0]?.liability.amount).toBe('6008')
})

test('books and currencies have trees of their own, in the order of their names', async () => {
  const practice = { ...USDT, book: 'simulated', currency: 4 } as const
  const bitcoin = { ...USDT, currency: 4 }
  await move('deposit', bitcoin, { ...bitcoin, owner: 2, kind: 'available' }, 11n, 2_000)
  await move('grant', practice, { ...practice, owner: 2, kind: 'available' }, 12n, 2_000)
  const { trees } = await owedAt(own.database.db, 2_000)
  expect(trees.map(({ liability }) => `${liabilityName(liability)} ${liability.amount}`)).toEqual([
    'real BTC 11',
    'real USDT 6008',
    'simulated BTC 12',
  ])
})

test('a salt is never changed, and a house without accounts owes nothing', async () => {
  const { db } = own.database
  for (const statement of [
    'update liability_salt set key = key',
    'delete from liability_salt',
    'truncate liability_salt',
  ])
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(
      'the salt of the liabilities is never changed',
    )
  expect((await owedAt(db, 5)).trees).toEqual([])
})

test('accounts come by their numbers, wherever the table has them', async () => {
  const { db } = own.database
  const { external, user } = accounts
  // A changed row moves to the table's end.
  await move('deposit', external, user(1), 1n, 5_000)
  const ids = (await owedAccounts(db, 5_000)).map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((one, other) => Number(one - other)))
  expect(ids.length).toBeGreaterThan(4)
})

test('the parts of a balance stay while it does, and its salts do not', async () => {
  const account = (amount: bigint) => [{ id: 1041n, amount, address: 'user 1' }]
  const key = new Uint8Array(32).fill(7)
  const sharesAt = async (amount: bigint, atMs: number) => {
    const tree = await owedTree(account(amount), { key, atMs })
    const shares = sharesOf({ atMs, key, trees: [tree] }, 1).toSorted((one, other) => one.share - other.share)
    return { amounts: shares.map((one) => one.amount), salts: shares.map(({ salt }) => salt) }
  }
  const [first, later, more] = [await sharesAt(900n, 1), await sharesAt(900n, 2), await sharesAt(901n, 2)]
  expect(later.amounts).toEqual(first.amounts)
  expect(more.amounts).not.toContain(first.amounts[0])
  expect(new Set([...first.salts, ...later.salts]).size).toBe(4)
  expect(more.salts).toEqual(later.salts)
})

test('many accounts are computed in pieces, between which other work runs', async () => {
  const many = Array.from({ length: 1_500 }, (_, i) => {
    return { id: BigInt(1_000 + i) * 1024n + 17n, amount: BigInt(i + 1), address: `user ${1_000 + i}` }
  })
  let [turns, isDone] = [0, false]
  const turn = () => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const tree = await owedTree(many, { key: new Uint8Array(32), atMs: 1 })
  isDone = true
  // Each 200 accounts, each 200 leaves, and each 500 nodes of a level.
  expect(turns).toBeGreaterThanOrEqual(7 + 15 + 4)
  expect(tree.liability.amount).toBe(String((1_500 * 1_501) / 2))
  expect(tree.accounts).toHaveLength(3_000)
})
