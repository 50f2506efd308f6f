import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditChainMoves } from '../chains/audit.ts'
import { auditHoldings } from '../chains/auditHoldings.ts'
import type { Chain } from '../chains/node/network.ts'
import type { Chains } from '../chains/node/chainStates.ts'
import { chainNode } from '../chains/node/node.ts'
import { createChains } from '../chains/createChains.ts'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { auditLedger } from '../ledger/audit.testing.ts'
import { balances } from '../ledger/store.ts'
import { silentLog } from '../platform/log.ts'
import { auditWithdrawals } from './audit.testing.ts'
import { feesOffChain } from './auditFees.ts'
import {
  ETH,
  newAddress,
  openWithdrawalFixture,
  units,
  USDT,
  type WithdrawalFixture,
} from './withdrawals.testing.ts'
import { createPayoutWorker, type PayoutWorker } from './payout/payoutWorker.ts'
import { withdrawalById } from './withdrawal/store.testing.ts'
import { CHAIN, openTestPayout, type TestPayout } from './payout.testing.ts'
import { recordEvents } from '../module/events.testing.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'

let payout: TestPayout
let chain: Chain
let chains: Chains
let fixture: WithdrawalFixture
let paying: PayoutWorker
beforeAll(async () => {
  payout = await openTestPayout({ money: { 1: 10n ** 13n, 2: 10n ** 13n, 3: 10n ** 22n } })
  chain = { ...CHAIN, rpc: [payout.url], isTest: false }
  fixture = await openWithdrawalFixture({
    signer: payout.signer,
    chains: (database, clock) =>
      (chains = createChains({
        database,
        clock,
        log: silentLog(),
        chains: [chain],
        sandboxFolder: null,
        publicKeys: async () => payout.publicKeys,
        events: recordEvents(),
      })),
  })
  paying = createPayoutWorker(fixture.deps)
  await chains.idle()
})
afterAll(async () => {
  await paying.stop()
  await chains.stop()
  await fixture.close()
  await payout.close()
})

const db = () => fixture.deps.database.db

async function pass(blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) {
    await paying.idle()
    await payout.mine(1)
    fixture.clock.advance(1_000)
    await chains.idle()
  }
}

/** All errors in the books, and between the books and the chain. */
async function findings(): Promise<string[]> {
  const node = chainNode({ urls: () => [payout.url], keepsStates: true })
  const all = await transact(
    db(),
    async (tx) => [
      ...(await auditLedger(tx)),
      ...(await auditWithdrawals(tx, [chain])),
      ...(await auditChainMoves(tx, [chain])),
      ...(await auditHoldings(tx, chain, node)),
    ],
    { isolation: 'repeatable read' },
  )
  return all.map((one) => `${one.rule} ${one.where}: ${one.expected}, ${one.found}`)
}

test('deposits from the chain can be withdrawn there, and the books agree with the chain to the unit', async () => {
  const owner = await fixture.addOwner({})
  const { address } = await chains.depositAddress(owner.id, chain.id)
  await payout.faucet.pay(USDT, address, 250_000_000n)
  await payout.faucet.pay(ETH, address, 3n * 10n ** 18n + 12_345n)
  await pass(5)
  expect(await balances(db(), owner.id, 'real')).toEqual(
    new Map([
      [USDT, units('250')],
      [ETH, units('3')],
    ]),
  )
  const reverting = newAddress()
  await payout.rpc.call(z.unknown(), 'anvil_setCode', reverting, '0x60006000fd')
  const orders = [
    { currency: USDT, amount: '100.123456', to: newAddress() },
    { currency: ETH, amount: '1.00000001', to: newAddress() },
    { currency: ETH, amount: '0.5', to: reverting },
    { currency: USDT, amount: '50', to: owner.address },
  ]
  const ids: string[] = []
  for (const order of orders) ids.push(await fixture.withdraw(owner, order))
  await expect(fixture.withdraw(owner, { amount: '1', to: address })).rejects.toMatchObject({
    code: 'withdrawal_address_ours',
  })
  for (let i = 0; i < 12; i++) {
    await pass(1)
    expect(await findings()).toEqual([])
  }
  const ended = await Promise.all(ids.map((id) => withdrawalById(db(), id)))
  expect(ended.map((one) => one?.state)).toEqual(['final', 'final', 'cancelled', 'final'])
  const feesOf = (currency: number) =>
    ended.reduce((sum, one) => sum + (one?.currencyId === currency ? (one.end.fee ?? 0n) : 0n), 0n)
  expect(await balances(db(), owner.id, 'real')).toEqual(
    new Map([
      [USDT, units('99.876544') - feesOf(USDT)],
      [ETH, units('1.99999999') - feesOf(ETH)],
    ]),
  )
  const [token = '', coin = ''] = ids
  const lies: [change: string, of: string][] = [
    ['fee = fee + 1', coin],
    ['fee = fee - 1', coin],
    ['fee = fee_cap', token],
    ['gas = gas + 1', coin],
    ['gas = gas - 1', token],
    [`gas_currency = ${USDT}, gas_price = 0`, token],
  ]
  for (const [change, id] of lies)
    expect(await chargedOtherwise(`update withdrawal set ${change} where id = '${id}'`)).toEqual([id])
  // A block that was not read yet tells nothing.
  expect(await chargedOtherwise(`update withdrawal set fee = fee_cap, block = block + 1000`)).toEqual([])
  // A step of the audit looks six hours back: the chain's own record may be read after a payment's end.
  const { rows } = await sql<{
    at: bigint
  }>`select state_at as at from withdrawal where id = ${coin}`.execute(db())
  const dear = `update withdrawal set fee = fee + 1 where id = '${coin}'`
  for (const [ms, found] of [
    [6 * 3_600_000 - 1, [coin]],
    [6 * 3_600_000, []],
  ] as const)
    expect(await chargedOtherwise(dear, Number(rows[0]?.at) + ms)).toEqual(found)
  const lost = `delete from chain_move where txid = (select txid from withdrawal where id = '${coin}') and kind = 2`
  expect(await chargedOtherwise(lost)).toEqual([coin])
})

/**
 * The withdrawals that the audit, or its step after an audit at a time, finds to have cost another fee than the chain's, after a
 * statement past the triggers.
 */
async function chargedOtherwise(statement: string, auditedMs: number | null = null): Promise<string[]> {
  let found: string[] = []
  await undone(async (tx) => {
    await sql.raw(statement).execute(tx)
    const since = auditedMs === null ? null : { atMs: auditedMs, logSize: 0, carried: {} }
    const all = since
      ? await feesOffChain(tx, [{ chain, node: null }], since)
      : await auditWithdrawals(tx, [chain])
    found = all.filter(({ rule }) => rule === 'fee = chain').map(({ where }) => where.split(' ')[1] ?? '')
  })
  return found
}

/** Does something past the triggers, and undoes it. */
async function undone(work: (tx: Tx) => Promise<void>): Promise<void> {
  const done = new Error('rolled back')
  const tampered = transact(db(), async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await work(tx)
    throw done
  })
  await expect(tampered).rejects.toBe(done)
}

test.each([
  ['coin', ETH, '1'],
  ['a token', USDT, '40'],
])(
  'a payment of %s that reverts on the chain leaves books that agree with the chain',
  async (_what, currency, amount) => {
    const owner = await fixture.addOwner({})
    const { address } = await chains.depositAddress(owner.id, chain.id)
    await payout.faucet.pay(USDT, address, 50_000_000n)
    await payout.faucet.pay(ETH, address, 2n * 10n ** 18n)
    await pass(5)
    const to = newAddress()
    const id = await fixture.withdraw(owner, { currency, amount, to })
    // Simulated and sent while nothing refuses it; then refused, when mined, by its address or the token.
    const refusing =
      currency === ETH ? to : (chain.tokens.find((one) => one.currency === currency)?.contract ?? '')
    const code = await payout.rpc.call(z.string(), 'eth_getCode', refusing, 'latest')
    await payout.rpc.call(z.unknown(), 'evm_setAutomine', false)
    await paying.idle()
    await payout.rpc.call(z.unknown(), 'anvil_setCode', refusing, '0x60006000fd')
    await payout.mine(1)
    await payout.rpc.call(z.unknown(), 'anvil_setCode', refusing, code)
    await payout.rpc.call(z.unknown(), 'evm_setAutomine', true)
    for (let i = 0; i < 8; i++) {
      await pass(1)
      expect(await findings()).toEqual([])
    }
    const ended = await withdrawalById(db(), id)
    expect(ended).toMatchObject({ state: 'dead', reason: 'reverted' })
    expect(ended?.end.fee).toBeGreaterThan(0n)
    const own = units(currency === ETH ? '2' : '50') - (ended?.end.fee ?? 0n)
    expect((await balances(db(), owner.id, 'real')).get(currency)).toBe(own)

    // Rule 12 notices it: without the gas in the books, more has left the chain than they say.
    expect(await findingsWithoutGas(id)).toEqual([expect.stringMatching(/^outgoing = payouts ETH/)])
  },
)

/** The findings of rule 12 if the gas of a withdrawal were not in the books. */
async function findingsWithoutGas(id: string): Promise<string[]> {
  let found: string[] = []
  await undone(async (tx) => {
    await sql`delete from transfer where ref = ${id}::uuid and to_id & 15 = 0`.execute(tx)
    found = (await auditChainMoves(tx, [chain])).map((one) => `${one.rule} ${one.where}`)
  })
  return found
}
