import { expect, test } from 'vitest'
import { retell } from './lie.testing.ts'
import { EDGES, LOG_LIES, RESEALED, won } from './logLies.testing.ts'
import { nodeCrypto } from './lyingHouse.testing.ts'
import { crypto } from './nodeCrypto.testing.ts'
import { checkReceipt } from './receiptCheck.ts'

test.each(LOG_LIES)('exactly these steps expose a house that signs %s', (_what, change, verdict, steps) => {
  const found = checkReceipt(retell(won, nodeCrypto, change), crypto)
  expect(found.steps.filter((step) => !step.ok).map((step) => step.name)).toEqual(steps)
  expect(found.verdict).toBe(verdict)
})

test.each(EDGES)('an order %s is settled by the rule', (_what, one, change, steps) => {
  const found = checkReceipt(retell(one, nodeCrypto, change), crypto)
  expect(found.steps.filter((step) => !step.ok).map((step) => step.name)).toEqual(steps)
})

test.each(RESEALED)('a house that signs %s is exposed by these steps', (_what, change, steps) => {
  const found = checkReceipt(change(retell(won, nodeCrypto, () => ({}))), crypto)
  expect(found.steps.filter((step) => !step.ok).map((step) => step.name)).toEqual(steps)
})
