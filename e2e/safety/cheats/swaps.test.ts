import { currencyByCode } from '@tickmark/core/money/currencies'
import { ONE } from '@tickmark/core/money/money'
import { swapRates, swapReceives } from '@tickmark/core/wallet/swaps'
import { moneyKey } from '@tickmark/server/app/app.testing'
import { runAudit } from '@tickmark/server/app/audit/audit'
import type { Tx } from '@tickmark/server/db/pool'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { newOwner } from '../../support/house/owners.ts'

const house = setCheatingHouse()
const idOf = (code: string) => currencyByCode(code)?.id ?? 0

/** Swaps money of the practice account: with a quote that is paid a second later, or at the present rate. */
async function swapOnce(given: string, wanted: string, amount: string, isQuoted: boolean): Promise<string> {
  const { user } = await newOwner(house)
  const terms = { currencyId: String(idOf(given)), toCurrencyId: String(idOf(wanted)), amount }
  const asked = await user.get('/api/getSwapQuote', { query: { ...terms, book: '1' } })
  const { quote } = asked.body.data as { quote: string }
  if (isQuoted) await house.pass(1)
  const json = { ...terms, currencyId: idOf(given), toCurrencyId: idOf(wanted), book: 1 }
  const made = await user.post('/api/currencyExchange', {
    json: { ...json, ...(isQuoted && { quote }) },
    headers: moneyKey(),
  })
  if (made.status !== 200) throw new Error(`refused: ${made.text}`)
  return (made.body.data as { id: string }).id
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
    await swapOnce('USDT', 'ETH', '100', true),
    await swapOnce('ETH', 'BTC', '0.1', false),
    await swapOnce('USDT', 'USDC', '10', false),
  ]
  const cheated = await swapOnce('ETH', 'USDT', '0.5', true)
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
