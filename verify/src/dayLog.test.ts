import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import { TILE_WIDTH } from '@tickmark/core/log/tree/tiles'
import { expect, test } from 'vitest'
import { readDayLog } from './dayLog.ts'
import type { House } from './house.ts'
import { nodeCrypto } from './crypto/nodeCrypto.ts'
import { houseWith, KEYS } from './toyHouse.testing.ts'

const DAY = '2026-11-21'
const DAY_MS = Date.parse(`${DAY}T00:00:00Z`)
const HOUR_MS = 3_600_000
const END_MS = DAY_MS + 24 * HOUR_MS
/** A log of three days with an entry every five minutes; the day's first results are logged at six. */
const STEP_MS = 300_000
const START_MS = DAY_MS - 24 * HOUR_MS
const MORNING = placeAt(DAY_MS + 6 * HOUR_MS)
const WANTED = { fromMs: DAY_MS, day: DAY, dayMs: DAY_MS, toMs: END_MS, pids: new Set<number>() }

function placeAt(ms: number): number {
  return (ms - START_MS) / STEP_MS
}

const entries: LogEntry[] = Array.from({ length: 864 }, (_, i): LogEntry => {
  const [seq, at] = [i + 1, START_MS + STEP_MS * i]
  return i === MORNING
    ? { kind: 'receipts', seq, at, count: 1, first: 1, last: 1, root: 'ab'.repeat(32), model: 0 }
    : { kind: 'tick', seq, at, prices: {} }
})

const read = (house: House) => readDayLog(house, entries.length, WANTED, KEYS, nodeCrypto)

test('the entries of a day are read, starting before its first moment', async () => {
  const log = await read(houseWith(entries))
  expect(log).toMatchObject({ results: [{ seq: MORNING + 1 }], entries: 864 - TILE_WIDTH })
})

test('a log that grows while its two ends are asked for is read under one head', async () => {
  const [older, newer] = [houseWith(entries.slice(0, -1)), houseWith(entries)]
  let asked = 0
  const growing = { ...newer, json: (path: string) => (asked++ === 0 ? older : newer).json(path) }
  expect(await read(growing)).toMatchObject({ entries: 864 - TILE_WIDTH })
  expect(asked).toBe(4)
})

/** The same log with results logged at that time. */
function withResultsAt(ms: number): LogEntry[] {
  const place = placeAt(ms)
  return entries.map((one, i): LogEntry => {
    const { seq, at } = one
    return i === place
      ? { kind: 'receipts', seq, at, count: 1, first: 2, last: 2, root: 'cd'.repeat(32), model: 0 }
      : one
  })
}

test.each([
  ['its first moment', true, DAY_MS],
  ['the moment before it', false, DAY_MS - STEP_MS],
  ['its last entry', true, END_MS - STEP_MS],
  ['the first moment after it', false, END_MS],
])('results logged at %s are the day`s: %s', async (_, isOwn, ms) => {
  const log = await read(houseWith(withResultsAt(ms)))
  const seqs = typeof log === 'string' ? log : log.results.map((one) => one.seq)
  const own = isOwn ? [placeAt(ms) + 1] : []
  expect(seqs).toEqual([MORNING + 1, ...own].toSorted((one, other) => one - other))
})

test.each([
  ['just before it', MORNING, true],
  ['that is the entry itself', MORNING + 1, false],
  ['after it', MORNING + 2, false],
])('an entry may name an oldest model that was not read: one %s', async (_, model, isFine) => {
  const named = entries.map((one) => (one.kind === 'receipts' ? { ...one, model } : one))
  const log = await read(houseWith(named))
  expect(log).toMatchObject({ wrongOldest: isFine ? null : MORNING + 1 })
})

test('prices beyond what was read are unknown, not missing', async () => {
  const log = await readDayLog(
    houseWith(entries),
    entries.length,
    { ...WANTED, pids: new Set([1]) },
    KEYS,
    nodeCrypto,
  )
  if (typeof log === 'string') throw new Error(log)
  const lastMs = START_MS + STEP_MS * 863
  expect(log.ticks.between(1, DAY_MS, lastMs)).toEqual([])
  expect(log.ticks.between(1, DAY_MS, lastMs + 1)).toBeNull()
  expect(log.ticks.between(1, DAY_MS - 1, lastMs)).toBeNull()
  expect(log.ticks.between(2, DAY_MS, lastMs)).toBeNull()
})

test('a house that misdates the bundle of the evening before is detected', async () => {
  const lie = (n: number, bodies: string[]) =>
    n === 2 ? [entryBody({ ...(entries[512] as LogEntry), at: START_MS }), ...bodies.slice(1)] : bodies
  expect(placeAt(END_MS)).toBeGreaterThan(512)
  let probes = 0
  const twoFaced = houseWith(entries, {
    lie: (n, bodies) => (n === 2 && probes++ === 0 ? lie(n, bodies) : bodies),
  })
  expect(await read(twoFaced)).toBe('begins_late')
  expect(await read(houseWith(entries, { lie }))).toBe('not_in_tree')
})

test.each([
  ['at it', 0, false],
  ['before it', 1, true],
])('the first entry read is one %s: others may share its time', async (_, afterMs, isFine) => {
  const first = entries[512] as LogEntry
  let probes = 0
  const house = houseWith(entries, {
    lie: (n, bodies) =>
      n === 2 && probes++ === 0 ? [entryBody({ ...first, at: START_MS }), ...bodies.slice(1)] : bodies,
  })
  const wanted = { ...WANTED, fromMs: first.at + afterMs }
  const log = await readDayLog(house, entries.length, wanted, KEYS, nodeCrypto)
  expect(log).toEqual(isFine ? expect.objectContaining({ first: first.seq }) : 'begins_late')
})

test('a log whose time runs back is rejected', async () => {
  const back = entries.map((one, i) => (i === 700 ? { ...one, at: DAY_MS } : one))
  expect(await read(houseWith(back))).toBe('time_runs_back')
})
