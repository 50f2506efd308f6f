import { setTimeout as pause } from 'node:timers/promises'
import { parseAmount } from '@tickmark/core/money/money'
import { runs } from '@tickmark/core/runs.testing'
import { WITHDRAWAL_STATES } from '@tickmark/core/wallet/withdrawals'
import { type Caller, newUser } from '@tickmark/server/app/app.testing'
import { runAudit } from '@tickmark/server/app/audit/audit'
import { SANDBOX_CHAIN } from '@tickmark/server/chains/sandbox/sandboxChain'
import {
  creditedAfter,
  freeIn,
  getTestMoney,
  offered,
  OUTSIDE,
  testOwner,
  transfersOf,
  typeIdOf,
  withdraw,
} from '@tickmark/server/app/custody.testing'
import { expect, test, vi } from 'vitest'
import { setProgram } from '../support/stage/process.ts'

/** Each round has one kill while the server works, and one while it reconnects to the chain. */
const ROUNDS = runs(2, 250)
const ETH = typeIdOf(3)
const WISH = { typeId: ETH, to: OUTSIDE, amount: '0.01' }
const ROOMY =
  'challenge=9999/60 verify=9999/60 register=9999/60 read=99999/60 write=9999/60 withdraw=9999/60 faucet=999/60'

const program = setProgram('vault', { RATES: ROOMY })

test(
  `[T5] ${2 * ROUNDS} kills of everything, chain and signer with it: each deposit and each withdrawal counts once`,
  async () => {
    await program.start()
    const owner = testOwner(81)
    const user = await newUser(() => program.url, 81)
    await creditedAfter(user, 'ETH', () => getTestMoney(user, ETH))
    const asked: string[] = []
    let met = 0
    for (let round = 0; round < ROUNDS; round++) {
      await untilOffered(user)
      asked.push(await withdraw(user, owner, WISH))
      const money = getTestMoney(user, ETH).catch(() => null)
      await pause(Math.random() * 1_500)
      await program.kill()
      await money
      if (await isMoneyUnderWay()) met++
      await program.start()
      await pause(Math.random() * 1_500)
      await program.kill()
      await program.start()
    }
    await allEnded(user)
    expect(asked).toHaveLength(ROUNDS)
    expect(met, 'kills met money under way').toBeGreaterThan(ROUNDS / 2)
    const withdrawals = await transfersOf(user, 'get_my_cash_out_record')
    for (const id of asked) expect(withdrawals.find((one) => one.id === id)?.status).toBe(1)
    const deposits = await transfersOf(user, 'get_my_recharge_record')
    expect(new Set(deposits.map((one) => one.txid)).size).toBe(deposits.length)
    expect(new Set(withdrawals.map((one) => one.txid)).size).toBe(withdrawals.length)
    const sum = (texts: string[]) => texts.reduce((total, text) => total + (parseAmount(text) ?? 0n), 0n)
    const left =
      sum(deposits.map((one) => one.money)) - sum(withdrawals.flatMap((one) => [one.money, one.fee]))
    expect(await freeIn(user, 'ETH')).toBe(left)
    const networks = [{ chain: SANDBOX_CHAIN, node: null }]
    expect(await runAudit(program.database.database, { networks })).toEqual([])
    expect(await program.stop()).toBe(0)
  },
  runs(600_000, 3 * 3_600_000),
)

/** Whether a withdrawal is neither paid nor refunded. */
async function isMoneyUnderWay(): Promise<boolean> {
  const rows = await program.database.database.db.selectFrom('withdrawal').select('state').execute()
  return rows.some(({ state }) => state < WITHDRAWAL_STATES.final)
}

/** After a start the chain takes a moment to respond. */
async function untilOffered(user: Caller): Promise<void> {
  const isOffered = async () => (await offered(user, WISH)).status === 200
  await vi.waitUntil(isOffered, { timeout: 180_000, interval: 50 })
}

async function allEnded(user: Caller): Promise<void> {
  const isOver = async () => {
    const all = [
      ...(await transfersOf(user, 'get_my_cash_out_record')),
      ...(await transfersOf(user, 'get_my_recharge_record')),
    ]
    return all.every((one) => one.status !== 0)
  }
  await vi.waitUntil(isOver, { timeout: 300_000, interval: 300 })
}
