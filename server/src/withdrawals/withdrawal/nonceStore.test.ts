import { afterAll, beforeAll, expect, test } from 'vitest'
import { write } from '../../app/audit/edges.testing.ts'
import { createTestDatabase, type TestDatabase } from '../../db/database.testing.ts'
import { newestTxids, variantsOf } from './nonceStore.ts'
import { txidOf, type Withdrawal } from './withdrawal.ts'

const [ONE, OTHER, NONE] = [1, 2, 3].map((nth) => `00000000-0000-4000-8000-00000000000${nth}`) as [
  string,
  string,
  string,
]
let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  const made = (txid: string, withdrawal: string, made_at: number, max_fee: number) => {
    return { chain: 1, txid, withdrawal, raw: Buffer.of(max_fee), max_fee, tip: 1, made_at }
  }
  const rows = [
    made('0xc', ONE, 7, 30),
    made('0xb', ONE, 7, 20),
    made('0xa', ONE, 5, 40),
    made('0xd', OTHER, 9, 1),
  ]
  await write(own.database.db, { withdrawal_tx: rows })
})
afterAll(() => own.close())

test('transactions of a withdrawal are told from the oldest on, and those of one moment by their fee', async () => {
  const variants = await variantsOf(own.database.db, ONE)
  expect(variants.map(({ txid, maxFee, madeAtMs }) => [txid, maxFee, madeAtMs])).toEqual([
    ['0xa', 40n, 5],
    ['0xb', 20n, 7],
    ['0xc', 30n, 7],
  ])
})

test('a record names the newest transaction of each withdrawal that has one', async () => {
  const newest = await newestTxids(own.database.db, [ONE, OTHER, NONE])
  expect(newest).toEqual(
    new Map([
      [ONE, '0xc'],
      [OTHER, '0xd'],
    ]),
  )
  expect(await newestTxids(own.database.db, [])).toEqual(new Map())
})

test('once one of several transactions is mined, a record names that one', async () => {
  const newest = await newestTxids(own.database.db, [ONE, NONE])
  const of = (id: string, end: Withdrawal['end']) => txidOf({ id, end } as Withdrawal, newest)
  expect(of(ONE, {})).toBe('0xc')
  expect(of(ONE, { txid: '0xa' })).toBe('0xa')
  expect(of(NONE, {})).toBeUndefined()
})
