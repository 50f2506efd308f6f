import { expect, test } from 'vitest'
import { daysWithoutRecord } from './daysWithoutRecord.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

test.each<[first: number, now: string, count: number | null]>([
  [NOON, '2026-11-21T23:59:59.999Z', null],
  [NOON, '2026-11-22T00:59:59.999Z', null],
  [NOON, '2026-11-22T01:00:00.000Z', 1],
  [NOON, '2026-11-23T00:00:00.000Z', 1],
  [NOON, '2026-11-23T00:59:59.999Z', 1],
  [NOON, '2026-11-23T01:00:00.000Z', 2],
  [NOON, '2026-12-01T01:00:00.000Z', 10],
  [Date.UTC(2026, 10, 21), '2026-11-22T00:59:59.999Z', null],
  [Date.UTC(2026, 10, 21), '2026-11-22T01:00:00.000Z', 1],
  [Date.UTC(2026, 10, 22) - 1, '2026-11-22T01:00:00.000Z', 1],
  [Date.UTC(2026, 10, 22), '2026-11-22T01:00:00.000Z', null],
])('from %i on, at %s, %s days lack their record', (first, now, count) => {
  const found = daysWithoutRecord(first, Date.parse(now))
  expect(found?.count ?? null).toBe(count)
  if (count === null) return
  const day = new Date(first).toISOString().slice(0, 10)
  expect(found).toMatchObject({ day, since: Date.parse(`${day}T00:00:00Z`) + 25 * 3_600_000 })
})
