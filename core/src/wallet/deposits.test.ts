import { expect, test } from 'vitest'
import { DEPOSIT_STATES, DEPOSIT_STEPS, depositState, type DepositState } from './deposits.ts'

const states = Object.keys(DEPOSIT_STATES) as DepositState[]
const hasMoney = (state: DepositState) => state === 'credited' || state === 'lost'

test('a stored state reads back, and an unknown one throws, so that it is not taken for an uncredited deposit', () => {
  expect(states.map((state) => depositState(DEPOSIT_STATES[state]))).toEqual(states)
  for (const unknown of [-1, 4, 0.5]) expect(() => depositState(unknown)).toThrow('known')
})

test('credited money is never credited twice, and never taken back', () => {
  const steps = Object.values(DEPOSIT_STEPS).flatMap((after) => Object.entries(after))
  for (const [from, to] of steps) {
    if (hasMoney(from as DepositState)) expect(hasMoney(to)).toBe(true)
  }
  expect(steps.filter(([from, to]) => !hasMoney(from as DepositState) && hasMoney(to))).toEqual([
    ['seen', 'credited'],
  ])
})

test.each([
  ['read', ['seen', 'credited', 'seen', 'credited']],
  ['confirmed', ['credited', 'credited', 'orphaned', 'lost']],
  ['gone', ['orphaned', 'lost', 'orphaned', 'lost']],
] as const)('%s turns seen, credited, orphaned and lost into %o', (event, expected) => {
  expect(states.map((state) => DEPOSIT_STEPS[event][state] ?? state)).toEqual(expected)
})
