import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAmount } from '@tickmark/core/money'
import { type Caller, newUser } from '@tickmark/server/app.testing'
import { runAudit } from '@tickmark/server/audit'
import { SANDBOX_CHAIN } from '@tickmark/server/chains/sandbox/sandboxChain'
import { createTestDatabase, type TestDatabase } from '@tickmark/server/db/database.testing'
import { freeIn, getTestMoney, testOwner, transfersOf, withdraw } from '@tickmark/server/vault.testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Program, programOn } from './process.ts'

const KILLS = 8
const ETH = 35
const ROOMY =
  'challenge=9999/60 verify=9999/60 register=9999/60 read=99999/60 write=9999/60 withdraw=9999/60 faucet=999/60'
/** Nobody's. */
const OUTSIDE = '0x00000000000000000000000000000000DeaDBeef'

let dataDir: string
let database: TestDatabase
let program: Program

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tickmark-vault-'))
  database = await createTestDatabase()
  program = await programOn({ DATA_DIR: dataDir, DATABASE_URL: database.url, RATES: ROOMY })
})
afterAll(async () => {
  await program.kill()
  await database.close()
  await rm(dataDir, { recursive: true })
})

test(`[T5] ${KILLS} kills of everything, chain and signer with it: each deposit and each withdrawal counts once`, async () => {
  await program.start()
  const owner = testOwner(81)
  const user = await newUser(() => program.url, 81)
  await funded(user)
  const asked: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const id = await withdraw(user, owner, { typeId: ETH, to: OUTSIDE, amount: '0.01' }).catch(() => null)
    if (id !== null) asked.push(id)
    const money = getTestMoney(user, ETH).catch(() => null)
    await pause(Math.random() * 1_500)
    await program.kill()
    await money
    await program.start()
  }
  await allEnded(user)
  const withdrawals = await transfersOf(user, 'get_my_cash_out_record')
  for (const id of asked) expect(withdrawals.find((one) => one.id === id)?.status).toBe(1)
  const deposits = await transfersOf(user, 'get_my_recharge_record')
  expect(new Set(deposits.map((one) => one.txid)).size).toBe(deposits.length)
  expect(new Set(withdrawals.map((one) => one.txid)).size).toBe(withdrawals.length)
  const sum = (texts: string[]) => texts.reduce((total, text) => total + (parseAmount(text) ?? 0n), 0n)
  const left = sum(deposits.map((one) => one.money)) - sum(withdrawals.flatMap((one) => [one.money, one.fee]))
  expect(await freeIn(user, 'ETH')).toBe(left)
  const networks = [{ chain: SANDBOX_CHAIN, node: null }]
  expect(await runAudit(database.database, { networks })).toEqual([])
  expect(await program.stop()).toBe(0)
})

/** The chain may still be starting when the first asks come. */
async function funded(user: Caller): Promise<void> {
  const first = () => getTestMoney(user, ETH).catch(() => null)
  await vi.waitUntil(first, { timeout: 40_000, interval: 200 })
  await vi.waitUntil(async () => (await freeIn(user, 'ETH')) > 0n, { timeout: 40_000, interval: 200 })
}

async function allEnded(user: Caller): Promise<void> {
  const isOver = async () => {
    const all = [
      ...(await transfersOf(user, 'get_my_cash_out_record')),
      ...(await transfersOf(user, 'get_my_recharge_record')),
    ]
    return all.every((one) => one.status !== 0)
  }
  await vi.waitUntil(isOver, { timeout: 60_000, interval: 300 })
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
