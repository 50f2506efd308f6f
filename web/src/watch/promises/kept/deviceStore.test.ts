import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { memoryDatabases } from '../../../state/memoryDatabases.testing.ts'
import { openDeviceStore } from './deviceStore.ts'

interface Thing {
  name: string
  count: number
  keptAtMs: number
}

const PLACE = { database: 'things', store: 'things', keyPath: 'name' }
const SHAPE = z.object({ name: z.string(), count: z.number(), keptAtMs: z.number() })
const NOW = Date.UTC(2026, 10, 21)
const KEPT_MS = 400 * 86_400_000

let databases = memoryDatabases()
beforeEach(() => {
  databases = memoryDatabases()
  for (const [name, value] of Object.entries(databases.globals)) vi.stubGlobal(name, value)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tab of the browser; `mayDrop` as in `openDeviceStore`. */
const tab = (mayDrop?: (one: Thing) => boolean) =>
  openDeviceStore<Thing>(PLACE, SHAPE, (one) => one.name, mayDrop)
const thing = (name: string, count = 1, keptAtMs = NOW): Thing => ({ name, count, keptAtMs })
/** Adds one to what is kept. */
const add = (to: ReturnType<typeof tab>, name = 'a') =>
  to.change(name, (earlier) => thing(name, (earlier?.count ?? 0) + 1))
const rows = () => databases.rows('things', 'things')

test('a tab reads, changes and deletes the values that another tab has kept', async () => {
  const [one, other] = [tab(), tab()]
  expect(await other.get('a')).toBeNull()
  expect(await add(one)).toEqual(thing('a', 1))
  expect(await other.get('a')).toEqual(thing('a', 1))
  expect(await add(other)).toEqual(thing('a', 2))
  // The first tab has kept another value itself.
  expect([await one.get('a'), await one.all(NOW)]).toEqual([thing('a', 2), [thing('a', 2)]])
  await other.drop('a')
  expect([await other.get('a'), await tab().all(NOW), rows().size]).toEqual([null, [], 0])
})

test('changes that two tabs make at once all count', async () => {
  const tabs = [tab(), tab(), tab()]
  const counts = await Promise.all(tabs.map(async (one) => (await add(one)).count))
  expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  expect(await tab().get('a')).toEqual(thing('a', 3))
})

test('of two tabs, the one that comes later is told what the other has kept, and tells it also without the store', async () => {
  const [one, other] = [tab(), tab()]
  await add(one)
  const keepFirst = (to: typeof one) => to.change('a', (earlier) => earlier ?? thing('a', 9))
  expect(await keepFirst(other)).toEqual(thing('a', 1))
  databases.device.isBlocked = true
  expect(await other.get('a')).toEqual(thing('a', 1))
})

test.each<[string, unknown]>([
  ['a field less', { name: 'a', keptAtMs: NOW }],
  ['a field of another kind', { name: 'a', count: '1', keptAtMs: NOW }],
  ['the time of another kind', { name: 'a', count: 1, keptAtMs: 'now' }],
])('a kept value with %s does not count', async (_, row) => {
  const own = tab()
  await add(own)
  await add(own, 'b')
  rows().set('"a"', row as never)
  expect(await tab().get('a')).toBeNull()
  expect(await tab().all(NOW)).toEqual([thing('b')])
  // The tab that has kept it still knows.
  expect(await own.get('a')).toEqual(thing('a', 1))
  expect((await own.all(NOW)).map(({ name }) => name).toSorted()).toEqual(['a', 'b'])
  expect(await add(own)).toEqual(thing('a', 2))
})

test('a value is kept for exactly 400 days, unless it may not be dropped', async () => {
  const own = tab(({ name }) => name !== 'needed')
  for (const [name, ageMs] of [
    ['young', 0],
    ['due', KEPT_MS],
    ['over', KEPT_MS + 1],
    ['needed', 2 * KEPT_MS],
  ] as const)
    await own.change(name, () => thing(name, 1, NOW - ageMs))
  const left = (await own.all(NOW)).map(({ name }) => name).toSorted()
  expect(left).toEqual(['due', 'needed', 'young'])
  expect([...rows().keys()].toSorted()).toEqual(['"due"', '"needed"', '"young"'])
  expect(await own.get('over')).toBeNull()
})

test.each(['blocked', 'full'] as const)(
  'while the browser’s store is %s, the tab keeps its values',
  async (how) => {
    databases.device[how === 'full' ? 'isFull' : 'isBlocked'] = true
    const own = tab()
    await add(own)
    expect(await add(own)).toEqual(thing('a', 2))
    expect([await own.get('a'), await own.all(NOW)]).toEqual([thing('a', 2), [thing('a', 2)]])
    expect([await tab().get('a'), await tab().all(NOW)]).toEqual([null, []])
    await own.drop('a')
    expect(await own.all(NOW)).toEqual([])
  },
)

test('a store that does not answer is waited for two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  databases.device.isHanging = true
  const own = tab()
  const works = [add(own), own.get('a'), own.all(NOW)]
  const done: unknown[] = []
  for (const work of works) void work.then((value) => done.push(value))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual([thing('a'), thing('a'), [thing('a')]])
})
