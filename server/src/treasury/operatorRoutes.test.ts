import { formatAmount, ONE } from '@tickmark/core/money/money'
import { exposureBounds } from '@tickmark/core/orders/exposure'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawAddress } from '../chains/node/addresses.ts'
import type { ChainState } from '../chains/node/chainStates.ts'
import { SANDBOX_CHAIN } from '../chains/sandbox/sandboxChain.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { transact } from '../db/transact.ts'
import { treasuryAnswers } from './operatorRoutes.ts'

const HOT = `0x${'1'.repeat(40)}`
const DEPOSITS = `0x${'2'.repeat(40)}`
const SECOND = { ...SANDBOX_CHAIN, id: SANDBOX_CHAIN.id + 1, name: 'Second' }
const usdtOf = SANDBOX_CHAIN.tokens.find((one) => one.currency === 1)
const unit = 10n ** BigInt(usdtOf?.decimals ?? 0)

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  await transact(own.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    // USDT: available, hold and hosted of users 1 and 2, escrow, inventory, a venue; beside them the simulated book and USDC.
    for (const [id, amount] of [
      [1041, 5],
      [2065, 6],
      [1045, 2],
      [1054, 3],
      [18, 4],
      [22, 10],
      [24, 7],
      [1553, 90],
      [531, 80],
      [38, 1],
    ] as const)
      await sql`insert into account (id, balance) values (${id}, ${BigInt(amount) * ONE})`.execute(tx)
    // USDT of the first network's hot wallet, of its deposit address, and of the second network, whose hot wallet is unknown.
    for (const [chain, address, currency, raw] of [
      [SANDBOX_CHAIN.id, HOT, 1, 20n * unit],
      [SANDBOX_CHAIN.id, HOT, 1, -2n * unit],
      [SANDBOX_CHAIN.id, DEPOSITS, 1, 6n * unit],
      [SECOND.id, HOT, 1, 3n * unit],
      [SECOND.id, DEPOSITS, 3, -(10n ** 18n)],
      [99, HOT, 1, 1000n * unit],
    ] as const)
      await sql`insert into chain_move select ${chain}, 1, gen_random_uuid()::text, 0, ${rawAddress(address)}, ${currency}, ${raw}, 0`.execute(
        tx,
      )
  })
})
afterAll(() => own.close())

test('operators read the house’s debts, its holdings on each network, and whether these cover the books', async () => {
  const states = [
    { chain: SANDBOX_CHAIN, hot: HOT },
    { chain: SECOND, hot: null },
  ] as unknown as ChainState[]
  const { consoleTreasury } = treasuryAnswers({
    clock: { nowMs: () => 0 },
    reader: own.database.db,
    chains: { all: () => states },
    openProfits: async () =>
      new Map([
        [3, { house: 0n, bankroll: ONE }],
        [1, { house: 3n * ONE, bankroll: 8n * ONE }],
        [99, { house: 1n, bankroll: 1n }],
      ]),
    bankrollMeans: async () => new Map([[1, 100n * ONE]]),
  })
  const { accounts, owed, held, cover, exposure } = await consoleTreasury({}, {} as never)
  const usdt = { currencyId: 1, currency: 'USDT' }
  expect(owed).toEqual([{ ...usdt, available: '11', hold: '2', hosted: '3', escrow: '4', total: '20' }])
  expect(accounts.map((one) => [one.book, one.currency, one.kind, one.amount])).toEqual([
    ['real', 'USDT', 'escrow', '4'],
    ['real', 'USDT', 'inventory', '10'],
    ['real', 'USDT', 'venue1', '7'],
    ['real', 'USDC', 'inventory', '1'],
    ['simulated', 'USDT', 'bankroll', '80'],
  ])
  expect(held).toEqual([
    { network: SANDBOX_CHAIN.name, ...usdt, hot: '18', deposits: '6' },
    { network: 'Second', ...usdt, hot: '0', deposits: '3' },
    { network: 'Second', currencyId: 3, currency: 'ETH', hot: '0', deposits: '0' },
  ])
  expect(cover.find((one) => one.currencyId === 1)).toEqual({
    ...usdt,
    books: '30',
    venues: '7',
    chain: '27',
    over: '-3',
  })
  expect(cover.map((one) => one.currency)).toEqual(['USDT', 'USDC', 'ETH'])
  const most = formatAmount(exposureBounds(100n * ONE, false).house)
  expect(exposure).toEqual([
    { ...usdt, mayWin: '3', most, bankroll: '8' },
    { currencyId: 3, currency: 'ETH', mayWin: '0', most: '0', bankroll: '1' },
  ])
})
