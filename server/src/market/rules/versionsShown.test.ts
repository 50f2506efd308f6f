import type { RulesEntry } from '@tickmark/core/log/log'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { changeableOf } from '@tickmark/core/orders/ruleChange'
import { expect, test } from 'vitest'
import { versionsShown } from './versionsShown.ts'

const rules = (marginPpm: number) => ({ ...PRESENT_RULES, marginPpm })

/** Versions as [margin, approved at], oldest first; entries as [margin, logged at, from]. */
function shown(approved: [number, number][], logged: [number, number, number][], nowMs: number) {
  const versions = approved
    .map(([marginPpm, approvedMs], i) => ({
      version: i + 1,
      rules: changeableOf(rules(marginPpm)),
      askedBy: `asks ${i + 1}`,
      approvedBy: `approves ${i + 1}`,
      approvedMs,
    }))
    .toReversed()
  const entries = logged.map(([marginPpm, at, from], i): RulesEntry => ({
    kind: 'rules',
    seq: 10 * (i + 1),
    at,
    from,
    before: 10 * i,
    rules: rules(marginPpm),
  }))
  return versionsShown(versions, entries, nowMs)
}
const short = (...given: Parameters<typeof shown>) =>
  shown(...given).map((one) => [one.version, one.rules.marginPpm, one.seq, one.state])

test('rules of the log come newest first, with the version that each announced', () => {
  expect(
    shown(
      [[50_000, 1_000]],
      [
        [40_000, 0, 0],
        [50_000, 2_000, 9_000],
      ],
      5_000,
    ),
  ).toMatchObject([
    {
      version: 1,
      askedBy: 'asks 1',
      approvedBy: 'approves 1',
      approvedAt: 1_000,
      seq: 20,
      announcedAt: 2_000,
      from: 9_000,
      state: 'announced',
    },
    {
      version: 0,
      askedBy: null,
      approvedBy: null,
      approvedAt: null,
      seq: 10,
      announcedAt: 0,
      from: 0,
      state: 'acting',
    },
  ])
})

test.each([
  [8_999, 'announced', 'acting'],
  [9_000, 'acting', 'over'],
  [9_001, 'acting', 'over'],
])('rules act from their time on: at %i they are %s, and those before %s', (nowMs, newer, older) => {
  const states = short(
    [[50_000, 1_000]],
    [
      [40_000, 0, 0],
      [50_000, 2_000, 9_000],
    ],
    nowMs,
  )
  expect(states.map(([, , , state]) => state)).toEqual([newer, older])
})

test('of several approved versions only the newest is still to be announced', () => {
  expect(
    short(
      [
        [50_000, 1_000],
        [60_000, 2_000],
      ],
      [[40_000, 0, 0]],
      3_000,
    ),
  ).toEqual([
    [2, 60_000, null, 'approved'],
    [1, 50_000, null, 'over'],
    [0, 40_000, 10, 'acting'],
  ])
})

test('an entry is of a version approved by then, to the millisecond', () => {
  const versions = (approvedMs: number) => short([[50_000, approvedMs]], [[50_000, 2_000, 0]], 3_000)
  expect(versions(2_000)).toEqual([[1, 50_000, 10, 'acting']])
  expect(versions(2_001)).toEqual([
    [1, 50_000, null, 'approved'],
    [0, 50_000, 10, 'acting'],
  ])
})

test('each version is announced once: a second entry of the same rules is of the next version with them', () => {
  const twice = short(
    [
      [50_000, 1_000],
      [60_000, 2_000],
      [50_000, 3_000],
    ],
    [
      [50_000, 1_500, 0],
      [60_000, 2_500, 0],
      [50_000, 3_500, 0],
      [50_000, 4_000, 0],
    ],
    9_000,
  )
  expect(twice.map(([version, , seq]) => [version, seq])).toEqual([
    [0, 40],
    [3, 30],
    [2, 20],
    [1, 10],
  ])
})
