import type { NewMessage } from '@tickmark/wire/messages/kinds'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Caller, caller, newUser, setServer, signIn, wallet } from '../app/app.testing.ts'
import { languagesOf } from '../accounts/userStore.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { transact } from '../db/transact.ts'
import { createNotify, type Notify } from './notify.ts'

const clock = movableClock({ isStill: true })
const server = setServer({ clock })
const url = () => server.url
const db = () => server.database.database.db

interface Item {
  id: string
  category: string
  title: string
  html: string
  date: number
  isRead: boolean
  link: string
}
interface Page {
  list: Item[]
  total: number
  unread: number
}

/** Writes messages of events to the running server's own pages. */
function notify(): Notify {
  return createNotify({ ...server.app.runtime, languagesOf }, () => {})
}

async function write(messages: readonly NewMessage[]): Promise<void> {
  await transact(db(), (tx) => notify()(tx, messages))
}

async function idOf(number: number): Promise<number> {
  const { rows } = await sql<{ id: bigint }>`
    select id from users where address = ${wallet(number).address}`.execute(db())
  return Number(rows[0]?.id)
}

async function page(user: Caller, query: Record<string, string> = {}): Promise<Page> {
  const reply = await user.get('/api/getMyMessage', { query })
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data as Page
}

function deposit(userId: number, ref: string, more: Partial<NewMessage> = {}): NewMessage {
  const facts = { amount: '12345.5', currency: 'USDT', network: 'Ethereum' }
  return { userId, ref, kind: 'deposit_credited', facts, atMs: clock.nowMs(), ...more } as NewMessage
}

interface Event {
  type: number
  data: { event: string; title?: string; link?: string; muted?: boolean; unread?: number; category?: string }
}

async function listen(user: Caller) {
  const events: Event['data'][] = []
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/wss`, {
    headers: { origin: server.url, cookie: `sid=${user.cookies.get('sid')}` },
  })
  socket.on('message', (bytes: Buffer) => {
    const { type, data } = JSON.parse(bytes.toString()) as Event
    if (type === 9) events.push(data)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { events, close: () => socket.terminate() }
}

test('[MSG-01] a new user is welcomed, and the inviter gets a message, each in their own language', async () => {
  const host = await newUser(url, 1)
  const { myCode } = (await host.get('/api/modify_user')).body.data as { myCode: string }
  const guest = await newUser(url, 2)
  expect((await page(guest)).list.map((one) => one.title)).toEqual(['Welcome to Tickmark'])
  const invited = await newInvited(3, myCode)
  expect((await page(invited)).total).toBe(1)
  const { list, unread, total } = await page(host)
  expect([unread, total]).toEqual([2, 2])
  const { address } = wallet(3)
  expect(list[0]).toMatchObject({
    title: 'A friend has joined',
    html: `<p>${address.slice(0, 6)}…${address.slice(-4)} joined with your invitation code.</p>`,
    category: 'account',
    link: '/share',
    isRead: false,
    date: clock.nowMs(),
  })
  expect((await page(host, { language: 'korean' })).list[0]?.title).toBe('친구가 참여했습니다')
  expect((await page(host, { language: 'arab' })).list[1]?.title).toContain('أهلًا')
})

async function newInvited(number: number, inviteCode: string): Promise<Caller> {
  const user = caller(url)
  await signIn(user, wallet(number))
  for (let i = 0; i < 2; i++) {
    const done = await user.post('/api/register', { json: { inviteCode } })
    expect(done.status, done.text).toBe(200)
  }
  return user
}

test('messages are private: no other user lists, counts or reads them', async () => {
  const [own, other] = [await newUser(url, 10), await newUser(url, 11)]
  await write([deposit(await idOf(10), 'one')])
  const [first] = (await page(own)).list
  expect((await page(other)).list.map((one) => one.title)).toEqual(['Welcome to Tickmark'])
  expect((await other.post('/api/readMessages', { json: { id: first?.id } })).body.data).toEqual({
    unread: 1,
  })
  expect((await page(own)).unread).toBe(2)
  for (const path of ['/api/getMyMessage', '/api/getUnread', '/api/getMessageSettings']) {
    expect((await caller(url).get(path)).status).toBe(401)
  }
})

test('reading one or all messages notifies the other windows; reading again notifies none', async () => {
  const user = await newUser(url, 20)
  const id = await idOf(20)
  await write(['a', 'b', 'c'].map((ref) => deposit(id, ref)))
  const window = await listen(user)
  const [newest] = (await page(user)).list
  const read = async (json: object) => (await user.post('/api/readMessages', { json })).body.data
  expect(await read({ id: newest?.id })).toEqual({ unread: 3 })
  expect((await page(user)).list.map((one) => one.isRead)).toEqual([true, false, false, false])
  expect(await read({ id: newest?.id })).toEqual({ unread: 3 })
  expect(await read({})).toEqual({ unread: 0 })
  expect(await read({})).toEqual({ unread: 0 })
  expect((await user.get('/api/getUnread')).body.data).toEqual({ unread: 0 })
  await expect
    .poll(() => window.events.map((one) => [one.event, one.unread]))
    .toEqual([
      ['messages_read', 3],
      ['messages_read', 0],
    ])
  window.close()
})

test('several are read at once, but none of another user', async () => {
  const [user, other] = [await newUser(url, 21), await newUser(url, 22)]
  const [id, otherId] = [await idOf(21), await idOf(22)]
  await write(['a', 'b', 'c', 'd'].map((ref) => deposit(id, ref)))
  await write([deposit(otherId, 'a')])
  const window = await listen(user)
  const [first, second, third] = (await page(user)).list.map((one) => one.id)
  const [foreign] = (await page(other)).list.map((one) => one.id)
  const read = (json: object) => user.post('/api/readMessages', { json })
  const several = await read({ id: third, ids: [first, second, foreign].join(',') })
  expect(several.body.data).toEqual({ unread: 2 })
  expect((await page(user)).list.map((one) => one.isRead)).toEqual([true, true, true, false, false])
  expect((await page(other)).unread).toBe(2)
  for (const ids of ['', 'x', `${first},`, Array.from({ length: 51 }, () => first).join(',')]) {
    expect((await read({ ids })).status, ids).toBe(400)
  }
  expect((await page(user)).unread).toBe(2)
  await expect.poll(() => window.events.map((one) => one.unread)).toEqual([2])
  window.close()
})

test('[MSG-01] an open page hears of a message at once, in its user’s language', async () => {
  const user = await newUser(url, 30)
  expect((await user.get('/api/change_language', { query: { language: 'chinese' } })).status).toBe(200)
  const window = await listen(user)
  await write([deposit(await idOf(30), 'x')])
  await expect.poll(() => window.events.length).toBe(1)
  expect(window.events[0]).toMatchObject({
    event: 'message_written',
    title: '充值已到账',
    category: 'money',
    link: '/record',
    muted: false,
  })
  window.close()
})

test('a muted category is listed, but neither counted nor announced; security cannot be muted', async () => {
  const user = await newUser(url, 40)
  const id = await idOf(40)
  const mute = (category: string, muted: number) =>
    user.post('/api/muteMessages', { json: { category, muted } })
  expect((await mute('money', 1)).body.data).toEqual({ muted: ['money'] })
  expect((await mute('money', 1)).body.data).toEqual({ muted: ['money'] })
  expect((await mute('account', 1)).body.data).toEqual({ muted: ['money', 'account'] })
  expect((await mute('security', 1)).status).toBe(400)
  const window = await listen(user)
  const off: NewMessage = { userId: id, ref: 'off', kind: 'authenticator_off', facts: {}, atMs: 1 }
  await write([deposit(id, 'muted'), off])
  await expect.poll(() => window.events.map((one) => one.muted)).toEqual([true, false])
  const { list, unread, total } = await page(user)
  expect([list.length, total, unread]).toEqual([3, 3, 1])
  expect((await user.get('/api/getMessageSettings')).body.data).toMatchObject({
    muted: ['money', 'account'],
    pushEndpoints: 0,
    pushKey: expect.stringMatching(/^B[\w-]{86}$/) as unknown,
  })
  expect((await mute('account', 0)).body.data).toEqual({ muted: ['money'] })
  expect((await user.get('/api/getUnread')).body.data).toEqual({ unread: 2 })
  window.close()
})

test('concurrent writes of one ref make one message; a rolled back cause leaves none', async () => {
  const user = await newUser(url, 50)
  const id = await idOf(50)
  await Promise.all(Array.from({ length: 8 }, () => write([deposit(id, 'twice'), deposit(id, 'again')])))
  await write([deposit(id, 'twice'), deposit(id, 'twice')])
  expect((await page(user)).total).toBe(3)
  const window = await listen(user)
  await transact(db(), async (tx) => {
    await notify()(tx, [deposit(id, 'never')])
    throw new Error('the cause fails')
  }).catch(() => {})
  expect((await page(user)).total).toBe(3)
  expect(window.events).toEqual([])
  window.close()
})

test('pages are of ten unless asked otherwise, with totals and empty ends', async () => {
  const user = await newUser(url, 60)
  const id = await idOf(60)
  await write(Array.from({ length: 24 }, (_, i) => deposit(id, `n${i}`)))
  const sizes = async (query: Record<string, string>) => {
    const { list, total } = await page(user, query)
    return [list.length, total]
  }
  expect(await sizes({})).toEqual([10, 25])
  expect(await sizes({ pageNum: '3' })).toEqual([5, 25])
  expect(await sizes({ pageNum: '4' })).toEqual([0, 25])
  expect(await sizes({ pageSize: '50' })).toEqual([25, 25])
  expect((await user.get('/api/getMyMessage', { query: { pageSize: '51' } })).status).toBe(400)
  expect((await user.get('/api/getMyMessage', { query: { before: 'x' } })).status).toBe(400)
})

test('a list of 10,000 is paged by key without a gap or a double while new ones arrive', async () => {
  const user = await newUser(url, 70)
  const id = await idOf(70)
  for (let from = 0; from < 10_000; from += 2_000) {
    await write(Array.from({ length: 2_000 }, (_, i) => deposit(id, `old${from + i}`)))
  }
  const seen: string[] = []
  let before: string | undefined
  for (let turn = 0; ; turn++) {
    if (turn % 5 === 0) await write([deposit(id, `new${turn}`)])
    const { list, total } = await page(user, { pageSize: '50', ...(before && { before }) })
    expect(total).toBeGreaterThan(10_000)
    if (list.length === 0) break
    seen.push(...list.map((one) => one.id))
    before = list.at(-1)?.id
  }
  // All that existed at the first page: 10,000, the welcome, and the first new one.
  expect(seen.length).toBe(10_002)
  expect(new Set(seen).size).toBe(10_002)
  expect(seen).toEqual(seen.toSorted().toReversed())
})

test('messages are stored as written: only their read state may change', async () => {
  await newUser(url, 80)
  const rejected = async (statement: string) => {
    await expect(sql.raw(statement).execute(db())).rejects.toThrow(/of a message|never deleted/)
  }
  for (const change of [
    `id = gen_random_uuid()`,
    `user_id = user_id + 1`,
    `kind = 'welcome'`,
    `category = 'money'`,
    `facts = '{}'`,
    `ref = ref || 'x'`,
    `at_ms = at_ms + 1`,
  ])
    await rejected(`update message set ${change}`)
  await rejected(`delete from message`)
  await rejected(`truncate message cascade`)
})
