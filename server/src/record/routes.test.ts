import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { entryBody } from '@tickmark/core/log/log'
import fastify from 'fastify'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytes, type Row, write } from '../app/audit/edges.testing.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import type { LogServer } from '../market/log/serveLog.ts'
import { stillClock } from '../market/market.testing.ts'
import type { CallContext } from '../http/calls/context.ts'
import { recordAnswers } from './routes.ts'
import { serveRecord } from './serveRecord.ts'
import type { TodayFigures } from './todayFigures.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  await write(own.database.db, { record_day: DAYS, record_part: PARTS, withdrawal: [], log_entry: AUDITS })
})
afterAll(() => own.close())

const FIGURES = { real: 1, simulated: 2, refusals: 3 }
const DAYS: Row[] = [
  { day: '2026-11-21', orders: 5, withdrawals: 2, size: 9, log_seq: 7 },
  { day: '2026-11-22', orders: 6, withdrawals: 3, size: 8, log_seq: 8 },
  { day: '2026-11-23', orders: 7, withdrawals: 4, size: 7, log_seq: null },
].map((row) => ({ ...row, figures: JSON.stringify({ ...FIGURES, refusals: row.orders }) }))
const PARTS: Row[] = ['one\n', 'two\n'].map((text, part) => ({
  day: '2026-11-21',
  part,
  lines: `\\x${gzipSync(text).toString('hex')}`,
}))
const AUDITS: Row[] = [1, 2].map((nth) => ({
  seq: nth,
  kind: 'audited',
  at: nth,
  body: entryBody({ ...ENTRY_OF.audited, seq: nth, until: nth }),
}))

const TODAY = { day: '2026-11-24', asOf: 5, figures: {} } as TodayFigures
const ROOT = bytes(32).slice(2)

test('the record shows the days that the log has, the newest first or the one that is asked for, and nothing else', async () => {
  const { getRecord } = recordAnswers(own.database.db, () => Promise.resolve(TODAY))
  const days = [
    { day: '2026-11-22', seq: 8, orders: 6, withdrawals: 3, root: ROOT, size: 8 },
    { day: '2026-11-21', seq: 7, orders: 5, withdrawals: 2, root: ROOT, size: 9 },
  ]
  const shown = (day?: string) => getRecord({ day }, {} as CallContext)
  expect(await shown()).toEqual({
    days,
    record: { day: days[0], figures: { ...FIGURES, refusals: 6 } },
    today: TODAY,
    waiting: { count: 0, since: null },
    // What the house owes in the simulated book is nobody's money.
    audited: {
      seq: 2,
      until: 2,
      whole: ENTRY_OF.audited.whole,
      owed: [{ currency: 'USDT', amount: '0.000005' }],
    },
  })
  expect((await shown('2026-11-21')).record).toEqual({ day: days[1], figures: { ...FIGURES, refusals: 5 } })
  for (const day of ['2026-11-23', '2026-11-20'])
    await expect(shown(day)).rejects.toMatchObject({ code: 'not_found' })
})

test('the files of the days are public: the list for a minute, a logged day for good, and no other', async () => {
  const server = fastify()
  const clock = stillClock(5)
  const log = {
    db: own.database.db,
    market: { keys: () => ({ origin: 'log.example/tm' }) },
    api: { clock, mode: 'live', limiter: { take: () => 0 } },
  } as unknown as LogServer
  serveRecord(server, log)
  const ask = async (path: string, headers = {}) => {
    const answer = await server.inject({ url: `/log/record${path}`, headers })
    return {
      status: answer.statusCode,
      cache: answer.headers['cache-control'],
      etag: answer.headers.etag,
      body: answer.body,
      headers: answer.headers,
    }
  }
  const list = await ask('')
  expect([list.status, list.cache]).toEqual([200, 'public, max-age=60'])
  expect((JSON.parse(list.body) as { days: { day: string }[] }).days.map((one) => one.day)).toEqual([
    '2026-11-22',
    '2026-11-21',
  ])
  const file = await ask('/2026-11-21')
  expect(file).toMatchObject({
    status: 200,
    cache: 'public, max-age=31536000, immutable',
    body: 'one\ntwo\n',
  })
  expect(file.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'content-type': 'application/x-ndjson; charset=utf-8',
  })
  expect(await ask('/2026-11-21', { 'if-none-match': String(file.etag) })).toMatchObject({
    status: 304,
    body: '',
  })
  for (const path of ['/2026-11-23', '/2026-11-20', '/2026-02-30', '/x'])
    expect((await ask(path)).status, path).toBe(404)
  await server.close()
})
