import { sha256 } from '@noble/hashes/sha2.js'
import { hostingText, type HostingExit } from '@tickmark/core/arbitrage/hostings'
import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import { withdrawalPromiseText, type WithdrawalFile } from '@tickmark/core/evidence/withdrawalPromise'
import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import { merkleTree } from '@tickmark/core/log/tree/merkle'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { rangeProof } from '@tickmark/core/log/tree/treeProofs'
import { entryDueAtMs } from '@tickmark/core/market/fixing'
import { CLOSING_FORMAT, REFUSAL_FORMAT } from '@tickmark/core/receipts/answerShape'
import { refusalBody } from '@tickmark/core/receipts/refusal'
import { dueAtMs } from '@tickmark/core/wallet/dueTimes'
import { ROUTES } from '@tickmark/wire/routes/all'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Reply } from '../../api/api.ts'
import { openDevice } from '../device.testing.ts'
import { toyOwed } from './judged/toyOwed.testing.ts'
import type { KeptAsk } from './kept/askStore.ts'
import type { KeptHosting } from './kept/hostingStore.ts'
import type { KeptPromise } from './kept/promiseStore.ts'
import type { KeptWithdrawal } from './kept/withdrawalStore.ts'

const AT = Date.UTC(2026, 10, 21, 10)
const [OWNER, OTHER] = [`0x${'1a'.repeat(20)}`, `0x${'2b'.repeat(20)}`]
const PATIENCE = { timeout: 60_000 }
const HASH = 'cd'.repeat(32)

type Shown = NonNullable<Reply<'getLoggedAnswer'>>
const world = {
  shown: undefined as Shown | undefined,
  receipt: undefined as (() => Response) | undefined,
  asked: [] as unknown[],
  /** How long an answer takes. */
  takesMs: 0,
}
const shown = (input: object) => {
  world.asked.push(input)
  pass(world.takesMs)
  return world.shown
}
const device = openDevice({
  getLoggedAnswer: shown,
  getLoggedHosting: shown,
  getReceipt: () => world.receipt?.(),
  getLoggedEnd: (input) => {
    const last = shown(input)
    return last && { segment: last.segment }
  },
})

async function load() {
  device.visit()
  return {
    ...(await import('./follow/followTickets.ts')),
    ...(await import('./followAsks.ts')),
    ...(await import('./follow/followHostings.ts')),
    ...(await import('./follow/followWithdrawals.ts')),
    ...(await import('./troubles.ts')),
    ...(await import('./promiseAlarm.ts')),
    ...(await import('../watchState.ts')),
    ...(await import('../../session/session.ts')),
    ...(await import('../../session/signedInAs.ts')),
  }
}
let page: Awaited<ReturnType<typeof load>>
let nowMs = 0

beforeAll(async () => {
  vi.setSystemTime(AT)
  page = await load()
})
beforeEach(() => {
  Object.assign(world, { shown: undefined, receipt: undefined, asked: [], takesMs: 0 })
  page.keepSignedInAs(OWNER)
  vi.setSystemTime(AT)
})
afterAll(() => device.close())

/** The device is awake and online for some time. */
function pass(ms: number): void {
  for (let left = ms; left > 0; left -= 5_000) {
    page.silences.tick({ nowMs, isShown: true, isOnline: true })
    nowMs += Math.min(left, 5_000)
    page.silences.tick({ nowMs, isShown: true, isOnline: true })
  }
}

/** The checked log ends with an entry, which the house shows; with `place` it is said to have the leaf. */
function showLast(entry: LogEntry, place: Shown['place']): void {
  const last = { ...entry, seq: 3 }
  const log = treeOfEntries(['one', 'two', entryBody(last)], sha256)
  const { left, right } = rangeProof(2, 3, 3, log.nodes)
  page.watchState.set({ ...page.watchState.get(), size: 3, root: hexOf(log.root(3)) })
  const segment = { from: 2, bodies: [entryBody(last)], left: left.map(hexOf), right: right.map(hexOf) }
  world.shown = { segment, place }
}

/** The log goes up to a time without the leaf. */
const showWithout = (atMs: number) => showLast({ ...ENTRY_OF.actions, at: atMs }, null)
const rootOf = (leaf: Uint8Array) => hexOf(merkleTree([leaf], sha256).root)
const alarms = (order: string) =>
  page.promiseAlarms
    .get()
    .flatMap((one) => (one.order === order ? [`${one.keptAs ? 'kept ' : ''}${one.trouble}`] : []))

const CLOSED = { index: 0, count: 1, path: [], root: HASH, signature: HASH + HASH }
const exit: HostingExit = {
  v: 1,
  kind: 'exit',
  number: 7,
  at: AT,
  order: 'h',
  back: '5',
  fee: '1',
  consent: HASH,
}
const refusal = {
  v: 1,
  kind: 'refusal',
  number: 7,
  asked: 'a',
  order: 'r',
  code: 'c',
  at: AT,
  consent: HASH,
} as const
const ID = '0a6f4f0e-8a60-4c7e-9a53-0f2f6c9c2b11'
const intent = {
  site: 's',
  network: 'n',
  currency: 'USDT',
  amount: '1',
  feeCap: '1',
  to: 't',
  nonce: ID,
  expires: new Date(AT).toISOString(),
}
const { head, keys } = toyOwed()
const withdrawal: WithdrawalFile = {
  format: 'tickmark-withdrawal/1',
  statement: {
    v: 1,
    kind: 'withdrawal',
    number: 7,
    at: AT,
    id: ID,
    account: OWNER,
    wallet: 'evm',
    intent,
    consent: `0x${'12'.repeat(65)}`,
    due: dueAtMs({ atMs: AT, addressFromMs: AT, needsApproval: false }),
  },
  signature: HASH + HASH,
  head,
  keys,
}
const asked = (order: string, answer: object | null, problem: KeptAsk['problem'] = null): KeptAsk => ({
  asked: `asked ${order}`,
  order,
  consent: { text: '', signature: '' },
  bundle: null,
  owner: OWNER,
  book: 1,
  keptAtMs: AT,
  answer: answer as KeptAsk['answer'],
  problem,
  isLogged: false,
})

interface Item {
  what: string
  order: string
  follow(problem?: 'other_terms' | 'not_signed' | null, order?: string): void
  looks(): Map<string, () => Promise<number | void>>
  kind: 'tickets' | 'receipts' | 'refusals' | 'hostings' | 'withdrawals'
  /** The root that its entry has. */
  root: string
  /** The last time at which the log may have it; null when that does not matter. */
  untilMs: number | null
  place: [database: string, store: string]
}

/** Everything that the house has signed and must have in its log. */
const ITEMS: Item[] = [
  {
    what: 'a ticket',
    order: 't',
    follow: (problem = null, order = 't') => page.followTicket(ticket(order, { problem })),
    looks: () => page.ticketLooks(),
    kind: 'tickets',
    root: rootOf(sha256(asciiBytes('batch'))),
    untilMs: entryDueAtMs(AT),
    place: ['tickmark-promises', 'promises'],
  },
  {
    what: 'an early close',
    order: 'c',
    follow: (problem = null, order = 'c') =>
      page.followAsk(
        asked(
          order,
          {
            format: CLOSING_FORMAT,
            proof: { ...CLOSED, batch: 7, root: hexOf(sha256(asciiBytes('batch'))) },
            settlement: { settledAt: AT },
          },
          problem,
        ),
      ),
    looks: () => page.answerLooks(),
    kind: 'receipts',
    root: rootOf(sha256(asciiBytes('batch'))),
    untilMs: AT + 3_000,
    place: ['tickmark-asked', 'asked'],
  },
  {
    what: 'a refusal',
    order: 'r',
    follow: (problem = null, order = 'r') =>
      page.followAsk(asked(order, { format: REFUSAL_FORMAT, refusal }, problem)),
    looks: () => page.answerLooks(),
    kind: 'refusals',
    root: rootOf(asciiBytes(refusalBody(refusal))),
    untilMs: null,
    place: ['tickmark-asked', 'asked'],
  },
  {
    what: 'a statement about hosting',
    order: 'h',
    follow: (problem = null, order = 'h') =>
      page.followHosting({
        name: `exit ${order}`,
        order,
        file: { format: 'tickmark-hosting/1', statement: exit } as KeptHosting['file'],
        problem,
        keptAtMs: AT,
        isLogged: false,
        owner: OWNER,
        book: 1,
        checkedDay: '',
      }),
    looks: () => page.statementLooks(),
    kind: 'hostings',
    root: rootOf(asciiBytes(hostingText(exit))),
    untilMs: AT + 3_000,
    place: ['tickmark-hostings', 'hostings'],
  },
  {
    what: 'a promise of a withdrawal',
    order: ID,
    follow: (problem = null, order = ID) =>
      page.followWithdrawal({
        consent: `consent ${order}`,
        intent,
        account: OWNER,
        id: order,
        file: { ...withdrawal },
        problem,
        keptAtMs: AT,
        isLogged: false,
        end: null,
      } satisfies KeptWithdrawal),
    looks: () => page.withdrawalLooks(),
    kind: 'withdrawals',
    root: rootOf(asciiBytes(withdrawalPromiseText(withdrawal.statement))),
    untilMs: null,
    place: ['tickmark-withdrawals', 'withdrawals'],
  },
]

function ticket(order: string, change: Partial<KeptPromise> = {}): KeptPromise {
  const file = {
    proof: { ...CLOSED, batch: 7, root: hexOf(sha256(asciiBytes('batch'))) },
    ticket: { acceptedAt: AT, dueAt: AT + 30_000 },
  }
  return {
    order,
    file: file as unknown as KeptPromise['file'],
    ticket: HASH,
    problem: null,
    keptAtMs: AT,
    isLogged: false,
    owner: OWNER,
    isSettled: true,
    ...change,
  }
}

/** One look at all items of a kind. */
async function look({ looks }: Pick<Item, 'looks'>): Promise<void> {
  for (const one of looks().values()) await one()
}
const showLogged = ({ kind, root }: Item, atMs: number) =>
  showLast({ ...ENTRY_OF[kind], first: 5, last: 9, count: 1, root, at: atMs }, CLOSED)
/** What is stored says whether this device has seen it in the log. */
const isLogged = ({ place }: Item) =>
  [...device.databases.rows(...place).values()].map((row) => row['isLogged'])

test.each(ITEMS)(
  '$what that the log lacks is reported in time, until the house shows it there',
  async (item) => {
    const { order, follow } = item
    follow()
    // Without a head of its own, the page has no log to look in.
    page.watchState.set({ ...page.watchState.get(), size: 0, root: '' })
    await look(item)
    expect(world.asked).toEqual([])
    pass(29_999)
    await look(item)
    expect(alarms(order)).toEqual([])
    pass(1)
    await look(item)
    expect(alarms(order)).toEqual(['unshown'])
    showWithout(AT + 3_000)
    await look(item)
    expect(alarms(order)).toEqual(['unshown'])
    showWithout(AT + 3_001)
    await look(item)
    expect(alarms(order)).toEqual(['unlogged'])
    showLogged(item, item.untilMs ?? AT + 3_600_000)
    await look(item)
    expect(alarms(order)).toEqual([])
    expect(new Set(isLogged(item))).toEqual(new Set([true]))
    // It has been seen, and is looked for no more.
    world.asked = []
    await look(item)
    expect(world.asked).toEqual([])
  },
)

test.each(ITEMS)(
  '$what is missing from the first question on, however long the answer takes',
  async (item) => {
    const order = `slow ${item.order}`
    item.follow(null, order)
    showWithout(AT)
    device.asked.length = 0
    world.takesMs = 29_999
    await look(item)
    expect(alarms(order)).toEqual([])
    expect(device.asked).toEqual([item.kind === 'hostings' ? 'getLoggedHosting' : 'getLoggedAnswer'])
    world.takesMs = 1
    await look(item)
    expect(alarms(order)).toEqual(['unshown'])
    showLogged(item, AT)
    await look(item)
    expect(item.looks().size).toBe(0)
  },
)

test.each([
  [false, false],
  [false, true],
  [true, false],
  [true, true],
])('an order is looked for until its ticket and its result are in the log: %s, %s', (isLogged, isSettled) => {
  const order = `seen ${isLogged} ${isSettled}`
  page.followTicket(ticket(order, { isLogged, isSettled }))
  const looks = [page.ticketLooks(), page.receiptLooks()]
  expect(looks.map((one) => one.has(order))).toEqual([!isLogged, !isSettled])
})

test('what this device has seen before is not looked for again', () => {
  page.followHosting({
    name: 'exit seen',
    order: 'seen',
    file: { format: 'tickmark-hosting/1', statement: exit } as KeptHosting['file'],
    problem: null,
    keptAtMs: AT,
    isLogged: true,
    owner: OWNER,
    book: 1,
    checkedDay: '',
  })
  expect(page.statementLooks().size).toBe(0)
})

test.each(ITEMS)('$what that the log has late, or before its time, is evidence for good', async (item) => {
  const { kind, order, follow, untilMs } = item
  const [trouble, atMs] =
    untilMs === null ? (['terms', AT - 1] as const) : (['unlogged', untilMs + 1] as const)
  // Nothing depends on the time of a refusal.
  const expected = kind === 'refusals' ? [] : [`kept ${trouble}`]
  follow()
  showLogged(item, atMs)
  await look(item)
  expect(alarms(order)).toEqual(expected)
  expect([new Set(isLogged(item)), item.looks().size]).toEqual([new Set([true]), 0])
  await page.dismiss(`${trouble} ${order}`)
})

test.each(ITEMS)('$what that is false is evidence at once, and not looked for in the log', async (item) => {
  const order = `false ${item.order}`
  for (const [problem, trouble] of [
    ['other_terms', 'terms'],
    ['not_signed', 'signature'],
  ] as const) {
    item.follow(problem, order)
    await vi.waitFor(() => expect(alarms(order)).toEqual([`kept ${trouble}`]), PATIENCE)
    await look(item)
    expect(world.asked).toEqual([])
    await page.dismiss(`${trouble} ${order}`)
    page.sent(`asked ${order}`, true)
  }
})

test('a promised withdrawal that the log has is followed to its end there', async () => {
  const [item] = ITEMS.filter(({ kind }) => kind === 'withdrawals')
  if (!item) throw new Error('there is one')
  item.follow()
  const isFollowed = () => page.endLooks().has(`consent ${ID}`)
  expect(isFollowed()).toBe(false)
  showLogged(item, AT)
  await look(item)
  const ending = { looks: () => page.endLooks() }
  world.shown = undefined
  for (const size of [0, 1]) {
    world.asked.length = 0
    page.watchState.set({ ...page.watchState.get(), size })
    await look(ending)
    expect(world.asked.length > 0).toBe(size === 1)
  }
  expect(isFollowed()).toBe(true)
  showLast(
    { ...ENTRY_OF.withdrawn, at: AT + 60_000, ends: [{ promise: 7, end: 'paid', tx: `0x${HASH}` }] },
    null,
  )
  await look(ending)
  expect(isFollowed()).toBe(false)
  const end = { is: 'ended', end: 'paid', tx: `0x${HASH}`, seq: 3, atMs: AT + 60_000, isLate: false }
  expect(device.databases.rows(...item.place).get(`"consent ${ID}"`)).toMatchObject({ end })
  expect(page.promisedWithdrawals.get()?.find(({ id }) => id === ID)).toMatchObject({ isLogged: true, end })
})

/** The house's session of the signed-in wallet. */
const SESSION = {
  address: OWNER,
  walletType: 1,
  practice: false,
  registered: true,
  expiresAt: 0,
  books: [0, 1],
  key: null,
}
const LATE = AT + 30_000 + 60_000
const refused = (status: number) => () => Response.json({ status, code: 'no', message: '' }, { status })

describe('an order without its result', () => {
  const receipt = { looks: () => page.receiptLooks() }
  const isAskedFor = () => device.asked.includes('getReceipt')

  /** An order that is due; the log and the device’s clock go up to some time. */
  function due(order: string, logMs = LATE + 1, deviceMs = LATE + 1): void {
    device.asked.length = 0
    vi.setSystemTime(deviceMs)
    showWithout(logMs)
    page.setServerSession(SESSION)
    page.followTicket(ticket(order, { isLogged: true, isSettled: false }))
  }
  /** Nobody follows it any more. */
  async function leave(): Promise<void> {
    page.keepSignedInAs(OTHER)
    await look(receipt)
  }

  test.each<[string, number, number, boolean]>([
    ['the log is past its time', LATE + 1, LATE + 1, true],
    ['the log has just reached its time', LATE, LATE + 1, false],
    ['this device’s clock has just reached its time', LATE + 1, LATE, false],
  ])('is asked for only once it is due by both: %s', async (name, logMs, deviceMs, is) => {
    due(name, logMs, deviceMs)
    await look(receipt)
    expect(isAskedFor()).toBe(is)
    await leave()
  })

  test.each<[string, (() => Response) | undefined, [ms: number, shown: string[]][]]>([
    [
      'that the house does not have',
      refused(404),
      [
        [9_999, []],
        [1, ['overdue']],
      ],
    ],
    [
      'about which it does not answer',
      undefined,
      [
        [59_999, []],
        [1, ['unshown']],
        [239_999, ['unshown']],
        [1, ['overdue']],
      ],
    ],
    [
      'that it refuses',
      refused(503),
      [
        [59_999, []],
        [1, ['unshown']],
        [240_000, ['overdue']],
      ],
    ],
  ])('%s is reported in time, and no more when its owner is another', async (name, answer, steps) => {
    due(name)
    world.receipt = answer
    await look(receipt)
    for (const [ms, expected] of steps) {
      pass(ms)
      await look(receipt)
      expect(alarms(name)).toEqual(expected)
    }
    await leave()
    expect(alarms(name)).toEqual([])
    // The silence begins anew.
    page.keepSignedInAs(OWNER)
    await look(receipt)
    expect(alarms(name)).toEqual([])
    await leave()
  })

  test('is an amber line while its owner is signed out', async () => {
    due('out')
    page.setServerSession(null)
    await look(receipt)
    pass(60_000)
    await look(receipt)
    expect([alarms('out'), isAskedFor()]).toEqual([['signedOut'], false])
    await leave()
  })
})

describe('a signed text without an answer', () => {
  const answer = { looks: () => page.answerLooks() }

  test('is asked about, and reported, from 15 s on in red', async () => {
    page.setServerSession(SESSION)
    page.followAsk(asked('q', null))
    await look(answer)
    expect(alarms('q')).toEqual(['asking'])
    pass(14_999)
    await look(answer)
    expect(alarms('q')).toEqual(['asking'])
    pass(1)
    await look(answer)
    expect(alarms('q')).toEqual(['unanswered'])
    page.keepSignedInAs(OTHER)
    await look(answer)
    expect(alarms('q')).toEqual([])
    // Signed out, nobody can ask, and the line stays amber.
    page.keepSignedInAs(null)
    page.setServerSession(null)
    pass(60_000)
    await look(answer)
    expect(alarms('q')).toEqual(['asking'])
    page.sent('asked q', true)
    expect([alarms('q'), page.answerLooks().size]).toEqual([[], 0])
  })

  test('is left alone for 10 s while its request is under way', () => {
    const looks = (ms: number) => {
      vi.setSystemTime(AT + ms)
      return page.answerLooks().size
    }
    page.followSending(asked('s', null))
    expect([looks(0), looks(9_999), looks(10_000)]).toEqual([0, 0, 1])
    page.sent('asked s', false)
    expect(looks(0)).toBe(1)
    page.sent('asked s', true)
    expect(looks(10_000)).toBe(0)
  })

  test('counts as unanswered while its answer is false', async () => {
    page.setServerSession(SESSION)
    page.followAsk(asked('f', { format: REFUSAL_FORMAT, refusal }, 'not_signed'))
    await look(answer)
    pass(15_000)
    await look(answer)
    await vi.waitFor(() => expect(alarms('f')).toEqual(['kept signature', 'unanswered']), PATIENCE)
    page.sent('asked f', true)
    await page.dismiss('signature f')
  })
})

test.each<[string, 'getMyLimitOrders' | 'getMyTgOrderList', (order: string) => unknown, boolean]>([
  ['a list', 'getMyLimitOrders', (orderId) => ({ list: [{ orderId }] }), true],
  [
    'a first page',
    'getMyLimitOrders',
    (orderId) => ({ pages: [{ list: [{ orderId }] }, { list: [] }] }),
    true,
  ],
  [
    'a further page',
    'getMyLimitOrders',
    (orderId) => ({ pages: [{ list: [] }, { list: [{ orderId }] }] }),
    true,
  ],
  ['a list of hosting orders', 'getMyTgOrderList', (orderNumber) => ({ list: [{ orderNumber }] }), true],
  ['no list', 'getMyLimitOrders', () => undefined, false],
])('an order that the house has refused and shows in %s is reported', async (name, route, listed, is) => {
  const refuse = (asksOf: string) =>
    page.followAsk({
      ...asked(name, { format: REFUSAL_FORMAT, refusal: { ...refusal, asked: asksOf, order: name } }),
      isLogged: true,
    })
  const { queries } = await import('../../api/api.ts')
  queries.setQueryData([ROUTES[route].path, name], listed(name))
  // The refusal of a close says nothing about the order.
  refuse('its close')
  page.noticeRefused()
  expect(alarms(name)).toEqual([])
  refuse(name)
  page.noticeRefused()
  expect(alarms(name)).toEqual(is ? ['contradicted'] : [])
})
