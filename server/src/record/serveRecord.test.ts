import { totalOf } from '@tickmark/core/record/recordFigures'
import { lineText, type OrderLine } from '@tickmark/core/record/recordLine'
import { sql } from 'kysely'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { runCommand } from '../../../verify/src/main.ts'
import type { Outcome } from '../../../verify/src/outcome.ts'
import { recordRoutes } from '@tickmark/wire/routes/record'
import { caller, newUser, setServer, type Caller } from '../app/app.testing.ts'
import { order } from '../app/placeOrder.testing.ts'
import { transact } from '../db/transact.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { orderLinesOf } from './record.testing.ts'

const clock = movableClock({ isStill: true })
const server = setServer({ clock })
const DAY_MS = 86_400_000
const nameOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

let folder: string
let user: Caller
/** The honest day and its orders. */
let day: string
let receipts: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tickmark-record-'))
  // Away from midnight, so that the orders end on the day they begin.
  if (DAY_MS - (clock.nowMs() % DAY_MS) < 300_000) await jump(600_000)
  day = nameOf(clock.nowMs())
  const ids = await trade(1, 4)
  await toNextDay()
  receipts = await Promise.all(ids.map(receiptFile))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function jump(ms: number): Promise<void> {
  clock.advance(ms)
  await server.app.market.idle()
}

/** Places orders for a new user and waits for their ends. A new user each time: a session does not last for days. */
async function trade(number: number, count: number): Promise<string[]> {
  user = await newUser(() => server.url, number)
  const placed = []
  for (let i = 0; i < count; i++) {
    placed.push(await order(user))
    await jump(1_000)
  }
  for (let i = 0; i < 66; i++) await jump(1_000)
  for (const id of placed) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  return placed
}

async function toNextDay(): Promise<void> {
  await jump(DAY_MS - (clock.nowMs() % DAY_MS) + 1_000)
  for (let i = 0; i < 3; i++) await jump(1_000)
}

const ask = (path: string, headers = {}) => fetch(`${server.url}${path}`, { headers })
const recordOf = async (query: Record<string, string> = {}) => {
  const { body } = await caller(() => server.url).get('/api/getRecord', { query })
  return z.parse(recordRoutes.getRecord.reply, body.data)
}

/** Runs the verifier's command on this house, or on answers altered by `change`. */
function verify(args: string[], change = (text: string) => text): Promise<Outcome> {
  const reach = {
    wait: () => Promise.resolve(),
    fetch: async (...[url, init]: Parameters<typeof fetch>) => {
      const response = await fetch(url, init)
      const isFile = response.url.includes('/log/record/')
      return isFile ? new Response(change(await response.text()), response) : response
    },
  }
  return runCommand(['record', ...args, '--url', server.url], reach)
}

async function receiptFile(orderId: string): Promise<string> {
  const { body } = await user.get('/api/getReceipt', { query: { orderId, book: '1' } })
  const file = join(folder, `${orderId}.json`)
  writeFileSync(file, JSON.stringify(body.data))
  return file
}

test('a day’s file is public, cacheable, and readable by other sites; a day without a file is not found', async () => {
  const index = (await (await ask('/log/record')).json()) as { days: { day: string; size: number }[] }
  expect(index.days.map((one) => one.day)).toEqual([day])
  const answer = await ask(`/log/record/${day}`)
  const text = await answer.text()
  expect([answer.status, text.length]).toEqual([200, index.days[0]?.size])
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
  const tag = answer.headers.get('etag') ?? ''
  expect((await ask(`/log/record/${day}`, { 'if-none-match': tag })).status).toBe(304)
  expect(orderLinesOf(text)).toHaveLength(4)
  expect((await fetch(`${server.url}/log/record/${day}`, { method: 'HEAD' })).status).toBe(404)
  for (const other of ['2020-01-01', nameOf(clock.nowMs()), 'x', '..%2f', '%00']) {
    expect([other, (await ask(`/log/record/${other}`)).status]).toEqual([other, 404])
  }
})

test('a file whose transfer failed or finished leaves room for the next reader', async () => {
  const path = `/log/record/${day}`
  const tag = (await ask(path)).headers.get('etag') ?? ''
  for (let again = 0; again < 20; again++) {
    expect((await ask(path, { 'if-none-match': tag })).status).toBe(304)
    await (await ask(path)).text()
  }
  expect((await ask(path)).status).toBe(200)
})

test('the page’s call returns a day’s logged figures, and today’s separately', async () => {
  const { days, record, today, waiting } = await recordOf()
  expect([days.map((one) => one.day), record?.day.day]).toEqual([[day], day])
  expect(record && totalOf(record.figures.simulated)).toMatchObject({
    orders: 4,
    void: 0,
  })
  expect([today.day, totalOf(today.figures.simulated)]).toEqual([nameOf(clock.nowMs()), null])
  expect(waiting).toEqual({ count: 0, since: null })
  const { body } = await caller(() => server.url).get('/api/getRecord', { query: { day: '2020-01-01' } })
  expect(body.code).toBe('not_found')
  const wrong = await caller(() => server.url).get('/api/getRecord', { query: { day: 'yesterday' } })
  expect(wrong.body.code).toBe('bad_request')
})

test('anyone recomputes the day from its file and the log, and finds their own order', async () => {
  const { code, text } = await verify([day, '--full', '--receipt', receipts[0] ?? ''])
  expect(text).toMatch(/HOLDS: the figures follow from the lines/)
  expect(text).toMatch(/4 outcomes follow, 0 cannot be decided/)
  expect(text).toMatch(/The lines are all results that the log has of this day/)
  expect(text).toMatch(/Your order is in it, as in its receipt\./)
  expect(code).toBe(0)
  const { record } = await recordOf()
  const report = JSON.parse((await verify([day, '--json'])).text) as { read: { figures: unknown } }
  expect(report.read.figures).toEqual(record?.figures)
})

const edited = (edit: (lines: OrderLine[]) => OrderLine[]) => (text: string) =>
  edit(orderLinesOf(text))
    .map((line) => `${lineText(line)}\n`)
    .join('')

test.each<[string, (text: string) => string, RegExp]>([
  ['drops a line', edited((lines) => lines.slice(1)), /not the one that the log has committed to/],
  [
    'adds a line',
    edited((lines) => [...lines, ...lines.slice(-1)]),
    /not the one that the log has committed to/,
  ],
  [
    'relabels a result',
    (text) => text.replace('"up"', '"down"'),
    /not the one that the log has committed to/,
  ],
  ['gives nothing', () => '', /not the one that the log has committed to/],
])('a house that %s after it logged the record is found', async (_what, change, said) => {
  const { code, text } = await verify([day], change)
  expect([code, text]).toEqual([1, expect.stringMatching(said)])
})

/** Lies put into the books before the record is made: file, root and log then agree with each other. */
test.each<[string, number, string[], RegExp]>([
  [
    'turns wins into losses and losses into wins',
    2,
    [
      `update settled_order s set outcome = 3 - outcome, net = case when outcome = 1 then -stake else profit end
        from placed_order p where p.id = s.id and settled_at_ms > $1 and outcome in (1, 2)`,
    ],
    /an outcome does not follow from the logged prices/,
  ],
  [
    'prices an order by a margin of its own',
    3,
    [
      `update placed_order set margin_ppm = margin_ppm + 10000
        where id = (select id from settled_order where settled_at_ms > $1 order by id desc limit 1)`,
    ],
    /an order had another price than the logged rules and model give/,
  ],
  [
    'drops an order',
    3,
    [
      `delete from settled_order where id = (select id from settled_order where settled_at_ms > $1 order by id desc limit 1)`,
      `delete from receipt_batch b where not exists (select from orders o where o.receipt_batch = b.id)`,
    ],
    /the lines are not the results that the log has of this day/,
  ],
])(
  'a house that %s before it logs the record is found with --full',
  async (_what, number, statements, said) => {
    const startMs = clock.nowMs()
    const lied = nameOf(startMs)
    await trade(number, 3)
    await transact(server.database.database.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const one of statements) await sql.raw(one.replaceAll('$1', String(startMs))).execute(tx)
    })
    await toNextDay()
    expect((await verify([lied])).code).toBe(0)
    const { code, text } = await verify([lied, '--full'])
    expect([code, text]).toEqual([1, expect.stringMatching(said)])
  },
)

test('an owner whose order is missing is told so', async () => {
  const next = (await recordOf()).days[0]?.day ?? ''
  const missing = await verify([next, '--receipt', receipts[1] ?? ''])
  expect([missing.code, missing.text]).toEqual([1, expect.stringMatching(/Your order is not in it/)])
})

test('the command says what is wrong with its arguments', async () => {
  expect((await verify(['yesterday'])).code).toBe(2)
  expect(await verify(['2020-01-01'])).toEqual({ code: 2, text: 'the house lists no record of 2020-01-01' })
})
