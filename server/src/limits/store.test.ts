import { HOUR_MS } from '@tickmark/core/days'
import { type Edge, NOW, type Row, testEdges, write } from '../app/audit/edges.testing.ts'
import type { Db } from '../db/pool.ts'
import { hasDeadline, pausesOf, storedLimits } from './store.ts'
import { addUse, minutesOf } from './useStore.ts'

const LIMIT = { kind: 'lossDay', value: 5, changed_at_ms: 1 }

async function deadlines(db: Db): Promise<boolean[][]> {
  const cases: Record<string, Row[]>[] = [
    {},
    { user_limit: [LIMIT] },
    { user_limit: [{ ...LIMIT, pending_value: 9, pending_from_ms: NOW }] },
    { user_break: [{ until_ms: NOW, excluded_until_ms: 0 }] },
    { user_break: [{ until_ms: 0, excluded_until_ms: NOW }] },
  ]
  const found: boolean[][] = []
  for (const rows of cases) {
    await write(db, { user_limit: [], user_break: [], ...rows })
    found.push([await hasDeadline(db, NOW - 1), await hasDeadline(db, NOW)])
  }
  return found
}

const EDGES: Edge[] = [
  [
    'a deadline lies ahead while a change is pending, a break or an exclusion runs',
    {},
    deadlines,
    [
      [false, false],
      [false, false],
      [true, false],
      [true, false],
      [true, false],
    ],
  ],
  [
    'limits and pauses are those of their user, with what is pending',
    {
      user_limit: [
        { ...LIMIT, pending_value: 9, pending_from_ms: 7 },
        { ...LIMIT, kind: 'stakeDay', value: null, pending_from_ms: 8 },
        { ...LIMIT, kind: 'stakeWeek' },
        { ...LIMIT, kind: 'minutesDay', user_id: 2 },
      ],
      user_break: [
        { user_id: 1, until_ms: 5, excluded_until_ms: 6, changed_at_ms: 4 },
        { user_id: 2, until_ms: 8, excluded_until_ms: 9, changed_at_ms: 7 },
      ],
    },
    async (db) => [await storedLimits(db, 1), await pausesOf(db, 1), await pausesOf(db, 3)],
    [
      new Map([
        ['lossDay', { value: 5, pending: { value: 9, fromMs: 7 }, changedAtMs: 1 }],
        ['stakeDay', { value: null, pending: { value: null, fromMs: 8 }, changedAtMs: 1 }],
        ['stakeWeek', { value: 5, pending: null, changedAtMs: 1 }],
      ]),
      { breakUntilMs: 5, excludedUntilMs: 6, changedAtMs: 4 },
      { breakUntilMs: 0, excludedUntilMs: 0, changedAtMs: 0 },
    ],
  ],
  [
    'minutes of an hour are added to those stored, of their user, for a day and for a week',
    { use_hour: [] },
    async (db) => {
      await addUse(db, [
        { userId: 1, hour: 200, minutes: 0b11n },
        { userId: 1, hour: 176, minutes: 1n << 59n },
        { userId: 1, hour: 175, minutes: 1n },
        { userId: 1, hour: 32, minutes: 1n },
        { userId: 1, hour: 31, minutes: 1n },
        { userId: 2, hour: 200, minutes: 0b111100n },
      ])
      await addUse(db, [{ userId: 1, hour: 200, minutes: 0b110n }])
      return [await minutesOf(db, 1, 200 * HOUR_MS), await minutesOf(db, 2, 201 * HOUR_MS - 1)]
    },
    [
      { day: 4, week: 6 },
      { day: 4, week: 4 },
    ],
  ],
]

testEdges(EDGES)
