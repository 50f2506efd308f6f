import type { AnyRoute } from '@tickmark/wire/call'
import { OPERATOR_ROUTES } from '@tickmark/wire/routes/operators/all'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, newUser, setServer } from '../app/app.testing.ts'
import { operatorCaller } from '../app/operatorCaller.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'

const clock = movableClock()
const server = setServer({ clock, env: { CONTENT: 'none' } })
const db = () => server.database.database.db
let userId = 0

beforeAll(async () => {
  await newUser(() => server.url, 451)
  const [row] = await db().selectFrom('users').select('id').orderBy('id', 'desc').limit(1).execute()
  userId = Number(row?.id)
})

const ID = '01234567-89ab-4def-8123-456789abcdef'
/** Each call that declares whose data it reads, with the field that names them. */
const READING = Object.entries<AnyRoute>(OPERATOR_ROUTES).flatMap(([name, { path, reads }]) =>
  reads ? [{ name, path, subject: reads.subject, field: reads.field }] : [],
)
const ask = (who: Caller, path: string, query: Record<string, string>) => {
  const span: Record<string, string> = path.endsWith('/statement')
    ? { currencyId: '1', from: '0', to: '1' }
    : {}
  return who.get(path, { query: { ...span, ...query } })
}

const read = (who: Caller, path: string, id = userId) => {
  const span: Record<string, string> = path === '/statement' ? { currencyId: '1', from: '0', to: '1' } : {}
  return who.get(`/api/console/user${path}`, { query: { userId: String(id), ...span } })
}
const readings = async (operator: string) => {
  const rows = await db()
    .selectFrom('operator_action')
    .select('subject')
    .where('operator', '=', operator)
    .where('action', '=', 'people.read')
    .execute()
  return rows.map((one) => one.subject)
}

test('viewing a user is logged, once an hour for everything read about that user', async () => {
  const ann = await operatorCaller(server, { roles: ['support'] })
  for (const path of ['', '/statement', '/messages', '']) expect((await read(ann, path)).status).toBe(200)
  expect(await readings(ann.address)).toEqual([`user ${userId}`])
  clock.advance(20 * 60_000)
  await read(ann, '/messages')
  clock.advance(20 * 60_000)
  await read(ann, '')
  expect(await readings(ann.address)).toHaveLength(1)
  clock.advance(20 * 60_000)
  expect((await read(ann, '')).status).toBe(200)
  expect(await readings(ann.address)).toHaveLength(2)
})

test('an operator may view sixty users an hour, and those same users again', async () => {
  const ben = await operatorCaller(server, { roles: ['support'] })
  // What is read about no user does not count here.
  const order = { orderId: '01234567-89ab-4def-8123-456789abcdef' }
  await ben.get('/api/console/order', { query: order })
  await read(ben, '', userId + 1)
  clock.advance(10 * 60_000)
  for (let id = userId + 2; id < userId + 60; id++) await read(ben, '', id)
  expect((await read(ben, '')).status).toBe(200)
  const refused = await read(ben, '', userId + 60)
  expect(refused.body.code).toBe('too_many_requests')
  // Room comes when the hour of the first reading is over.
  const waitS = Number(refused.headers.get('retry-after'))
  expect(waitS).toBeGreaterThan(40 * 60)
  expect(waitS).toBeLessThanOrEqual(50 * 60)
  expect((await read(ben, '/messages')).status).toBe(200)
  expect(await readings(ben.address)).toHaveLength(61)
})

test('an operator may open six hundred orders an hour, whatever the number of users', async () => {
  const hal = await operatorCaller(server, { roles: ['support'] })
  const read599 = Array.from({ length: 599 }, (_, at) => ({
    at_ms: BigInt(clock.nowMs()),
    operator: hal.address,
    action: 'people.read',
    subject: `order ${at}`,
    details: '{}',
  }))
  await db().insertInto('operator_action').values(read599).execute()
  const open = async (orderId: string) =>
    (await hal.get('/api/console/order', { query: { orderId } })).body.code
  expect(await open(ID)).not.toBe('too_many_requests')
  expect(await open(ID.replace('0', '1'))).toBe('too_many_requests')
  expect((await read(hal, '')).status).toBe(200)
})

test('opening an order, a withdrawal or a conversation is logged too, once an hour', async () => {
  const dan = await operatorCaller(server, { roles: ['support', 'treasurer'] })
  const id = '01234567-89ab-4def-8123-456789abcdef'
  for (const [path, field] of [
    ['order', 'orderId'],
    ['order/receipt', 'orderId'],
    ['withdrawal', 'id'],
    ['support/thread', 'threadId'],
  ] as const)
    for (let look = 0; look < 2; look++) await dan.get(`/api/console/${path}`, { query: { [field]: id } })
  const subjects = await readings(dan.address)
  expect(subjects.toSorted()).toEqual([`order ${id}`, `thread ${id}`, `withdrawal ${id}`])
})

test.each(READING)(
  '$name with its $field leaves an action, and without it none',
  async ({ path, subject, field }) => {
    const eve = await operatorCaller(server, { roles: ['support', 'reviewer', 'treasurer'] })
    await ask(eve, path, {})
    expect(await readings(eve.address)).toEqual([])
    const id = subject === 'user' ? String(userId) : ID
    for (let look = 0; look < 2; look++) await ask(eve, path, { [field]: id })
    expect(await readings(eve.address)).toEqual([`${subject} ${id}`])
  },
)

test('the house’s own deposits belong to nobody, and listing them is not logged', async () => {
  const fay = await operatorCaller(server, { roles: ['viewer'] })
  const { status } = await fay.get('/api/console/deposits', { query: { userId: 'house' } })
  expect([status, await readings(fay.address)]).toEqual([200, []])
})

test('a user sees in the settings that an operator viewed their data, even by a list', async () => {
  const user = await newUser(() => server.url, 452)
  const [row] = await db().selectFrom('users').select('id').orderBy('id', 'desc').limit(1).execute()
  const told = async () => {
    const { body } = await user.get('/api/accountActions')
    return (body.data as { list: { action: string }[] }).list.map((one) => one.action)
  }
  const gil = await operatorCaller(server, { roles: ['viewer'] })
  const look = (id: number) => gil.get('/api/console/withdrawals', { query: { userId: String(id) } })
  expect((await look(9_999_999)).status).toBe(200)
  expect(await told()).toEqual([])
  expect((await look(Number(row?.id))).status).toBe(200)
  expect(await told()).toEqual(['people.read'])
})

test('a user reads what operators did in pages, the newest first, and of no other user', async () => {
  const user = await newUser(() => server.url, 453)
  const [row] = await db().selectFrom('users').select('id').orderBy('id', 'desc').limit(1).execute()
  const hal = await operatorCaller(server, { roles: ['viewer'] })
  for (const [at, whose] of [row?.id, 1n, row?.id, row?.id].entries())
    await db()
      .insertInto('operator_action')
      .values({
        at_ms: BigInt(clock.nowMs()),
        operator: hal.address,
        action: `coffee.cup${at}`,
        subject: 'cup',
        user_id: whose ?? 0n,
        details: '{}',
      })
      .execute()
  const page = async (query: Record<string, string>) => {
    const { body } = await user.get('/api/accountActions', { query })
    const { list, more } = body.data as { list: { id: number; action: string }[]; more: boolean }
    return { actions: list.map(({ action }) => action), more, last: String(list.at(-1)?.id) }
  }
  expect(await page({ count: '3' })).toMatchObject({ more: false })
  const first = await page({ count: '2' })
  expect(first).toMatchObject({ actions: ['coffee.cup3', 'coffee.cup2'], more: true })
  const rest = await page({ count: '2', before: first.last })
  expect(rest).toMatchObject({ actions: ['coffee.cup0'], more: false })
})

test('an operator who may not see users reads of none in the log of actions', async () => {
  const [editor, cem] = [
    await operatorCaller(server, { roles: ['editor'] }),
    await operatorCaller(server, { roles: ['reviewer'] }),
  ]
  await db()
    .insertInto('operator_action')
    .values({
      at_ms: BigInt(clock.nowMs()),
      operator: cem.address,
      action: 'withdrawal.approve',
      subject: 'withdrawal 1',
      user_id: BigInt(userId),
      details: '{"reason":"owner_asked"}',
    })
    .execute()
  const line = async (who: Caller) => {
    const { body } = await who.get('/api/console/actions', { query: { action: 'withdrawal' } })
    return (body.data as { list: { userId: number | null; details: object }[] }).list[0]
  }
  expect(await line(cem)).toMatchObject({ userId, details: { reason: 'owner_asked' } })
  expect(await line(editor)).toMatchObject({ userId: null, details: {} })
  expect((await line(editor))?.details).toEqual({})
  const support = await operatorCaller(server, { roles: ['support'] })
  await read(support, '')
  const subjects = async (who: Caller) => {
    const { body } = await who.get('/api/console/actions', { query: { action: 'people' } })
    return (body.data as { list: { subject: string }[] }).list[0]?.subject
  }
  expect([await subjects(support), await subjects(editor)]).toEqual([`user ${userId}`, 'user'])
  for (const [field, value] of [
    ['userId', String(userId)],
    ['subject', `user ${userId}`],
  ] as const) {
    const query = { [field]: value }
    expect((await editor.get('/api/console/actions', { query })).body.code).toBe('role_missing')
    expect(await readings(editor.address)).toEqual([])
    expect((await support.get('/api/console/actions', { query })).status).toBe(200)
  }
})
