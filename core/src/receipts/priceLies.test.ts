import { expect, test } from 'vitest'
import { formatAmount } from '../money/money.ts'
import { CLOSE_AHEAD_MS, CLOSE_LOGGED_MS } from '../orders/bid.ts'
import { type Lie, retell } from './lie.testing.ts'
import { nodeCrypto } from './lyingHouse.testing.ts'
import { crypto } from './nodeCrypto.testing.ts'
import { CLOSE_LIES } from './closeLies.testing.ts'
import {
  closed,
  loggedAt,
  loggedLate,
  PRICE_LIES,
  signedAfter,
  withOldest,
  won,
} from './priceLies.testing.ts'
import { checkReceipt, type StepName } from './receiptCheck.ts'
import type { Played } from './toyExchange.testing.ts'

/** The steps that a signed lie breaks or leaves unshown. */
function told(one: Played, change: (honest: Lie) => Partial<Lie>): { steps: StepName[]; verdict: string } {
  const { steps, verdict } = checkReceipt(retell(one, nodeCrypto, change), crypto)
  return { verdict, steps: steps.filter((step) => !step.ok).map((step) => step.name) }
}

test.each([...PRICE_LIES, ...CLOSE_LIES])(
  'a house that signs %s fails at that step, or is right',
  (_, one, change, steps) => {
    expect(told(one, change).steps).toEqual(steps)
  },
)

test('a replaced model breaks the price; for a late ticket the price is not proven', () => {
  const replaced = (honest: Lie) => withOldest(honest, honest.ticket.model + 1, 'tickets')
  expect(told(won, replaced).verdict).toBe('broken')
  expect(told(won, (honest) => loggedLate(replaced(honest))).verdict).toBe('not_proven')
})

test('a late close is not proven, a backdated one is broken', () => {
  const late = told(closed, (honest) => loggedAt(honest, honest.settlement.settledAt + CLOSE_LOGGED_MS + 1))
  expect(late.verdict).toBe('not_proven')
  expect(told(closed, (honest) => signedAfter(honest, CLOSE_AHEAD_MS + 1)).verdict).toBe('broken')
})

test('a time beyond the range of dates is malformed, in any field', () => {
  const { receipt } = closed
  const most = 8_640_000_000_000_001
  for (const changed of [
    { ...receipt, ticket: { ...receipt.ticket, acceptedAt: most } },
    { ...receipt, settlement: { ...receipt.settlement, settledAt: most } },
  ])
    expect(checkReceipt(changed, crypto).steps[0]).toMatchObject({ name: 'form', ok: false })
  expect(
    told(closed, ({ basis }) => ({ basis: basis.map((one) => ({ ...one, at: most })) })).steps,
  ).toContain('entries')
})

test('the figures of a bid are decimals', () => {
  const bid = checkReceipt(closed.receipt, crypto).steps.find((one) => one.name === 'bid')
  expect(bid?.facts['bid']).toBe(formatAmount(BigInt(closed.statement.bid)))
})
