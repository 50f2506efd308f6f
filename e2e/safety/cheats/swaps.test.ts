import { currencyByCode } from '@tickmark/core/money/currencies'
import { ONE, parseAmount } from '@tickmark/core/money/money'
import { swapRates, swapReceives } from '@tickmark/core/wallet/swaps'
import { runAudit } from '@tickmark/server/app/audit/audit'
import type { Tx } from '@tickmark/server/db/pool'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { newOwner } from '../../support/house/owners.ts'

const house = setCheatingHouse()
const idOf = (code: string) => currencyByCode(code)?.id ?? 0

/**
 * Swaps money of the practice account: with a quote that is paid a second later, or at the present rate. The owner signs what the
 * quote shows, or that anything is enough: then only the rates can betray the house.
 */
async function swapOnce(
  source: string,
  target: string,
  amount: string,
  { isQuoted, isEnough = true }: { isQuoted: boolean; isEnough?: boolean },
): Promise<string> {
  const owner = await newOwner(house)
  const terms = { currencyId: String(idOf(source)), toCurrencyId: String(idOf(target)), amount }
  const asked = await owner.user.get('/api/getSwapQuote', { query: { ...terms, book: '1' } })
  const { quote, receives } = asked.body.data as { quote: string; receives: string }
  if (isQuoted) await house.pass(1)
  const least = isEnough ? 0n : (parseAmount(receives) ?? 0n)
  return owner.swap({ source, target, amount, quote: isQuoted ? quote : '', least })
}

/** Writes other rates into a swap, and makes everything that follows from them agree: its sum, its transfer, the balances. */
async function rewrite(tx: Tx, id: string, rates: { source: bigint; target: bigint }): Promise<void> {
  const { rows } = await sql<{ given: bigint; received: bigint }>`
    select given, received from swap where id = ${id}`.execute(tx)
  const [swap] = rows
  if (!swap) throw new Error('the swap was made')
  const received = swapReceives(swap.given, rates)
  await sql`update swap set source_rate = ${rates.source}, target_rate = ${rates.target}, received = ${received}
    where id = ${id}`.execute(tx)
  const paid = sql`select * from transfer where ref = ${id} and leg = 1`
  await sql`update account set balance = balance + ${swap.received - received}
    where id = (select from_id from (${paid}) paid)`.execute(tx)
  await sql`update account set balance = balance - ${swap.received - received}
    where id = (select to_id from (${paid}) paid)`.execute(tx)
  await sql`update transfer set amount = ${received} where ref = ${id} and leg = 1`.execute(tx)
}

test('a house that swaps at rates of its own, with books that agree with them, is found by the audit', async () => {
  await house.pass(70)
  const honest = [
    await swapOnce('USDT', 'ETH', '100', { isQuoted: true }),
    await swapOnce('ETH', 'BTC', '0.1', { isQuoted: false }),
    await swapOnce('USDT', 'USDC', '10', { isQuoted: false }),
  ]
  const cheated = await swapOnce('ETH', 'USDT', '0.5', { isQuoted: true })
  const second = Math.floor(house.clock.nowMs() / 1_000)
  await house.pass(10)
  expect(honest).toHaveLength(3)
  expect(await runAudit(house.test.database)).toEqual([])
  const { rows } = await sql<{ source: bigint; target: bigint }>`
    select source_rate as source, target_rate as target from swap where id = ${cheated}`.execute(
    house.test.database.db,
  )
  const rates = rows[0] ?? { source: 0n, target: 0n }
  const old = swapRates(house.source.pricesAt(second - 60).get(2) ?? 0n, ONE)
  const lies = [
    ['the rates of a minute ago', old ?? rates],
    ['a wider spread for this owner alone', { ...rates, source: rates.source - rates.source / 200n }],
    ['a dollar that is worth more than one', { ...rates, target: ONE + 1n }],
  ] as const
  for (const [what, lie] of lies) {
    await house.pastTheGuards((tx) => rewrite(tx, cheated, lie))
    const found = await runAudit(house.test.database)
    expect(found, what).toMatchObject([{ number: 10, rule: 'rates = ticks', where: `swap ${cheated}` }])
  }
  await house.pastTheGuards((tx) => rewrite(tx, cheated, rates))
  expect(await runAudit(house.test.database)).toEqual([])
})

test('a house that swaps unasked, or for less than was signed, is found by the audit', async () => {
  await house.pass(70)
  const [cheated, other] = [
    await swapOnce('ETH', 'USDT', '0.5', { isQuoted: true, isEnough: false }),
    await swapOnce('ETH', 'USDT', '0.5', { isQuoted: true, isEnough: false }),
  ]
  expect(await runAudit(house.test.database)).toEqual([])
  const signed = sql`select * from swap_consent where swap_id = ${cheated}`
  const set = (change: ReturnType<typeof sql>) =>
    sql`update swap_consent set ${change} where swap_id = ${cheated}`
  const lies = [
    ['no text', sql`delete from swap_consent where swap_id = ${cheated}`],
    [
      'what another owner signed',
      set(sql`(text, signature, session) =
        (select text, signature, session from swap_consent where swap_id = ${other})`),
    ],
    ['a text that asks for less', set(sql`text = replace(text, '"least":"1', '"least":"')`)],
    ['a signature of nobody', set(sql`signature = decode(repeat('01', 64), 'hex')`)],
  ] as const
  for (const [what, lie] of lies) {
    await house.pastTheGuards(async (tx) => {
      await sql`create table kept as ${signed}`.execute(tx)
      await lie.execute(tx)
    })
    const found = await runAudit(house.test.database)
    expect(found, what).toMatchObject([{ number: 10, rule: 'swap = signed', where: `swap ${cheated}` }])
    await house.pastTheGuards(async (tx) => {
      await sql`delete from swap_consent where swap_id = ${cheated}`.execute(tx)
      await sql`insert into swap_consent select * from kept`.execute(tx)
      await sql`drop table kept`.execute(tx)
    })
  }
  expect(await runAudit(house.test.database)).toEqual([])
})
