import type { NewMessage } from '@tickmark/wire/messages/kinds'
import { sql } from 'kysely'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Caller, caller, newUser, setServer, signIn, wallet } from '../app/app.testing.ts'
import { languagesOf } from '../accounts/userStore.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { transact } from '../db/transact.ts'
import { silentLog } from '../platform/log.ts'
import type { MessagesDeps } from './ports.ts'
import { createNotify } from './notify.ts'
import { createPushing, type Pushing } from './pushing.ts'
import {
  type Browser,
  newBrowser,
  type PushService,
  startPushService,
  status,
} from './pushService.testing.ts'
import { recordEvents } from '../module/events.testing.ts'
import { vapidOf } from './vapid.ts'

const HOUR_MS = 3_600_000
/** Far less than the time that a service has for its answer. */
const MOST_LISTENING_MS = 4_000
const clock = movableClock({ isStill: true })
const env: Record<string, string> = {}
let service: PushService
beforeAll(async () => {
  service = await startPushService()
  env['PUSH_HOSTS'] = service.origin
})
const server = setServer({ clock, env })
const url = () => server.url
const db = () => server.database.database.db
/** A second process on the same database. */
let beside: Pushing
beforeAll(() => (beside = createPushing(depsOf())))
afterAll(async () => {
  await beside.stop()
  await service.close()
})
beforeEach(async () => {
  await idle()
  service.pushed.length = 0
  service.answers.length = 0
})

function depsOf(): MessagesDeps {
  return {
    database: server.database.database,
    clock,
    log: silentLog(),
    languagesOf,
    events: recordEvents(),
    live: { publish: () => {}, hasOpenPage: () => false },
    vapid: vapidOf(Buffer.alloc(32, 9)),
    contact: () => 'mailto:push@localhost',
    pushHosts: [service.origin],
  }
}

/** Writes a message as another module would, and sends it. */
async function write(messages: NewMessage | readonly NewMessage[], wake = beside.wake): Promise<void> {
  await transact(db(), (tx) => createNotify(depsOf(), wake)(tx, [messages].flat()))
  await idle()
}

/** Resolves when both processes have tried all that is due. */
async function idle(): Promise<void> {
  await beside.idle()
  await server.app.idle()
}

let next = 100
/** A user with a subscribed browser. */
async function subscriber(): Promise<{ user: Caller; id: number; browser: Browser; path: string }> {
  const number = next++
  const user = await newUser(url, number)
  const { rows } = await sql<{ id: bigint }>`
    select id from users where address = ${wallet(number).address}`.execute(db())
  const path = `/push/${number}`
  const browser = newBrowser(`${service.origin}${path}`)
  expect((await add(user, browser)).status).toBe(200)
  return { user, id: Number(rows[0]?.id), browser, path }
}

const add = (user: Caller, { subscription }: Browser) => user.post('/api/addPush', { json: subscription })

async function endpoints(user: Caller): Promise<number> {
  const { data } = (await user.get('/api/getMessageSettings')).body
  return (data as { pushEndpoints: number }).pushEndpoints
}

async function jobs(): Promise<number> {
  const { rows } = await sql`select from push_job`.execute(db())
  return rows.length
}

let refs = 0
function news(
  userId: number,
  kind: 'deposit_credited' | 'authenticator_off' | 'support_replied' = 'deposit_credited',
): NewMessage {
  const common = { userId, ref: `news ${refs++}`, atMs: clock.nowMs() }
  if (kind !== 'deposit_credited') return { ...common, kind, facts: {} }
  return { ...common, kind, facts: { amount: '5', currency: 'USDT', network: 'Ethereum' } }
}

const paths = () => service.pushed.map((one) => one.path)

test('a browser gets a message in its user’s language, and only that browser can decrypt it', async () => {
  const { user, id, browser, path } = await subscriber()
  const { browser: stranger } = await subscriber()
  await user.get('/api/change_language', { query: { language: 'arab' } })
  await write(news(id))
  expect(paths()).toEqual([path])
  const { headers, body } = service.pushed[0] ?? { headers: {}, body: Buffer.alloc(0) }
  expect(browser.open(body)).toEqual({
    title: 'أُضيف الإيداع إلى حسابك',
    body: expect.stringContaining('5 USDT') as unknown,
    link: '/record',
    tag: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    lang: 'ar',
    dir: 'rtl',
  })
  expect(() => stranger.open(body)).toThrow()
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    urgency: 'normal',
    authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/) as unknown,
  })
  expect(body.length).toBeLessThan(1_000)
  expect(await jobs()).toBe(0)
})

test('the server itself sends the messages of its modules', async () => {
  const { user, browser } = await subscriber()
  const { myCode } = (await user.get('/api/modify_user')).body.data as { myCode: string }
  const friend = caller(url)
  await signIn(friend, wallet(next++))
  await friend.post('/api/register', { json: { inviteCode: myCode } })
  await expect.poll(() => service.pushed.length).toBe(1)
  expect(browser.open(service.pushed[0]?.body ?? Buffer.alloc(0))).toMatchObject({
    title: 'A friend has joined',
    link: '/share',
  })
  // The service learns whom it may ask: the operator, who has no address on the web here.
  const token = String(service.pushed[0]?.headers['authorization']).split('.')[1] ?? ''
  const claims: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
  const host = new URL(server.url).hostname
  expect(claims).toMatchObject({ aud: service.origin, sub: `mailto:push@${host}` })
})

test('a muted category stays silent, security never does and is urgent', async () => {
  const { user, id } = await subscriber()
  await user.post('/api/muteMessages', { json: { category: 'money', muted: 1 } })
  await write([news(id), news(id, 'authenticator_off')])
  expect(service.pushed.map((one) => one.headers['urgency'])).toEqual(['high'])
})

test.each([404, 410])(
  'a browser that is gone (%i) is forgotten, with all that waited for it',
  async (code) => {
    const { user, id } = await subscriber()
    service.answers.push(status(code), status(code))
    await write([news(id), news(id)])
    expect(await endpoints(user)).toBe(0)
    expect(await jobs()).toBe(0)
    await write(news(id))
    expect(service.pushed.length).toBeLessThanOrEqual(2)
  },
)

test('a busy service is retried after growing waits, no earlier than it asks for', async () => {
  const { id, path } = await subscriber()
  service.answers.push(status(503), status(500), status(429, { 'retry-after': '600' }))
  await write(news(id))
  const wait = async (ms: number) => {
    clock.advance(ms)
    await idle()
    return service.pushed.length
  }
  expect(service.pushed.length).toBe(1)
  expect(await wait(29_000)).toBe(1)
  expect(await wait(1_000)).toBe(2)
  expect(await wait(59_000)).toBe(2)
  expect(await wait(1_000)).toBe(3)
  expect(await wait(599_000)).toBe(3)
  expect(await wait(1_000)).toBe(4)
  expect(new Set(paths())).toEqual(new Set([path]))
  // No service keeps it longer than a day after it was written.
  const lives = service.pushed.map(({ headers }) => headers['ttl'])
  expect(lives).toEqual([86_400, 86_370, 86_310, 85_710].map(String))
  expect(await jobs()).toBe(0)
})

test('of several messages for one browser, each is ended or put off by its own answer', async () => {
  const { id } = await subscriber()
  service.answers.push(status(201), status(503), status(429, { 'retry-after': '600' }))
  await write([news(id), news(id), news(id)])
  expect([service.pushed.length, await jobs()]).toEqual([3, 2])
  for (const [ms, pushed, left] of [
    [29_999, 3, 2],
    [1, 4, 1],
    [569_999, 4, 1],
    [1, 5, 0],
  ] as const) {
    clock.advance(ms)
    await idle()
    expect([service.pushed.length, await jobs()]).toEqual([pushed, left])
  }
})

test('a push that fails for a day is given up; the browser stays', async () => {
  const { id } = await subscriber()
  for (let i = 0; i < 9; i++) service.answers.push(status(503))
  await write(news(id))
  for (const hours of [1, 7, 8, 7]) {
    clock.advance(hours * HOUR_MS)
    await idle()
  }
  expect(await jobs()).toBe(1)
  expect(service.pushed.length).toBe(5)
  clock.advance(HOUR_MS)
  await idle()
  expect(await jobs()).toBe(0)
  expect(service.pushed.length).toBe(5)
  const { rows } = await sql`select from push_subscription where user_id = ${id}`.execute(db())
  expect(rows).toHaveLength(1)
})

test('a message is pushed within a day of its writing, and no later', async () => {
  const { id } = await subscriber()
  const quietly = () => transact(db(), (tx) => createNotify(depsOf(), () => {})(tx, [news(id)]))
  await quietly()
  clock.advance(24 * HOUR_MS - 1)
  beside.wake()
  await idle()
  expect(service.pushed.map(({ headers }) => headers['ttl'])).toEqual(['1'])
  await quietly()
  clock.advance(24 * HOUR_MS)
  beside.wake()
  await idle()
  expect([service.pushed.length, await jobs()]).toEqual([1, 0])
})

test('fifty pushes at most wait for a browser: the oldest give way, those about security last', async () => {
  const [{ id, browser }, other] = [await subscriber(), await subscriber()]
  const quietly = async (messages: readonly NewMessage[]) => {
    clock.advance(1)
    await transact(db(), (tx) => createNotify(depsOf(), () => {})(tx, messages))
  }
  const many = (count: number) => Array.from({ length: count }, () => news(id))
  await quietly([news(id, 'authenticator_off'), news(other.id)])
  await quietly([news(id, 'support_replied'), ...many(1)])
  await quietly(many(47))
  expect(await jobs()).toBe(51)
  await quietly(many(1))
  expect(await jobs()).toBe(51)
  await quietly([...many(70), news(other.id)])
  expect(await jobs()).toBe(52)
  clock.advance(20_000)
  beside.wake()
  await idle()
  const own = service.pushed.filter((one) => one.path !== other.path)
  const titles = own.map(({ body }) => (browser.open(body) as { title: string }).title)
  expect(Object.groupBy(titles, (title) => title)).toMatchObject({
    'Deposit credited': { length: 49 },
  })
  expect(titles).toHaveLength(50)
})

test('no redirect is followed, and a refusal is not retried', async () => {
  const { user, id } = await subscriber()
  service.answers.push(status(302, { location: `${service.origin}/elsewhere` }), status(413))
  await write([news(id), news(id)])
  expect(paths()).not.toContain('/elsewhere')
  expect(service.pushed.length).toBe(2)
  expect(await jobs()).toBe(0)
  expect(await endpoints(user)).toBe(1)
})

test('a service whose answer never ends is not listened to', async () => {
  const { id } = await subscriber()
  let closed: Promise<unknown> = Promise.reject(new Error('the service is asked'))
  closed.catch(() => {})
  service.answers.push((response) => {
    response.writeHead(201).write('and')
    closed = once(response, 'close', { signal: AbortSignal.timeout(MOST_LISTENING_MS) })
  })
  await write(news(id))
  expect(await jobs()).toBe(0)
  await expect(closed).resolves.toEqual([])
})

test('users whose service does not answer hold up nobody else’s messages', async () => {
  const held: ServerResponse[] = []
  const slow = await subscriber()
  // The two are sent at once, and may arrive in either order.
  const answer = (response: ServerResponse) =>
    void (response.req.url === slow.path ? held.push(response) : response.writeHead(201).end())
  service.answers.push(answer, answer)
  const many = Array.from({ length: 20 }, () => news(slow.id))
  await transact(db(), (tx) => createNotify(depsOf(), () => {})(tx, many))
  clock.advance(1)
  const other = await subscriber()
  await transact(db(), (tx) => createNotify(depsOf(), beside.wake)(tx, [news(other.id)]))
  const sorted = () => paths().toSorted()
  await expect.poll(sorted, { timeout: MOST_LISTENING_MS }).toEqual([slow.path, other.path])
  // One that comes while the slow service still says nothing.
  await transact(db(), (tx) => createNotify(depsOf(), beside.wake)(tx, [news(other.id)]))
  const pathsLater = () => (clock.advance(250), sorted())
  await expect.poll(pathsLater, { timeout: MOST_LISTENING_MS }).toEqual([slow.path, other.path, other.path])
  for (const response of held) response.writeHead(410).end()
  await idle()
  expect(await jobs()).toBe(0)
})

test('a service that cannot be reached delays no call and loses no message', async () => {
  const { id } = await subscriber()
  service.answers.push((response) => void response.destroy())
  await write(news(id))
  expect(await jobs()).toBe(1)
  clock.advance(30_000)
  await idle()
  expect(service.pushed.length).toBe(2)
  expect(await jobs()).toBe(0)
})

test('two processes share the work; if one dies midway, the other takes its part over', async () => {
  const subscribers = await Promise.all([subscriber(), subscriber(), subscriber()])
  const other = createPushing(depsOf())
  await write(
    subscribers.flatMap(({ id }) => Array.from({ length: 15 }, () => news(id))),
    () => (beside.wake(), other.wake()),
  )
  await Promise.all([beside.idle(), other.idle()])
  expect(service.pushed.length).toBe(45)
  expect(new Set(service.pushed.map((one) => one.body.toString('hex'))).size).toBe(45)
  service.pushed.length = 0
  service.answers.push(() => {}) // never answers
  const [first] = subscribers
  await transact(db(), (tx) => createNotify(depsOf(), other.wake)(tx, [news(first.id)]))
  await expect.poll(() => service.pushed.length).toBe(1)
  await other.stop()
  await idle()
  expect(await jobs()).toBe(1)
  clock.advance(59_999)
  await idle()
  expect(service.pushed.length).toBe(1)
  clock.advance(1)
  await idle()
  expect(service.pushed.length).toBe(2)
  expect(await jobs()).toBe(0)
})

test('pushes that another process left behind are found within ten seconds', async () => {
  const { id, path } = await subscriber()
  await transact(db(), (tx) => createNotify(depsOf(), () => {})(tx, [news(id)]))
  clock.advance(10_000)
  await expect.poll(paths, { timeout: MOST_LISTENING_MS }).toEqual([path])
})

test('a user has at most five browsers; the oldest is dropped, and one that returns is renewed', async () => {
  const { user, id, browser } = await subscriber()
  const more = Array.from({ length: 5 }, (_, i) => newBrowser(`${service.origin}/more/${i}`))
  for (const one of [...more.slice(0, 4), browser, ...more.slice(4)]) {
    clock.advance(1_000)
    expect((await add(user, one)).status).toBe(200)
  }
  expect(await endpoints(user)).toBe(5)
  await write(news(id))
  expect(paths().toSorted()).toEqual([
    '/more/1',
    '/more/2',
    '/more/3',
    '/more/4',
    new URL(browser.subscription.endpoint).pathname,
  ])
  const remove = async () =>
    (await user.post('/api/removePush', { json: { endpoint: browser.subscription.endpoint } })).body.data
  expect(await remove()).toEqual({ removed: true })
  expect(await remove()).toEqual({ removed: false })
  await Promise.all(
    Array.from({ length: 9 }, (_, i) => add(user, newBrowser(`${service.origin}/at once/${i}`))),
  )
  expect(await endpoints(user)).toBe(5)
})

test('a browser that another user signs in with gets no more pushes of the first', async () => {
  const [first, second] = [await subscriber(), await subscriber()]
  service.answers.push(status(503))
  await write(news(first.id))
  const taken = newBrowser(first.browser.subscription.endpoint)
  expect((await add(second.user, taken)).status).toBe(200)
  expect(await endpoints(first.user)).toBe(0)
  clock.advance(60_000)
  await idle()
  expect(service.pushed.length).toBe(1)
  await write([news(first.id), news(second.id)])
  expect(paths().slice(1).toSorted()).toEqual([first.path, second.path].toSorted())
  const reply = await first.user.post('/api/removePush', { json: { endpoint: taken.subscription.endpoint } })
  expect(reply.body.data).toEqual({ removed: false })
})

test('a browser that is being deleted neither fails nor delays a message', async () => {
  const { user, id } = await subscriber()
  const remove = sql`delete from push_subscription where user_id = ${id}`
  for (const isKept of [true, false]) {
    const open = await db().startTransaction().execute()
    await remove.execute(open)
    await write(news(id))
    await (isKept ? open.rollback() : open.commit()).execute()
  }
  expect([await endpoints(user), await jobs(), service.pushed.length]).toEqual([0, 0, 0])
  const { data } = (await user.get('/api/getMyMessage')).body
  expect(data).toMatchObject({ total: 3 })
})

test('concurrent messages and deletions of browsers leave no error and no orphaned job', async () => {
  const { user, id, browser } = await subscriber()
  const come = async () => {
    for (let i = 0; i < 15; i++) {
      await add(user, browser)
      await user.post('/api/removePush', { json: { endpoint: browser.subscription.endpoint } })
    }
  }
  const notice = async () => {
    for (let i = 0; i < 25; i++) await write(news(id), () => {})
  }
  await Promise.all([come(), notice(), notice(), notice()])
  const { data } = (await user.get('/api/getMyMessage')).body
  expect(data).toMatchObject({ total: 76 })
  await idle()
  expect(await jobs()).toBe(0)
})

test('a message read meanwhile is no longer pushed', async () => {
  const { user, id } = await subscriber()
  service.answers.push(status(503), status(503))
  await write([news(id), news(id)])
  expect(service.pushed.length).toBe(2)
  const { list } = (await user.get('/api/getMyMessage')).body.data as { list: { id: string }[] }
  await user.post('/api/readMessages', { json: { id: list[0]?.id } })
  clock.advance(30_000)
  await idle()
  expect(service.pushed.length).toBe(3)
  expect(await jobs()).toBe(0)
})

test('an answer of support is pushed 20 s later, unless it was read in the chat by then', async () => {
  const [reading, away] = [await subscriber(), await subscriber()]
  await write([news(reading.id, 'support_replied'), news(away.id, 'support_replied')])
  clock.advance(19_000)
  await idle()
  expect(service.pushed.length).toBe(0)
  await reading.user.post('/api/readMessages', { json: {} })
  clock.advance(1_000)
  await idle()
  expect(paths()).toEqual([away.path])
  expect(await jobs()).toBe(0)
})

test('a browser gets no pushes after its owner ends its session elsewhere, but still does after it expires', async () => {
  const { user, id } = await subscriber()
  const other = caller(url)
  await signIn(other, wallet(next - 1))
  await add(other, newBrowser(`${service.origin}/other`))
  const { list } = (await other.get('/api/sessions')).body.data as {
    list: { id: string; current: boolean }[]
  }
  const lost = list.find((one) => !one.current)?.id
  expect((await other.delete('/api/session', { query: { id: lost ?? '' } })).body.data).toEqual({
    ended: true,
  })
  expect((await user.get('/api/getUnread')).status).toBe(401)
  expect(await endpoints(other)).toBe(1)
  clock.advance(25 * HOUR_MS)
  expect((await other.get('/api/getUnread')).status).toBe(401)
  await write(news(id))
  expect(paths()).toEqual(['/other'])
})

test('signing in again in the same browser keeps it reachable, and adding it again ties it to the new session', async () => {
  const { user, browser } = await subscriber()
  await signIn(user, wallet(next - 1))
  expect(await endpoints(user)).toBe(1)
  await add(user, browser)
  await user.delete('/api/session')
  await signIn(user, wallet(next - 1))
  expect(await endpoints(user)).toBe(0)
})

test('an invalid subscription is refused', async () => {
  const { user, browser } = await subscriber()
  const good = browser.subscription
  const code = async (json: object) => (await user.post('/api/addPush', { json })).body.code
  const wrong = 'push_endpoint_invalid'
  expect(await code({ ...good, endpoint: 'https://evil.example/x' })).toBe(wrong)
  expect(await code({ ...good, endpoint: 'http://127.0.0.1:1/x' })).toBe(wrong)
  expect(await code({ ...good, p256dh: good.p256dh.slice(0, -4) })).toBe(wrong)
  expect(await code({ ...good, p256dh: `B${'A'.repeat(86)}` })).toBe(wrong)
  expect(await code({ ...good, auth: 'short' })).toBe(wrong)
  expect(await code({ ...good, auth: '' })).toBe(wrong)
  expect(await code({ ...good, p256dh: '%%%' })).toBe(wrong)
  // Escaped, each of these letters is nine characters.
  expect(await code({ ...good, endpoint: `${service.origin}/${'語'.repeat(900)}` })).toBe(wrong)
})
