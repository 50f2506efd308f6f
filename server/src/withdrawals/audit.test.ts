import { ONE } from '@tickmark/core/money/money'
import { gasPriceFor } from '@tickmark/core/wallet/gasFees'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditWithdrawals } from './audit.testing.ts'
import {
  CHAIN_ROW,
  ETH,
  logTick,
  newAddress,
  openWithdrawalFixture,
  units,
  USDT,
  type WithdrawalFixture,
} from './withdrawals.testing.ts'

let fixture: WithdrawalFixture
let ownerAddress: string
/** Pending, cancelled, and four to be paid: tokens and coins, successful and reverted. */
const ids = { pending: '', cancelled: '', token: '', coin: '', deadToken: '', deadCoin: '' }

beforeAll(async () => {
  fixture = await openWithdrawalFixture()
  const owner = await fixture.addOwner({ [USDT]: '100', [ETH]: '10' })
  ownerAddress = owner.address
  await sql`insert into delegation values (sha256('x'), 'signed in', 'by his key', ${owner.address}, 'evm')`.execute(
    fixture.deps.database.db,
  )
  const ask = (currency: number, amount: string) =>
    fixture.withdraw(owner, { currency, amount, to: newAddress() })
  ids.pending = await ask(USDT, '10')
  ids.cancelled = await ask(USDT, '20')
  ids.token = await ask(USDT, '11')
  ids.coin = await ask(ETH, '1')
  ids.deadToken = await ask(USDT, '12')
  ids.deadCoin = await ask(ETH, '2')
  await fixture.answers.cancelWithdrawal({ id: ids.cancelled }, fixture.ask(owner))
})
afterAll(() => fixture.close())

/** Writes the rows of a payment: state 6 paid, 9 mined and reverted; a fee of 7 and gas of 5. */
async function pay(tx: Tx, id: string, state: 6 | 9): Promise<void> {
  for (const [at, step] of [3, 4, 5, state].entries())
    await sql`insert into withdrawal_step select id, ${step}, state_at + ${at + 1} from withdrawal where id = ${id}`.execute(
      tx,
    )
  await sql`insert into withdrawal_slot select chain, 'hot', place, id from withdrawal where id = ${id}`.execute(
    tx,
  )
  await sql`insert into withdrawal_tx select chain, id::text, id, 'x', 1, 1, 1 from withdrawal where id = ${id}`.execute(
    tx,
  )
  await sql`update withdrawal set state = ${state}, txid = id::text, block = 1, fee = 7, gas = 5 where id = ${id}`.execute(
    tx,
  )
  // The legs of a payout: amount out, network fee, return, gas.
  await sql`insert into transfer
    select leg.from_id, leg.to_id, leg.amount, state_at + 4, id, 8, leg.number from withdrawal, lateral (values
      (0, user_id * 1024 + currency * 16 + 5, currency * 16,
        case when state = 6 then amount else 0 end + case when gas_price = 0 then fee else 0 end),
      (1, user_id * 1024 + currency * 16 + 5, currency * 16 + 4, case when gas_price > 0 then fee else 0 end),
      (2, user_id * 1024 + currency * 16 + 5, user_id * 1024 + currency * 16 + 1,
        fee_cap - fee + case when state = 9 then amount else 0 end),
      (3, (gas_currency * 16 + 6)::bigint, gas_currency * 16, gas)
    ) as leg (number, from_id, to_id, amount) where id = ${id} and leg.amount > 0`.execute(tx)
  await sql`update account set balance = balance - w.amount - w.fee_cap
    from withdrawal w where w.id = ${id} and account.id = w.user_id * 1024 + w.currency * 16 + 5`.execute(tx)
}

const OTHER_CHAIN = { ...CHAIN_ROW, id: 2, name: 'Other' }
const DAY_MS = 86_400_000

const NETS = [
  ['account', 'account_is_covered'],
  ['transfer', 'transfer_stays_in_its_book'],
  ['transfer', 'transfer_flow_is_allowed'],
]

/** The rules that notice a statement of the database's owner, run past all triggers and some constraints, then undone. */
async function tamper(statement: string, wallets?: AuditFacts['wallets']): Promise<string[]> {
  let rules: string[] = []
  const undone = new Error('undone')
  const trial = transact(fixture.deps.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const [table, net] of NETS) await sql.raw(`alter table ${table} drop constraint ${net}`).execute(tx)
    await pay(tx, ids.token, 6)
    await pay(tx, ids.coin, 6)
    await pay(tx, ids.deadToken, 9)
    await pay(tx, ids.deadCoin, 9)
    await sql
      .raw(statement.replace(/\{(\w+)\}/g, (_, name: keyof typeof ids) => `'${ids[name]}'`))
      .execute(tx)
    rules = (await auditWithdrawals(tx, [CHAIN_ROW, OTHER_CHAIN], wallets)).map((one) => one.rule)
    throw undone
  })
  await trial.catch((thrown: unknown) => {
    if (thrown !== undone) throw thrown
  })
  return [...new Set(rules)]
}

test('the audit of honest withdrawals finds nothing, pending, cancelled, paid or reverted', async () => {
  expect(await auditWithdrawals(fixture.deps.database.db)).toEqual([])
  expect(await tamper('select 1')).toEqual([])
  // A contract that signs for its owner may sign in the form of a key that is not his.
  const contract = "update delegation set kind = 'contract'"
  const forged = "update withdrawal set signature = '0x' || repeat('1', 130)"
  expect(await tamper(`${contract}; ${forged}`)).toEqual(['log = withdrawals'])
  const most = 'div(gas * gas_price + 99999999, 100000000) + 99'
  expect(await tamper(`update withdrawal set fee = ${most} where id = {token}`)).not.toContain(FEE)
})

test('a house whose own time is a day off its machine’s may accept, and a network that is not given is not compared', async () => {
  for (const change of [`+ ${DAY_MS} + 5 * 60000 - 1`, `- ${DAY_MS}`]) {
    const moved = `update withdrawal set requested_at = requested_at ${change} where id = {token}`
    expect(await tamper(moved)).not.toContain(INTENT)
  }
  expect(await tamper('update withdrawal set chain = 3 where id = {token}')).not.toContain(INTENT)
})

test('a payment that only a contract could have asked for needs one at its owner’s address', async () => {
  const claimed = `update delegation set kind = 'contract'; update withdrawal set signature = '0x' || repeat('1', 140) where id = {coin}`
  const asking = (hasCode: NonNullable<AuditFacts['wallets']>['hasCode']) =>
    tamper(claimed, { recoverWallet: () => null, hasCode, sites: null })
  const asked = new Set<string>()
  expect(await tamper(claimed)).not.toContain(OWNER)
  expect(await asking((address) => Promise.resolve(asked.add(address).size > 0))).not.toContain(OWNER)
  expect([...asked]).toEqual([ownerAddress])
  expect(await asking(() => Promise.resolve(false))).toContain(OWNER)
  expect(await asking(() => Promise.reject(new Error('unreachable')))).toContain(OWNER)
  expect(await asking(null)).toContain(OWNER)
})

const [INTENT, OWNER, FEE, LOG] = ['withdrawal = intent', 'intent = owner', 'fee = gas', 'log = withdrawals']
const PRICE = 'gas price = ticks'
const [HOLDS, TRANSFERS, STEPS] = [
  'holds = pending withdrawals',
  'withdrawals = transfers',
  'withdrawal = steps and bytes',
]
const legs = (['token', 'coin', 'deadToken', 'deadCoin'] as const).flatMap((id) =>
  [0, 1, 2, 3].map((leg) => ({ id, leg, of: `where ref = {${id}} and cause = 8 and leg = ${leg}` })),
)
/** Coins have no leg for the network's fee, and a reverted token payment has no outgoing leg. */
const real = legs.filter(({ id, leg }) =>
  leg === 0 ? id !== 'deadToken' : leg !== 1 || id === 'token' || id === 'deadToken',
)

test.each<[string, string]>([
  [HOLDS, 'update account set balance = balance - 1 where (id & 15) = 5'],
  [HOLDS, 'update withdrawal set amount = amount + 1 where id = {pending}'],
  [HOLDS, 'update withdrawal set fee_cap = fee_cap + 1 where id = {pending}'],
  [HOLDS, 'update withdrawal set state = 2 where id = {cancelled}'],
  [HOLDS, 'update withdrawal set state = 7 where id = {pending}'],
  [HOLDS, 'update withdrawal set currency = 2 where id = {pending}'],
  [HOLDS, 'update withdrawal set user_id = user_id + 1 where id = {pending}'],
  [TRANSFERS, 'update withdrawal set amount = amount + 1 where id = {pending}'],
  [TRANSFERS, 'delete from transfer where cause = 7 and ref = {pending}'],
  [TRANSFERS, 'delete from transfer where cause = 8 and ref = {cancelled}'],
  [TRANSFERS, 'update transfer set amount = amount + 1 where cause = 7 and ref = {pending}'],
  [TRANSFERS, 'update transfer set to_id = to_id + 16 where cause = 7 and ref = {pending}'],
  [TRANSFERS, 'update transfer set ref = gen_random_uuid() where cause = 8 and ref = {cancelled}'],
  ...real.flatMap(({ leg, of }): [string, string][] => [
    [TRANSFERS, `update transfer set amount = amount + 1 ${of}`],
    [TRANSFERS, `update transfer set to_id = to_id + 16 ${of}`],
    ...(leg === 3
      ? []
      : [[TRANSFERS, `update transfer set from_id = from_id + 16 ${of}`] as [string, string]]),
    [TRANSFERS, `delete from transfer ${of}`],
  ]),
  // Books that agree with other terms than the owner signed.
  [
    INTENT,
    `update withdrawal set fee_cap = fee_cap + 1, amount = amount - 1 where id in ({pending}, {token})`,
  ],
  [INTENT, `update withdrawal set destination = '0x' || repeat('1', 40) where id = {token}`],
  [INTENT, `update withdrawal set currency = 2 where id = {token}`],
  [INTENT, 'update withdrawal set chain = 2 where id = {token}'],
  [INTENT, `update withdrawal set requested_at = requested_at + ${DAY_MS} + 5 * 60000 where id = {token}`],
  [INTENT, `update withdrawal set requested_at = requested_at - ${DAY_MS} - 1 where id = {token}`],
  [INTENT, `update withdrawal set nonce = gen_random_uuid() where id = {token}`],
  [INTENT, `update withdrawal set intent = '{}' where id = {token}`],
  [
    OWNER,
    `update withdrawal set intent = replace(intent, '"amount":"11"', '"amount":"12"') where id = {token}`,
  ],
  [OWNER, `update withdrawal set signature = '0x' || repeat('1', 130) where id = {token}`],
  [OWNER, `update withdrawal set account = '0x' || repeat('1', 40) where id = {token}`],
  [OWNER, `update users set address = '0x' || repeat('1', 40)`],
  // 5 units of a coin at 3,675 USDT: 18,375 units, and at most 99 more where a token has six decimals.
  [FEE, `update withdrawal set fee = div(gas * gas_price + 99999999, 100000000) + 100 where id = {token}`],
  [FEE, `update withdrawal set fee = fee_cap, gas = 0 where id = {deadToken}`],
  [PRICE, 'update withdrawal set gas_price = gas_price + 1 where id = {pending}'],
  [PRICE, 'update withdrawal set gas_price = 2 * gas_price where id = {token}'],
  [STEPS, 'update withdrawal set state = 5 where id = {pending}'],
  [STEPS, 'delete from withdrawal_step where state = 2 and withdrawal = {pending}'],
  [STEPS, 'update withdrawal_step set at = at + 10 where state = 5 and withdrawal = {token}'],
  [STEPS, 'delete from withdrawal_tx where withdrawal = {token}'],
  [STEPS, 'delete from withdrawal_slot where withdrawal = {deadToken}'],
  [STEPS, `update withdrawal set txid = '0x2' where id = {coin}`],
  [LOG, 'delete from withdrawal_promise where number = 2'],
  [LOG, 'delete from withdrawal_promise where number = 6'],
  [LOG, 'update withdrawal_promise set number = 7 where number = 6'],
  [LOG, `update withdrawal_promise set text = replace(text, '"due":1', '"due":2') where withdrawal = {coin}`],
  [LOG, 'update withdrawal set requested_at = requested_at + 1 where id = {pending}'],
])('the audit notices: %s after %s', async (rule, statement) => {
  expect(await tamper(statement)).toContain(rule)
})

test('gas costs the price of a tick that may have been the newest at the offer, of no later or earlier one', async () => {
  const { db } = fixture.deps.database
  const undone = new Error('undone')
  const trial = transact(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const { rows } = await sql<{ asked: bigint }>`
      select requested_at as asked from withdrawal where id = ${ids.token}`.execute(tx)
    const asked = Number(rows[0]?.asked)
    const at = (seconds: number) => Math.floor(asked / 1000) * 1000 + 1000 * seconds
    const ticks: [seconds: number, price: string][] = [
      [-500, '1000'],
      [-400, '2000'],
      [-299, '3000'],
      [-30, '4000'],
      [0, '5000'],
      [1, '6000'],
      [60, '7000'],
    ]
    await sql`delete from log_entry`.execute(tx)
    for (const [i, [seconds, price]] of ticks.entries()) await logTick(tx, i + 1, at(seconds), units(price))
    const told: string[] = []
    for (const price of ['1000', '2000', '3000', '4000', '5000', '6000', '7000', '8000']) {
      const gasPrice = gasPriceFor(units(price), ONE)
      await sql`update withdrawal set gas_price = ${gasPrice} where id = ${ids.token}`.execute(tx)
      const found = await auditWithdrawals(tx)
      if (found.some((one) => one.rule === PRICE && one.where.endsWith(ids.token))) told.push(price)
    }
    expect(told).toEqual(['1000', '7000', '8000'])
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
})
