import { expect, test } from 'vitest'
import { accept, refuse } from '../decision.ts'
import { judgeReset, RESET_EVERY_MS } from './resetSimulated.ts'

const tooSoon = refuse({ code: 'reset_too_soon', fromMs: 7 + RESET_EVERY_MS })

test.each([
  [
    'a book without orders and without a reset may be reset',
    { isInUse: false, lastResetMs: null },
    accept(null),
  ],
  ['a reset of the last day is waited for', { isInUse: false, lastResetMs: 7 }, tooSoon],
  [
    'money in orders stands in the way',
    { isInUse: true, lastResetMs: null },
    refuse({ code: 'reset_with_orders' }),
  ],
  ['and is named first', { isInUse: true, lastResetMs: 7 }, refuse({ code: 'reset_with_orders' })],
])('%s', (_rule, facts, decision) => {
  expect(judgeReset(facts)).toEqual(decision)
})
