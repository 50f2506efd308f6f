import { crypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { checkReceipt } from '@tickmark/core/receipts/receiptCheck'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askOf, bidFor, codeOf, openOrderFixture, type OrderFixture } from './orders.testing.ts'

let fixture: OrderFixture
beforeEach(async () => {
  fixture = await openOrderFixture()
})
afterEach(() => fixture.close())

const context = () => askOf(fixture.clock, 1)

async function quote(): Promise<string> {
  const asked = { type: 0 as const, pid: 1, timeId: 110 }
  return (await fixture.answers.getTimeAccountCurrency(asked, context())).ranges[0]?.id ?? ''
}

const place = (quoteId: string) =>
  fixture.answers.createLimitOrder({ pid: 1, stake: '100', timeId: 110, currencyId: 1, quoteId }, context())

test('while rules are announced and not in force, nothing new is priced, but open orders can be closed', async () => {
  const { orderId } = await place(await quote())
  const id = await quote()
  await fixture.pass(2)
  const from = Date.parse('2026-11-22T00:00:00Z')
  fixture.deps.prices = { ...fixture.market, rulesFrom: () => from }
  expect(await codeOf(quote())).toBe('rules_announced')
  const thrown: unknown = await place(id).catch((one: unknown) => one)
  expect(thrown).toMatchObject({ code: 'rules_announced', facts: { from: '2026-11-22 00:00 UTC' } })
  const { bidId } = await bidFor(fixture, orderId)
  expect(await codeOf(fixture.answers.closeLimitOrder({ orderId, bidId }, context()))).toBe('ok')
  await fixture.pass(2)
  const { receipt } = await fixture.answers.getReceipt({ orderId }, context())
  const verdict = checkReceipt(receipt, crypto)
  expect(verdict.verdict).toBe('not_proven')
  expect(verdict.steps.filter((one) => one.ok).map((one) => one.name)).toEqual(
    expect.arrayContaining(['price', 'bid', 'close_logged']),
  )
})
