import { toyPromise } from '@tickmark/core/evidence/toyWithdrawal.testing'
import type { LogEntry } from '@tickmark/core/log/log'
import { expect, test } from 'vitest'
import { nodeCrypto } from '../crypto/nodeCrypto.ts'
import { houseWith, KEYS } from '../toyHouse.testing.ts'
import { lookAt } from './withdrawalLog.ts'

const PROMISE = toyPromise()
const { at: AT, due: DUE } = PROMISE
const STEP_MS = 1_000_000

/** A log of ticks from before the promise until after its due time, each third of them replaced by the end of another one. */
function log(change: (entry: LogEntry) => LogEntry = (entry) => entry): LogEntry[] {
  const first = AT - 10 * STEP_MS
  const count = Math.ceil((DUE - first) / STEP_MS) + 5
  return Array.from({ length: count }, (_, i): LogEntry => {
    const place = { seq: i + 1, at: first + i * STEP_MS }
    const tick = { kind: 'tick', ...place, prices: {} } as const
    return change(i % 3 === 0 ? { kind: 'withdrawn', ...place, first: 1, ends: [ended(100 + i)] } : tick)
  })
}

const ended = (promise: number) => ({ promise, end: 'refused', tx: '' }) as const
const own = (seq: number) => (entry: LogEntry) =>
  entry.kind === 'withdrawn' && entry.seq === seq ? { ...entry, ends: [ended(7)] } : entry
const last = log().length
const look = (house: ReturnType<typeof houseWith>, isFull: boolean, keys = KEYS) =>
  lookAt(house, PROMISE, { keys, isFull }, nodeCrypto).then(({ end }) => end)

test('a log of more than one bundle that never ends the withdrawal shows that it is owed', async () => {
  expect(last).toBeGreaterThan(300)
  const house = houseWith(log(), { shownEnd: last })
  expect(await look(house, false)).toMatchObject({ is: 'unshown' })
  expect(await look(house, true)).toEqual({ is: 'owed', untilMs: log().at(-1)?.at })
})

test.each([
  ['a tick', 0],
  ['a second tick', 1],
  ['the end of another withdrawal', 2],
])('a log whose newest entry is %s shows the same', async (_, less) => {
  const shorter = log().slice(0, last - less)
  expect(await look(houseWith(shorter), true)).toEqual({ is: 'owed', untilMs: shorter.at(-1)?.at })
})

test('a house that shows an old entry, as if nothing were due yet, is read to the end', async () => {
  const house = houseWith(log(), { shownEnd: 300 })
  expect(await look(house, false)).toEqual({ is: 'unshown', untilMs: log()[299]?.at })
  expect(await look(house, true)).toMatchObject({ is: 'owed' })
})

test.each([
  [-1, 'waiting'],
  [0, 'waiting'],
  [1, 'owed'],
])('a log that goes on until %i ms after the due time shows a withdrawal that is %s', async (more, is) => {
  const until = [...log().filter(({ at }) => at < DUE - 1), null].map((entry, i): LogEntry => {
    return entry ?? { kind: 'withdrawn', seq: i + 1, at: DUE + more, first: 1, ends: [ended(100 + i)] }
  })
  expect(await look(houseWith(until), true)).toEqual({ is, untilMs: DUE + more })
})

test.each([
  [0, { is: 'ended', seq: 1 }],
  [1, { is: 'unproven', problem: 'begins_late' }],
])('a log may begin in the promise’s own millisecond: %i later', async (more, found) => {
  const begun = [{ kind: 'withdrawn', seq: 1, at: AT + more, first: 1, ends: [ended(7)] } as const]
  expect(await look(houseWith(begun), true)).toMatchObject(found)
})

test.each([
  [0, 'owed'],
  [-1, 'time_runs_back'],
])('no entry may be earlier than the one before it: %i ms', async (more, found) => {
  const back = log((entry) => (entry.seq === last ? { ...entry, at: (log().at(-2)?.at ?? 0) + more } : entry))
  expect(Object.values(await look(houseWith(back), true))).toContain(found)
})

test('an end that the house does not show is found in the log', async () => {
  for (const served of [{ shownEnd: last }, {}]) {
    const found = await look(houseWith(log(own(301)), served), true)
    expect(found).toMatchObject({ is: 'ended', end: 'refused', seq: 301, isLate: false })
  }
})

test('an end that the house shows is found without reading on', async () => {
  const lie = () => {
    throw new Error('nobody reads on')
  }
  const house = houseWith(log(own(301)), { shownEnd: 301, lie })
  expect(await look(house, true)).toMatchObject({ is: 'ended', seq: 301 })
})

test.each<[what: string, served: Parameters<typeof houseWith>[1], problem: string]>([
  [
    'leaves an end out of the bundles',
    {
      lie: (n, bodies) =>
        n === 1 ? bodies.with(44, bodies[44]?.replace('"promise":7', '"promise":8') ?? '') : bodies,
    },
    'not_in_tree',
  ],
  ['moves an entry', { lie: (n, bodies) => (n === 1 ? bodies.toReversed() : bodies) }, 'not_in_tree'],
])('a house that %s proves nothing', async (_, served, problem) => {
  expect(await look(houseWith(log(own(301)), served), true)).toEqual({ is: 'unproven', problem })
})

test('a log that begins after the promise, or is of another key, proves nothing', async () => {
  const late = log()
    .filter(({ at }) => at > AT)
    .map((entry, i) => ({ ...entry, seq: i + 1 }))
  expect(await look(houseWith(late), true)).toEqual({ is: 'unproven', problem: 'begins_late' })
  const stranger = { ...KEYS, log: KEYS.receipts }
  const shown = await look(houseWith(log(), { shownEnd: last }), true, stranger)
  expect(shown).toEqual({ is: 'unproven', problem: 'wrong_signature' })
})
