import { lineText } from '@tickmark/core/arbitrage/readLines'
import { toyHosting } from '@tickmark/core/arbitrage/toyHosting.testing'
import { asciiBytes, hexOf } from '@tickmark/core/bytes'
import type { ConsentBundle } from '@tickmark/core/consent/bundle'
import { REQUESTED_AT } from '@tickmark/core/evidence/toyWithdrawal.testing'
import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { entryBody, entryLeaf, type LogEntry } from '@tickmark/core/log/log'
import { merkleTree } from '@tickmark/core/log/tree/merkle'
import { testCrypto } from '@tickmark/core/receipts/nodeCrypto.testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '../../device.testing.ts'
import type { KeptHosting } from '../kept/hostingStore.ts'

const house = testCrypto(5)
const owner = house.owner(3)
const { address } = owner.delegation
const hosted = toyHosting(house, owner, REQUESTED_AT)
const { order, ticket } = hosted
const DAY = ticket.first
const END = Date.parse(`${DAY}T00:00Z`) + 86_400_000
const HOUR = 3_600_000
const SESSION = {
  address,
  walletType: 1,
  practice: false,
  registered: true,
  expiresAt: 0,
  books: [0, 1],
  key: null,
}

/** What the house shows. */
const world = { days: undefined as unknown, day: undefined as unknown, last: undefined as unknown }
const device = openDevice({
  getHostingDays: () => world.days as never,
  getLoggedDay: () => world.day as never,
  getLoggedAnswer: () => world.last as never,
})
afterAll(() => device.close())

async function load() {
  device.disk.set('houseKeys', JSON.stringify(house.keys))
  device.visit()
  vi.setSystemTime(REQUESTED_AT)
  vi.stubGlobal('location', { host: 'tickmark.example' })
  return {
    ...(await import('./hostingDays.ts')),
    ...(await import('../troubles.ts')),
    ...(await import('../../watchState.ts')),
    ...(await import('../../../session/session.ts')),
    ...(await import('../../../session/signedInAs.ts')),
  }
}
let page: Awaited<ReturnType<typeof load>>
beforeAll(async () => (page = await load()))
beforeEach(() => {
  Object.assign(world, { days: undefined, day: undefined, last: undefined })
  page.silences.end(`line ${order}`)
  page.setServerSession(SESSION)
  page.keepSignedInAs(address)
  vi.setSystemTime(END)
})

let nowMs = 0
/** The device is awake and online for some time. */
function pass(ms: number): void {
  for (let left = ms; left > 0; left -= 5_000) {
    page.silences.tick({ nowMs, isShown: true, isOnline: true })
    nowMs += Math.min(left, 5_000)
    page.silences.tick({ nowMs, isShown: true, isOnline: true })
  }
}

const { consent: _, ...stated } = { ...hosted.stated(ticket), consent: null }
const kept = (given: Partial<KeptHosting> = {}): KeptHosting => ({
  name: `hosting ${order}`,
  order,
  file: { format: 'tickmark-hosting/1', ...stated, consent: hosted.placing },
  problem: null,
  keptAtMs: REQUESTED_AT,
  isLogged: true,
  owner: address,
  book: 1,
  checkedDay: '',
  ...given,
})
const look = (exitMs: number | null = null, isEnded = false) => page.lookForDays(kept(), exitMs, isEnded)

/** The house shows these days of the order, and its exit. */
function show(list: object[], exit: object | null = null): void {
  world.days = { list, total: list.length, exit }
}

/** The log has one entry, which closes the first day; its only line is the order's, with changes. Its newest time is `goesTo`. */
function close(change: object = {}, goesTo = END): object {
  const { number, mid, version, principal, last } = ticket
  const line = {
    v: 1,
    kind: 'payout',
    day: DAY,
    book: 'real',
    order,
    number,
    mid,
    version,
    upperPpm: '300',
  } as const
  const text = lineText({ ...line, principal, last, amount: '200', ...change })
  const tree = merkleTree([asciiBytes(text)], house.sha256)
  const payouts = hexOf(tree.root)
  logged({
    ...ENTRY_OF.yield,
    seq: 1,
    at: goesTo,
    day: DAY,
    pool: '200',
    payouts,
    real: [1, principal, '200'],
    simulated: [0, '0', '0'],
  })
  return { day: DAY, amount: '0', line: text, path: [], index: 0, size: 1, seq: 1 }
}

function logged(entry: LogEntry): void {
  const body = entryBody(entry)
  const segment = { from: 0, bodies: [body], left: [], right: [] }
  world.day = { segment }
  world.last = { segment, place: null }
  const root = hexOf(entryLeaf(body, house.sha256))
  page.watchState.set({ ...page.watchState.get(), size: 1, root })
}
/** The log goes up to a time, without the day. */
const missing = (goesTo: number) => logged({ ...ENTRY_OF.actions, seq: 1, at: goesTo })

test('no day is asked for before the first one is over, nor a day that was checked', async () => {
  vi.setSystemTime(END - 1)
  device.asked.length = 0
  expect(await look()).toEqual({ checkedDay: '' })
  vi.setSystemTime(END)
  expect(await page.lookForDays(kept({ checkedDay: DAY }), null, false)).toEqual({ checkedDay: DAY })
  expect(device.asked).toEqual([])
})

test('a line as the ticket promised is sound, and its day checked', async () => {
  show([close()])
  expect(await look()).toEqual({ checkedDay: DAY, trouble: null, againMs: 60_000 })
})

test('a line with another share is evidence with its ticket', async () => {
  show([close({ amount: '199' })])
  const { lie, ...found } = await look()
  expect(found).toEqual({ checkedDay: '', againMs: 60_000 })
  expect(lie).toMatchObject({
    format: 'tickmark-contradiction/1',
    files: [{ statement: { order } }, { day: DAY }],
  })
})

test('a line of another order is none', async () => {
  show([close({ order: order.replace(/.$/, '0'), number: 99 })])
  expect(await look()).toEqual({ checkedDay: '', trouble: 'line', againMs: 60_000 })
})

test('a day may be closed until six hours after its end, in the log’s time', async () => {
  show([])
  missing(END + 6 * HOUR - 1)
  expect(await look()).toEqual({ checkedDay: '', trouble: null, againMs: 60_000 })
  missing(END + 6 * HOUR)
  expect(await look()).toEqual({ checkedDay: '', againMs: 10_000 })
  pass(19_999)
  expect(await look()).not.toHaveProperty('trouble')
  pass(1)
  expect(await look()).toEqual({ checkedDay: '', trouble: 'line', againMs: 10_000 })
})

test('a house that shows no days is reported after five minutes', async () => {
  expect(await look()).toEqual({ checkedDay: '', againMs: 10_000 })
  pass(299_999)
  expect(await look()).not.toHaveProperty('trouble')
  pass(1)
  expect(await look()).toEqual({ checkedDay: '', trouble: 'unshown', againMs: 10_000 })
})

test('the days of an owner who is signed out are an amber line after a minute, and of another owner none', async () => {
  page.setServerSession(null)
  expect(await look()).not.toHaveProperty('trouble')
  pass(60_000)
  expect(await look()).toEqual({ checkedDay: '', trouble: 'signedOut', againMs: 10_000 })
  page.keepSignedInAs(`0x${'2b'.repeat(20)}`)
  expect(await look()).toEqual({ checkedDay: '', trouble: null })
})

const LEFT = END - HOUR
const leaving = hosted.leavingAt(LEFT - 100)
const exit = (consent: ConsentBundle | null) => ({ ...hosted.stated(hosted.exitTo(leaving, LEFT)), consent })

test('an early exit that the owner signed elsewhere ends the days', async () => {
  vi.setSystemTime(END + 3 * 24 * HOUR)
  missing(END + 24 * HOUR)
  show([], exit(leaving))
  expect(await look()).toMatchObject({
    checkedDay: ticket.last,
    trouble: null,
    exit: { statement: { kind: 'exit', order }, consent: leaving },
  })
  // This device knows of the exit.
  show([])
  expect(await look(LEFT)).toEqual({ checkedDay: ticket.last, trouble: null, againMs: 60_000 })
  // The order shared in the day at whose end it was left.
  expect(await look(END)).not.toHaveProperty('trouble')
})

test('an exit that its owner has not signed is evidence, and one of another order none', async () => {
  missing(END)
  show([], exit(null))
  expect(await look()).toMatchObject({ checkedDay: '', unasked: { statement: { kind: 'exit', order } } })
  const other = toyHosting(house, owner, REQUESTED_AT + 1_000)
  show([], { ...other.stated(other.exitTo(leaving, LEFT)), consent: leaving })
  const found = await look()
  expect([found.exit, found.unasked]).toEqual([undefined, undefined])
})

const stranger = house.owner(4)
const contract = (bundle: ConsentBundle) => ({
  ...bundle,
  delegation: { ...bundle.delegation, kind: 'contract' as const },
})
/** An exit whose statement names this consent, or none, beside what is shown of it. */
const exitNaming = (named: ConsentBundle | null, consent: ConsentBundle | null) => {
  const statement = { ...hosted.exitTo(leaving, LEFT), consent: named ? hosted.hashOf(named) : '' }
  return { ...hosted.stated(statement), consent }
}
const strange = toyHosting(house, stranger, REQUESTED_AT).leavingAt(LEFT - 100)

test.each<[string, ticketOf: 'key' | 'contract' | 'nobody', given: object, isAsked: boolean]>([
  ['its owner’s signature', 'key', exitNaming(leaving, leaving), true],
  ['a signature that is not shown', 'key', exitNaming(leaving, null), false],
  ['no signature', 'key', exitNaming(null, null), false],
  ['the signature of another', 'key', exitNaming(strange, strange), false],
  ['no signature, for an order without one', 'nobody', exitNaming(null, null), true],
  [
    'words that the house has not signed',
    'nobody',
    { ...exitNaming(null, null), signature: '12'.repeat(64) },
    false,
  ],
  ['a contract’s signature', 'contract', exitNaming(contract(leaving), contract(leaving)), true],
])('an exit by %s', async (_, ticketOf, given, isAsked) => {
  missing(END)
  show([], given)
  const { file } = kept()
  const placing =
    ticketOf === 'nobody' ? null : ticketOf === 'key' ? hosted.placing : contract(hosted.placing)
  const statement = { ...ticket, consent: placing ? hosted.hashOf(placing) : '' }
  const { consent: _placing, ...said } = { ...hosted.stated(statement), consent: null }
  const found = await page.lookForDays(kept({ file: { ...file, ...said, consent: placing } }), null, false)
  expect([found.exit !== undefined, found.unasked !== undefined]).toEqual([isAsked, !isAsked])
})

test('an order that a list shows as ended has its exit shown, or the house hides it', async () => {
  vi.setSystemTime(END - 1)
  show([])
  missing(END - 1)
  expect(await look(null, true)).toEqual({ checkedDay: '', againMs: 10_000 })
  pass(300_000)
  expect(await look(null, true)).toEqual({ checkedDay: '', trouble: 'unshown', againMs: 10_000 })
})
