import type { ForkEvidence } from '@tickmark/core/log/fork'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryDatabases } from '../state/memoryDatabases.testing.ts'
import { openHeadStore } from './headStore.ts'
import { stage } from './watchStage.testing.ts'

const ORIGIN = 'log.example/tm'
const { stored } = stage()
const head = (size: number, origin = ORIGIN) => ({ ...stored(size), origin })
const always = () => true

let databases = memoryDatabases()
beforeEach(() => {
  databases = memoryDatabases()
  for (const [name, value] of Object.entries(databases.globals)) vi.stubGlobal(name, value)
})
afterEach(() => void vi.unstubAllGlobals())

test('the newest head of each log is read back by the next visit', async () => {
  const [one, other] = [openHeadStore(), openHeadStore()]
  expect(await one.heads()).toEqual([])
  await one.put(head(20), '2026-11-21', always)
  await one.put(head(7, 'log.example/other'), '2026-11-21', always)
  await one.put(head(30), '2026-11-21', always)
  expect(await other.heads()).toEqual([head(7, 'log.example/other'), head(30)])
})

test('a head is replaced only if the one that another tab has stored may be', async () => {
  const [one, other] = [openHeadStore(), openHeadStore()]
  const seen: unknown[] = []
  const mayNot = (stored: unknown) => {
    seen.push(stored)
    return false
  }
  await one.put(head(20), '2026-11-21', mayNot)
  expect(await other.heads()).toEqual([])
  await one.put(head(20), '2026-11-21', always)
  await other.put(head(30), '2026-11-22', mayNot)
  expect(seen).toEqual([null, head(20)])
  expect(await one.heads()).toEqual([head(20)])
  expect(await one.archived(ORIGIN, 21)).toBeNull()
})

test('of each day the first head stays, and the smallest that has an entry is found', async () => {
  const store = openHeadStore()
  for (const [size, day] of [
    [20, '2026-11-21'],
    [25, '2026-11-21'],
    [30, '2026-11-22'],
    [40, '2026-11-23'],
  ] as const)
    await store.put(head(size), day, always)
  await store.put(head(22, 'log.example/other'), '2026-11-21', always)
  const found = async (size: number, origin = ORIGIN) => (await openHeadStore().archived(origin, size))?.size
  expect([await found(1), await found(20), await found(21), await found(30), await found(31)]).toEqual([
    20, 20, 30, 30, 40,
  ])
  expect([await found(41), await found(22, 'log.example/other'), await found(1, 'log.example/none')]).toEqual(
    [undefined, 22, undefined],
  )
  expect(await store.archived(ORIGIN, 30)).toEqual({
    origin: ORIGIN,
    day: '2026-11-22',
    size: 30,
    note: head(30).note,
  })
})

const fork = (text: string): ForkEvidence => ({
  format: 'tickmark-fork/2',
  vkey: text,
  changes: [],
  older: { note: 'one' },
  newer: { note: 'other' },
  olderRootInNewer: 'ab'.repeat(32),
  proof: [],
})

test('the first evidence against each log stays for every later visit', async () => {
  const store = openHeadStore()
  await store.addFork(ORIGIN, fork('first'))
  await store.addFork(ORIGIN, fork('second'))
  await store.addFork('log.example/other', fork('third'))
  expect((await openHeadStore().forks()).map(({ vkey }) => vkey).toSorted()).toEqual(['first', 'third'])
  databases
    .rows('tickmark-log', 'forks')
    .set(`"${ORIGIN}"`, { origin: ORIGIN, evidence: { format: 'other' } })
  expect(await openHeadStore().forks()).toEqual([fork('third')])
})

test.each(Object.keys(head(20)))('a stored head without %s, or with another one, is none', async (field) => {
  const store = openHeadStore()
  await store.put(head(20), '2026-11-21', always)
  const rows = databases.rows('tickmark-log', 'heads')
  const { [field]: _, ...rest } = { ...head(20) } as Record<string, unknown>
  for (const broken of [rest, { ...rest, [field]: {} }, { ...rest, [field]: ['AB'] }]) {
    rows.set(`"${ORIGIN}"`, broken)
    const isText = (field === 'former' || field === 'changes') && Array.isArray(broken[field])
    expect(await store.heads()).toHaveLength(isText ? 1 : 0)
  }
})

test('without storage everything is as on a first visit, and storage that comes back is used', async () => {
  const store = openHeadStore()
  databases.device.isBlocked = true
  await store.put(head(20), '2026-11-21', always)
  await store.addFork(ORIGIN, fork('first'))
  expect([await store.heads(), await store.archived(ORIGIN, 1), await store.forks()]).toEqual([[], null, []])
  databases.device.isBlocked = false
  await store.put(head(30), '2026-11-21', always)
  expect(await store.heads()).toEqual([head(30)])
  databases.device.isFull = true
  await store.put(head(40), '2026-11-22', always)
  expect(await store.heads()).toEqual([head(30)])
  databases.device.isFull = false
  databases.closeAll()
  await store.put(head(40), '2026-11-22', always)
  expect(await store.heads()).toEqual([head(40)])
  // One connection serves them all.
  expect(databases.openTo('tickmark-log')).toBe(1)
})

test('tabs write one after another where the browser has locks', async () => {
  const held: string[] = []
  vi.stubGlobal('navigator', {
    locks: {
      async request(name: string, work: () => Promise<unknown>) {
        held.push(name)
        return work()
      },
    },
  })
  const store = openHeadStore()
  await store.put(head(20), '2026-11-21', always)
  expect(held).toEqual(['tickmark-log'])
  expect(await store.heads()).toEqual([head(20)])
})
