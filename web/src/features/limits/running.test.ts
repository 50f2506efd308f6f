import { expect, test } from 'vitest'
import { runningUntil } from './running.ts'

test.each([
  [null, null, null],
  [1_001, null, { kind: 'break', untilMs: 1_001 }],
  [1_000, null, null],
  [null, 1_001, { kind: 'exclusion', untilMs: 1_001 }],
  [null, 1_000, null],
  [3_000, 2_000, { kind: 'break', untilMs: 3_000 }],
  [2_000, 3_000, { kind: 'exclusion', untilMs: 3_000 }],
  [2_000, 2_000, { kind: 'exclusion', untilMs: 2_000 }],
  [900, 2_000, { kind: 'exclusion', untilMs: 2_000 }],
] as const)(
  'at 1,000 ms, a break until %j and an exclusion until %j run as %j',
  (rest, exclusion, running) => {
    expect(runningUntil({ breakUntil: rest, excludedUntil: exclusion }, 1_000)).toEqual(running)
  },
)
