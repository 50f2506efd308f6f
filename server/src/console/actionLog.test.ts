import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { setServer } from '../app/app.testing.ts'
import { operatorCaller } from '../app/operatorCaller.testing.ts'
import { transact } from '../db/transact.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { recordAction } from '../operators/actionLogStore.ts'
import { brokenLinks, HEAD_WITHIN_MS, wrongHeads } from '../operators/auditStore.ts'
import { operatorAudit } from './audit.ts'

const clock = movableClock()
const server = setServer({ clock })
const db = () => server.database.database.db
const START_MS = clock.nowMs()
const actionOf = (action: string) => ({ operator: '0xann', action, subject: 'coffee', atMs: START_MS })

async function findings(): Promise<string[]> {
  const facts = { networks: [], ticksBetween: () => Promise.resolve([]) }
  const found = await Promise.all(operatorAudit.map((rule) => rule.check(db(), facts as never)))
  // Actions of nobody are what this test writes.
  const ofLog = found.flat().filter(({ rule }) => rule !== 'actions = operators')
  return ofLog.map(({ where, found: what }) => `${where}: ${what}`)
}

test('actions logged in parallel form one chain without gaps', async () => {
  await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      transact(db(), (tx) => recordAction(tx, actionOf(`coffee.cup${at}`))),
    ),
  )
  const lines = await db()
    .selectFrom('operator_action')
    .select(['id', 'prev', 'hash'])
    .orderBy('id')
    .execute()
  expect(lines.map(({ id }) => Number(id))).toEqual(lines.map((_, at) => at + 1))
  for (const [at, line] of lines.entries()) {
    expect(line.prev).toEqual(lines[at - 1]?.hash ?? Buffer.alloc(32))
  }
  expect(await findings()).toEqual([])
})

test('an action that is rolled back leaves no gap', async () => {
  const failing = transact(db(), async (tx) => {
    await recordAction(tx, actionOf('coffee.spill'))
    throw new Error('spilt')
  })
  await expect(failing).rejects.toThrow('spilt')
  await transact(db(), (tx) => recordAction(tx, actionOf('coffee.wipe')))
  expect(await findings()).toEqual([])
})

test('number, link and hash are the database’s own, whatever is inserted', async () => {
  await sql`insert into operator_action values
    (7, ${START_MS - 2_000}, '0xeve', 'coffee.forge', 'cup', null, '{}', decode(repeat('ab', 32), 'hex'), decode(repeat('cd', 32), 'hex'))`.execute(
    db(),
  )
  expect(await findings()).toEqual([])
})

test('the operators’ page lists actions by operator, kind, user and time, one page at a time', async () => {
  const viewer = await operatorCaller(server, { roles: ['viewer'] })
  const read = async (query: Record<string, string>) => {
    const { status, text, body } = await viewer.get('/api/console/actions', { query })
    expect(status, text).toBe(200)
    return body.data as {
      list: { id: number; action: string; hash: string }[]
      next: string | null
      head: object
    }
  }
  const all = await read({ action: 'coffee', limit: '200' })
  expect(all.list.length).toBe(32)
  expect(all.next).toBeNull()
  expect((await read({ action: 'coffee.wipe' })).list).toHaveLength(1)
  expect((await read({ action: 'coff' })).list).toEqual([])
  expect((await read({ operator: viewer.address })).list.map((one) => one.action)).toEqual([
    'console.signIn',
    'console.addFactor',
    'operators.name',
  ])
  const first = await read({ action: 'coffee', limit: '20' })
  const second = await read({ action: 'coffee', limit: '20', before: first.next ?? '' })
  expect([...first.list, ...second.list]).toEqual(all.list)
  expect(second.next).toBeNull()
  expect((await read({ subject: 'cup', until: String(START_MS - 1_000) })).list).toHaveLength(1)
  expect((await read({ subject: 'cup', from: String(START_MS - 1_000) })).list).toEqual([])
  const [newest] = (await read({ limit: '1' })).list
  expect(all.head).toEqual({ id: newest?.id, hash: newest?.hash })
})

test('the public log has the head of the chain, and the audit finds a chain rewritten below it', async () => {
  const logged = () =>
    db().selectFrom('log_entry').select('body').where('kind', '=', 'actions').orderBy('seq').execute()
  await vi.waitUntil(async () => (await logged()).length > 0, { timeout: 60_000 })
  for (const { body } of await logged()) {
    const { count, head } = JSON.parse(body) as { count: number; head: string }
    const actions = db().selectFrom('operator_action').select('hash').where('id', '=', BigInt(count))
    expect((await actions.executeTakeFirstOrThrow()).hash.toString('hex')).toBe(head)
  }
  const rewritten = transact(db(), async (tx) => {
    await sql`alter table operator_action disable trigger operator_actions_stay`.execute(tx)
    await sql`create temporary table kept on commit drop as select * from operator_action order by id`.execute(
      tx,
    )
    await sql`delete from operator_action`.execute(tx)
    await sql`insert into operator_action (at_ms, operator, action, subject, user_id, details)
      select at_ms, operator, action, 'tea', user_id, details from kept order by id`.execute(tx)
    expect(await brokenLinks(tx, 10)).toEqual([])
    throw new Error(JSON.stringify(await wrongHeads(tx, 10)))
  })
  await expect(rewritten).rejects.toThrow(/"seq":\d+,"expected":"[0-9a-f]{64}","found":"\d+ [0-9a-f]{64}"/)
  expect(await findings()).toEqual([])
})

test('the audit finds an action that stays unlogged for more than five minutes, even once it is logged', async () => {
  const newest = async () => {
    const { rows } = await sql<{ logged: number; made: number }>`
      select coalesce(max((body::jsonb ->> 'count')::int), 0) as logged,
        (select max(id)::int from operator_action) as made
      from log_entry where kind = 'actions' and kind <> 'tick'`.execute(db())
    return rows[0] ?? { logged: 0, made: 0 }
  }
  const isLogged = async () => {
    const { logged, made } = await newest()
    return logged === made
  }
  // A long time without actions is no fault, and the first action after it is logged at once.
  clock.advance(HEAD_WITHIN_MS * 2)
  await vi.waitUntil(isLogged, { timeout: 60_000 })
  await server.app.market.idle()
  await transact(db(), (tx) => recordAction(tx, { ...actionOf('coffee.now'), atMs: clock.nowMs() }))
  await vi.waitUntil(isLogged, { timeout: 60_000 })
  expect(await findings()).toEqual([])
  const hidden = { ...actionOf('coffee.late'), atMs: clock.nowMs() - HEAD_WITHIN_MS - 60_000 }
  await transact(db(), (tx) => recordAction(tx, hidden))
  expect(await findings()).toEqual([expect.stringMatching(/^the log: nothing for \d+(\.\d+)? s$/)])
  clock.advance(70_000)
  await vi.waitUntil(isLogged, { timeout: 60_000 })
  expect(await findings()).toEqual([expect.stringMatching(/^entry \d+: nothing for \d+(\.\d+)? s$/)])
})

test.each([
  [
    'another reason',
    `update operator_action set details = '{"cups": 2}' where id = 3`,
    3,
    'its hash is of other facts',
  ],
  [
    'another operator',
    "update operator_action set operator = '0xeve' where id = 4",
    4,
    'its hash is of other facts',
  ],
  ['a line that is gone', 'delete from operator_action where id = 6', 7, 'a line before it is missing'],
  [
    'a hash made to fit',
    "update operator_action one set subject = 'tea', hash = decode(repeat('ab', 32), 'hex') where id = 9",
    10,
    'it does not follow the line before',
  ],
])('the audit finds %s, even from somebody who owns the tables', async (_what, statement, id, why) => {
  await transact(db(), async (tx) => {
    await sql`alter table operator_action disable trigger operator_actions_stay`.execute(tx)
    await sql.raw(statement).execute(tx)
    await sql`alter table operator_action enable trigger operator_actions_stay`.execute(tx)
  })
  expect(await findings()).toContain(`action ${id}: ${why}`)
})

test('the audit finds an action changed under a forged hash function', async () => {
  const changed = transact(db(), async (tx) => {
    await sql`create or replace function operator_action_hash(one operator_action) returns bytea language sql stable as
      'select one.hash'`.execute(tx)
    await sql`alter table operator_action disable trigger operator_actions_stay`.execute(tx)
    await sql`update operator_action set subject = 'tea' where id = 2`.execute(tx)
    throw new Error(JSON.stringify(await brokenLinks(tx, 1)))
  })
  await expect(changed).rejects.toThrow('[{"id":2,"why":"its hash is of other facts"}]')
})
