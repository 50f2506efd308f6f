import { describe, expect, test } from 'vitest'
import {
  aboutMinutes,
  changeBy,
  feeStateOf,
  isCounted,
  pollMsOf,
  stepStatesOf,
  statusWord,
  waitMs,
  type TransferKind,
} from './transferState.ts'

type Steps = Parameters<typeof stepStatesOf>[1]['steps']

function lines(kind: TransferKind, names: readonly Steps[number]['step'][]): string {
  const steps = names.map((step, at) => ({ step, at: 1_000 + at }))
  return stepStatesOf(kind, { steps, confirmations: 3, needed: 12 })
    .map((one) => `${one.step} ${one.state}`)
    .join(', ')
}

describe('the steps of a deposit', () => {
  test('it is seen, waits for confirmations, and is credited', () => {
    expect(lines('deposit', ['seen'])).toBe('seen done, confirmations now, credited later')
    expect(lines('deposit', ['seen', 'credited'])).toBe('seen done, confirmations done, credited done')
  })

  test('a deposit that the chain dropped ends there', () => {
    expect(lines('deposit', ['seen', 'orphaned'])).toBe('seen done, orphaned failed')
  })
})

describe('the steps of a withdrawal', () => {
  const table: [Parameters<typeof lines>[1], string][] = [
    [['requested'], 'requested done, approved now, signed later, broadcast later, final later'],
    [
      ['requested', 'held_new_address'],
      'requested done, held_new_address now, approved later, signed later, broadcast later, final later',
    ],
    [
      ['requested', 'held_new_address', 'approved'],
      'requested done, held_new_address done, approved done, signed now, broadcast later, final later',
    ],
    [
      ['requested', 'approved', 'signed', 'broadcast'],
      'requested done, approved done, signed done, broadcast done, final now',
    ],
    [
      ['requested', 'approved', 'signed', 'broadcast', 'final'],
      'requested done, approved done, signed done, broadcast done, final done',
    ],
    [['requested', 'cancelled'], 'requested done, cancelled failed'],
    [['requested', 'rejected'], 'requested done, rejected failed'],
    [['requested', 'approved', 'signed', 'dead'], 'requested done, approved done, signed done, dead failed'],
  ]
  for (const [steps, way] of table) {
    test(`after ${steps.join(', ')}`, () => expect(lines('withdrawal', steps)).toBe(way))
  }

  test('a step without a time that precedes a known step has happened', () => {
    expect(lines('withdrawal', ['requested', 'approved', 'signed', 'final'])).toBe(
      'requested done, approved done, signed done, broadcast done, final done',
    )
  })
})

test('a completed step has its time', () => {
  const [seen, waiting] = stepStatesOf('deposit', {
    steps: [{ step: 'seen', at: 7 }],
    confirmations: 0,
    needed: 12,
  })
  expect([seen?.atMs, waiting?.atMs]).toEqual([7, null])
})

test('the wait for confirmations follows the pace of the chain', () => {
  expect(waitMs({ confirmations: 7, needed: 12 }, 12)).toBe(60_000)
  expect(waitMs({ confirmations: 12, needed: 12 }, 12)).toBeNull()
  expect(waitMs({ confirmations: 20, needed: 12 }, 12)).toBeNull()
})

test('transfers are polled while one of them is pending, and then no more', () => {
  const pending = { status: 0 }
  const [done, failed] = [{ status: 1 }, { status: 2 }]
  expect(pollMsOf([done, pending])).toBe(4_000)
  expect(pollMsOf([done, failed])).toBe(false)
  expect(pollMsOf([])).toBe(false)
})

test('[WAL-09] a record has one of three words: 0 pending, 1 success, 2 failed', () => {
  expect([0, 1, 2].map(statusWord)).toEqual(['pending', 'success', 'failed'])
})

test('a deposit adds to the balance, and a withdrawal takes from it', () => {
  expect(changeBy('deposit', { money: '0.2' })).toBe(20_000_000n)
  expect(changeBy('withdrawal', { money: '0.2' })).toBe(-20_000_000n)
})

test('the fee of a withdrawal is its most until the withdrawal has succeeded', () => {
  expect([0, 1, 2].map((status) => feeStateOf({ status }))).toEqual(['feeCap', 'feePaid', 'feeCap'])
})

test('a wait is told in minutes, rounded, and less than one as such', () => {
  const waits = [0, 59_999, 60_000, 89_999, 90_000, 144_000, 3_600_000]
  expect(waits.map(aboutMinutes)).toEqual([null, null, 1, 1, 2, 2, 60])
})

test.each([
  ['confirmations', 'now', true],
  ['final', 'now', true],
  ['final', 'later', false],
  ['confirmations', 'done', false],
  ['broadcast', 'now', false],
  ['credited', 'now', false],
] as const)('the step %s that is %s counts confirmations: %s', (step, state, is) => {
  expect(isCounted(step, state)).toBe(is)
})
