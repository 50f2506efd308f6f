import type { Incident } from '@tickmark/wire/routes/operators/overview'
import { PERSON_COUNTS } from '@tickmark/wire/routes/operators/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import type { ConsolePart } from '../module/consolePart.ts'
import type { Runtime } from '../module/runtime.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { openOverview } from './module.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

const incident = (since: number): Incident => ({
  kind: 'recordMissing',
  since,
  until: null,
  where: 'x',
  detail: 'x',
  affected: null,
})

/** The operators' calls of the overview that these parts make. */
function callsOf(parts: readonly ConsolePart[]) {
  const clock = movableClock({ isStill: true })
  const module = openOverview({ database: own.database, clock } as unknown as Runtime, { parts })
  const answers = Object.assign({}, ...(module.operatorRoutes ?? []).map((one) => one.answers)) as Record<
    string,
    (input: object, context: object) => Promise<unknown>
  >
  return { clock, call: (name: string, input = {}) => answers[name]?.(input, { nowMs: clock.nowMs() }) }
}

test('operators see the newest five hundred incidents of all modules, the newest first, read anew after five seconds', async () => {
  let read = 0
  const parts = [
    { incidents: () => Promise.resolve((read++, Array.from({ length: 300 }, (_, i) => incident(2 * i)))) },
    {},
    { incidents: () => Promise.resolve(Array.from({ length: 300 }, (_, i) => incident(2 * i + 1))) },
  ]
  const { call, clock } = callsOf(parts)
  const { list } = (await call('consoleIncidents')) as { list: Incident[] }
  expect(list.map((one) => one.since)).toEqual(Array.from({ length: 500 }, (_, i) => 599 - i))
  for (const [ms, times] of [
    [4_999, 1],
    [1, 2],
  ] as const) {
    clock.advance(ms)
    await call('consoleIncidents')
    expect(read).toBe(times)
  }
})

test('operators see all queues, with their oldest items, read anew after two seconds', async () => {
  let read = 0
  const queue = (name: string, waiting: number, oldestAtMs: number | null) => ({ name, waiting, oldestAtMs })
  const parts = [
    { queues: () => Promise.resolve((read++, [queue('withdrawals', 2, 5), queue('threads', 0, null)])) },
    { queues: () => Promise.resolve([queue('loans', 1, 7)]) },
  ] as unknown as ConsolePart[]
  const { call, clock } = callsOf(parts)
  const shown = {
    asOf: clock.nowMs(),
    queues: [
      { name: 'withdrawals', waiting: 2, oldestAt: 5 },
      { name: 'threads', waiting: 0, oldestAt: null },
      { name: 'loans', waiting: 1, oldestAt: 7 },
    ],
  }
  expect(await call('consoleQueues')).toEqual(shown)
  clock.advance(1_999)
  expect(await call('consoleQueues')).toEqual(shown)
  expect(read).toBe(1)
  clock.advance(1)
  expect(await call('consoleQueues')).toEqual({ ...shown, asOf: clock.nowMs() })
  expect(read).toBe(2)
})

test('a search asks every module for a plain text of at most two hundred characters, and shows twenty hits', async () => {
  const asked: string[] = []
  const hits = (of: string) =>
    Array.from({ length: 15 }, (_, i) => ({ kind: 'user' as const, id: `${of}${i}`, label: 'x' }))
  const { call } = callsOf([
    { search: (_, text) => Promise.resolve((asked.push(text), hits('a'))) },
    {},
    { search: () => Promise.resolve(hits('b')) },
  ])
  const search = (text: string) => call('consoleSearch', { text }) as Promise<{ hits: { id: string }[] }>
  const found = await search('  0xAb ')
  expect(found.hits.map((one) => one.id)).toEqual(
    [...hits('a'), ...hits('b').slice(0, 5)].map((one) => one.id),
  )
  expect((await search(` ${'x'.repeat(200)} `)).hits).toHaveLength(20)
  await expect(search('x'.repeat(201))).rejects.toMatchObject({
    code: 'search_too_long',
    facts: { most: '200' },
  })
  for (const text of ['', '   ', 'a\nb', 'a\u0000'])
    expect((await search(text)).hits, JSON.stringify(text)).toEqual([])
  expect(asked).toEqual(['0xAb', 'x'.repeat(200)])
})

test('a person is put together from all modules, with a count for each kind, and nobody without a user', async () => {
  const asked: unknown[] = []
  const books = [{ book: 'real', total: '1', inProducts: '0', holdings: [] }]
  const parts = [
    {
      person: (_tx: unknown, userId: number, nowMs: number) =>
        Promise.resolve(
          (asked.push([userId, nowMs]), { user: { id: userId }, sessions: [], counts: { invited: 2 } }),
        ),
    },
    {},
    {
      person: () =>
        Promise.resolve({ books, ownLimits: [], protection: { code: false }, counts: { openOrders: 3 } }),
    },
  ] as unknown as ConsolePart[]
  const { call, clock } = callsOf(parts)
  expect(await call('consoleUser', { userId: 7 })).toEqual({
    user: { id: 7 },
    books,
    sessions: [],
    ownLimits: [],
    protection: { code: false },
    counts: PERSON_COUNTS.map((name) => ({
      name,
      count: name === 'invited' ? 2 : name === 'openOrders' ? 3 : 0,
    })),
  })
  expect(asked).toEqual([[7, clock.nowMs()]])
  await expect(callsOf(parts.slice(1)).call('consoleUser', { userId: 7 })).rejects.toMatchObject({
    code: 'user_unknown',
  })
})
