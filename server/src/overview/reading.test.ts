import type { ReplyOf } from '@tickmark/wire/call'
import { operatorOrderRoutes } from '@tickmark/wire/routes/operators/orders'
import { operatorOverviewRoutes } from '@tickmark/wire/routes/operators/overview'
import { operatorPeopleRoutes } from '@tickmark/wire/routes/operators/people'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, newUser, type Reply, setServer, wallet } from '../app/app.testing.ts'
import { operatorCaller } from '../app/operatorCaller.testing.ts'
import { recordRun } from '../app/audit/auditRunStore.ts'
import { order } from '../app/placeOrder.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'

const ROUTES = { ...operatorOrderRoutes, ...operatorOverviewRoutes, ...operatorPeopleRoutes }
type Name = keyof typeof ROUTES

const clock = movableClock()
const server = setServer({ clock })
const url = () => server.url
let viewer: Caller
let editor: Caller
let ann: Caller
let bob: Caller
let orderId: string
/** An order that stays open while these tests run, however slow the machine is. */
const FIFTEEN_MINUTES = 113

function ask(who: Caller, name: Name, fields: Record<string, string> = {}): Promise<Reply> {
  const { method, path } = ROUTES[name]
  return method === 'GET' ? who.get(path, { query: fields }) : who.post(path, { json: fields })
}

async function read<N extends Name>(
  name: N,
  fields: Record<string, string> = {},
): Promise<ReplyOf<(typeof ROUTES)[N]>> {
  const reply = await ask(viewer, name, fields)
  if (reply.status !== 200) throw new Error(`${name}: ${reply.text}`)
  return reply.body.data as ReplyOf<(typeof ROUTES)[N]>
}

beforeAll(async () => {
  // On a busy machine a late tick would end the order as void.
  clock.waitFor(() => server.app.market.latest()?.atMs ?? null)
  viewer = await operatorCaller(server, { roles: ['viewer'] })
  editor = await operatorCaller(server, { roles: ['editor'] })
  ann = await newUser(url, 991)
  bob = await newUser(url, 992, { practice: true })
  orderId = await order(ann, FIFTEEN_MINUTES)
})

describe('users', () => {
  test('are listed newest first, by address, and by an operator’s search text', async () => {
    const { list, total, next } = await read('consoleUsers')
    const [annAddress, bobAddress] = [wallet(991).address, wallet(992).address]
    expect(list.map((one) => one.address)).toEqual([bobAddress, annAddress])
    expect([total, next]).toEqual([2, null])
    const addresses = async (fields: Record<string, string>) =>
      (await read('consoleUsers', fields)).list.map((one) => one.address)
    expect(await addresses({ search: annAddress.slice(0, 9).toUpperCase().replace('0X', '0x') })).toEqual([
      annAddress,
    ])
    expect(await addresses({ search: list[0]?.inviteCode.toLowerCase() ?? '' })).toEqual([bobAddress])
    expect(await addresses({ practice: '1' })).toEqual([bobAddress])
    expect(await addresses({ joinedFrom: String(clock.nowMs() + 1) })).toEqual([])
    expect(await addresses({ sort: 'address' })).toEqual(
      [annAddress, bobAddress].toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)),
    )
  })

  test.each(['newest', 'oldest', 'address'])('come in pages, each user once, sorted by %s', async (sort) => {
    const whole = (await read('consoleUsers', { sort })).list.map((one) => one.id)
    const first = await read('consoleUsers', { sort, limit: '1' })
    const second = await read('consoleUsers', { sort, limit: '1', before: first.next ?? '' })
    expect([...first.list, ...second.list].map((one) => one.id)).toEqual(whole)
    expect(second.next).toBe(null)
  })

  test('are marked for their own limits and for a break', async () => {
    const marked = async (mark: string) => (await read('consoleUsers', { mark })).list.map((one) => one.marks)
    expect(await marked('limited')).toEqual([])
    await bob.post('/api/setLimit', { json: { kind: 'lossDay', value: '50' } })
    await bob.post('/api/takeBreak', { json: { hours: 24 } })
    expect(await marked('limited')).toEqual([['limited', 'paused']])
    expect(await marked('paused')).toEqual([['limited', 'paused']])
    expect(await marked('held')).toEqual([])
  })

  test('show books, sessions, own limits and counts, and no secret', async () => {
    const [bobLine, annLine] = (await read('consoleUsers')).list
    const annNow = await read('consoleUser', { userId: String(annLine?.id) })
    expect(annNow.user.address).toBe(wallet(991).address)
    const simulated = annNow.books[1]
    expect(simulated?.holdings.map((one) => one.currency)).toEqual(['USDT', 'ETH', 'BTC'])
    expect(annNow.books[0]?.holdings).toEqual([])
    expect(Number(simulated?.inProducts)).toBeGreaterThan(0)
    expect(annNow.sessions).toHaveLength(1)
    expect(annNow.counts).toContainEqual({ name: 'openOrders', count: 1 })
    expect(annNow.counts).toContainEqual({ name: 'messages', count: 1 })
    const bobNow = await read('consoleUser', { userId: String(bobLine?.id) })
    expect(bobNow.ownLimits.limits).toContainEqual(expect.objectContaining({ kind: 'lossDay', value: '50' }))
    expect(bobNow.ownLimits.breakUntil).toBeGreaterThan(clock.nowMs())
    const text = (await ask(viewer, 'consoleUser', { userId: String(annLine?.id) })).text
    expect(text).not.toMatch(/token|secret|pepper|signature/i)
  })

  test('that do not exist have no page', async () => {
    const reply = await ask(viewer, 'consoleUser', { userId: '4711' })
    expect([reply.status, reply.body.code]).toEqual([404, 'user_unknown'])
  })

  test('have the same statement that they read themselves', async () => {
    const span = { currencyId: '1', from: '0', to: String(clock.nowMs() + 1_000) }
    const own = await ann.get('/api/getStatement', { query: { ...span, book: '1' } })
    const userId = String((await read('consoleUsers')).list[1]?.id)
    expect(await read('consoleUserStatement', { ...span, userId, of: 'simulated' })).toEqual(own.body.data)
    const wrong = await ask(viewer, 'consoleUserStatement', { ...span, currencyId: '31', userId })
    expect(wrong.body.code).toBe('currency_unknown')
  })

  test('have messages that stay unread when an operator reads them', async () => {
    const userId = String((await read('consoleUsers')).list[1]?.id)
    const { list, next } = await read('consoleUserMessages', { userId })
    expect(list.map((one) => one.isRead)).toEqual([false])
    expect(next).toBe(null)
    expect((await ann.get('/api/getUnread')).body.data).toEqual({ unread: 1 })
  })
})

describe('orders', () => {
  test('are listed with their owners, by every filter', async () => {
    const { list, next, total } = await read('consoleOrders')
    expect(list.map((one) => [one.orderId, one.address, one.book])).toEqual([
      [orderId, wallet(991).address, 'simulated'],
    ])
    expect([next, total]).toEqual([null, 1])
    const userId = String(list[0]?.userId)
    const ids = async (fields: Record<string, string>) =>
      (await read('consoleOrders', fields)).list.map((one) => one.orderId)
    const at = Number(list[0]?.acceptedAt)
    const passing: Record<string, string>[] = [
      { state: 'open' },
      { pid: '1' },
      { of: 'simulated' },
      { userId },
      { userId, state: 'open' },
      { from: String(at - 60_000), to: String(at + 1_000) },
    ]
    for (const one of passing) expect(await ids(one), JSON.stringify(one)).toEqual([orderId])
    const failing: Record<string, string>[] = [
      { state: 'finished' },
      { outcome: 'won' },
      { outcome: 'void' },
      { pid: '2' },
      { of: 'real' },
      { userId: '4711' },
      { from: String(at + 1_000) },
      { to: String(at - 60_000) },
      { before: orderId },
    ]
    for (const one of failing) expect(await ids(one), JSON.stringify(one)).toEqual([])
  })

  test('show the signed text, and an unknown id finds none', async () => {
    const open = await read('consoleOrder', { orderId })
    expect(open).toMatchObject({
      settlement: null,
      exit: null,
      shared: null,
      consent: { order: false, close: false },
      order: { orderId, address: wallet(991).address, book: 'simulated', outcome: null },
    })
    expect(open.ticket.hash).toMatch(/^[0-9a-f]{64}$/)
    const unknown = '01900000-0000-7000-8000-000000000000'
    for (const name of ['consoleOrder', 'consoleReceipt'] as const)
      expect((await ask(viewer, name, { orderId: unknown })).body.code).toBe('order_unknown')
  })

  test('are summed by coin and due time, next to the house’s means', async () => {
    clock.advance(2_100)
    const { rows, house, placed } = await read('consoleExposure')
    expect(rows).toEqual([
      expect.objectContaining({ pid: 1, book: 'simulated', currency: 'USDT', orders: 1, stake: '1' }),
    ])
    expect(rows[0]?.withinMs).toBeLessThanOrEqual(900_000)
    expect(house.map((one) => one.book)).toContain('real')
    expect(placed.counts).toHaveLength(60)
    expect(placed.counts.reduce((sum, one) => sum + one, 0)).toBe(1)
  })
})

describe('the house at a glance', () => {
  test('names feed, log, witnesses, auditor, signer, chains, engine, bankroll, orders and loans', async () => {
    await server.app.market.idle()
    const now = await read('consoleOverview')
    expect(now.feed.state).toBe('LIVE')
    expect(now.log.size).toBeGreaterThan(0)
    expect(now.log.origin).toMatch(/^sandbox\//)
    expect([now.auditor.last, now.signer, now.chains]).toEqual([null, null, []])
    expect(now.orders.open).toBe(1)
    expect(now.loans).toEqual({ running: 0, dueSoon: 0, late: 0, outstanding: '0' })
    expect(now.engine?.state).toMatch(/^(trading|waiting|stopped)$/)
    expect(now.bankroll.length).toBeGreaterThan(0)
  })

  test('has the queues of all modules, with their age', async () => {
    const before = await read('consoleQueues')
    expect(before.queues.every((one) => one.waiting === 0 && one.oldestAt === null)).toBe(true)
    const opened = await ann.post('/api/openThread', { json: {} })
    const { thread } = opened.body.data as { thread: { id: string } }
    const key = crypto.randomUUID()
    await ann.post('/api/sendChat', { json: { threadId: thread.id, key, text: 'Hello' } })
    clock.advance(2_100)
    const { queues } = await read('consoleQueues')
    const chats = queues.find((one) => one.name === 'chats')
    expect(chats?.waiting).toBe(1)
    expect(chats?.oldestAt).toBeGreaterThan(0)
    expect((await read('consoleSearch', { text: thread.id })).hits).toEqual([
      { kind: 'thread', id: thread.id, label: 'Hello' },
    ])
  })
})

describe('the search', () => {
  test('finds a user by address and invite code, an order by its id and its read-out number', async () => {
    const user = (await read('consoleUsers')).list[1]
    const hit = { kind: 'user', id: String(user?.id), label: user?.address }
    for (const text of [user?.address, user?.address.toLowerCase(), user?.inviteCode, ` ${user?.address} `])
      expect((await read('consoleSearch', { text: text ?? '' })).hits).toEqual([hit])
    const found = { kind: 'order', id: orderId, label: expect.stringContaining('BTC/USDT 1 USDT') as string }
    expect((await read('consoleSearch', { text: orderId })).hits).toEqual([found])
    expect((await read('consoleSearch', { text: orderId.slice(-12).toUpperCase() })).hits).toContainEqual(
      found,
    )
  })

  test.each(['', '   ', '%', "' or 1=1", 'xyz', '\u0000', '💥', '4711'])(
    'finds nothing by %j',
    async (text) => {
      expect((await read('consoleSearch', { text })).hits).toEqual([])
    },
  )

  test('trims a text of up to 200 characters and refuses longer ones', async () => {
    expect((await read('consoleSearch', { text: ` ${'a'.repeat(200)} ` })).hits).toEqual([])
    expect((await ask(viewer, 'consoleSearch', { text: 'a'.repeat(201) })).body.code).toBe('search_too_long')
  })

  test('refuses a text of 10,000 characters with its own reason', async () => {
    const reply = await ask(viewer, 'consoleSearch', { text: 'a'.repeat(10_000) })
    expect([reply.status, reply.body.code]).toEqual([400, 'search_too_long'])
    expect(reply.body.message).toContain('200')
  })
})

test('shows operators without that right neither users nor their orders, and users nothing at all', async () => {
  for (const [name, { may }] of Object.entries(ROUTES)) {
    const fields = { userId: '1', orderId, text: 'a', currencyId: '1', from: '0', to: '1' }
    const byEditor = await ask(editor, name as Name, may === 'see' ? {} : fields)
    if (may === 'see') expect(byEditor.status, name).toBe(200)
    else expect(byEditor.body.code, name).toBe('role_missing')
    const byUser = await ask(ann, name as Name, fields)
    expect(['operators_only', 'sign_in_first'], name).toContain(byUser.body.code)
  }
})

test('shows an ended order with its end, its places in the log and its receipt', async () => {
  clock.advance(910_000)
  await server.app.market.idle()
  const ended = await read('consoleOrder', { orderId })
  expect(ended.settlement).toMatchObject({ outcome: ended.order.outcome, bid: null, net: ended.order.profit })
  expect([ended.entry?.price, ended.exit?.price]).toEqual([ended.order.entryPrice, ended.order.exitPrice])
  expect(
    [ended.entry?.seq, ended.exit?.seq].every((seq) => (seq ?? 0) > (ended.ticket.seq ?? Infinity)),
  ).toBe(true)
  const own = await ann.get('/api/getReceipt', { query: { orderId } })
  const { receipt } = own.body.data as { receipt: { ticket: unknown } }
  const shown = (await read('consoleReceipt', { orderId })).receipt as { ticket: unknown }
  expect(shown.ticket).toEqual(receipt.ticket)
  const outcome = ended.order.outcome ?? ''
  expect((await read('consoleOrders', { outcome })).list.map((one) => one.orderId)).toEqual([orderId])
  expect((await read('consoleOrders', { state: 'open' })).list).toEqual([])
})

test('incidents name the broken promise, its start and the affected user', async () => {
  expect((await read('consoleIncidents')).list).toEqual([])
  const finding = { number: 3, rule: 'sums', where: 'account 17', expected: '0', found: '1' }
  const endedMs = clock.nowMs()
  await recordRun(server.database.database.db, {
    beganMs: endedMs - 1_500,
    endedMs,
    findings: [finding],
    isWhole: true,
    checkpoint: null,
    audited: null,
  })
  clock.advance(5_100)
  expect((await read('consoleIncidents')).list).toEqual([
    {
      kind: 'auditFinding',
      since: endedMs,
      until: null,
      where: '3. sums: account 17',
      detail: 'expected 0, found 1',
      affected: null,
    },
  ])
  const { auditor } = await read('consoleOverview')
  expect(auditor.last).toEqual({ at: endedMs, tookMs: 1_500, findings: 1 })
})
