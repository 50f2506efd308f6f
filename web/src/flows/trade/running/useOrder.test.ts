import { expect, test } from 'vitest'
import { needsResult } from './useOrder.ts'

test.each([
  ['that ended, while the open orders load', { ended: true, isListed: false, isListKnown: false }, true],
  ['that ended, and is still listed', { ended: true, isListed: true, isListKnown: true }, true],
  ['that may still be open', { ended: false, isListed: false, isListKnown: false }, false],
  ['that is open', { ended: false, isListed: true, isListKnown: true }, false],
  ['that is not open any more', { ended: false, isListed: false, isListKnown: true }, true],
])('the result of an order %s is asked for or not', (_, facts, isAsked) => {
  expect(needsResult(facts)).toBe(isAsked)
})
