import { expect, test } from 'vitest'
import { hasSchedule, isOpen, stateKey, TONES } from './loanState.ts'

test.each([
  ['under review', 0, '0', 'caution', false, true],
  ['active', 1, '1', 'brand', true, true],
  ['rejected', 2, '2', 'plain', false, false],
  ['complete', 3, '3', 'good', true, false],
  ['in a state that this page does not know', 4, '0', 'caution', false, false],
] as const)('a loan that is %s', (_, state, key, tone, schedule, open) => {
  expect([stateKey(state), TONES[stateKey(state)], hasSchedule({ state }), isOpen({ state })]).toEqual([
    key,
    tone,
    schedule,
    open,
  ])
})
