import { afterEach, expect, test, vi } from 'vitest'
import { newestOf, type KeptAnswer } from './keptAnswers.ts'
import { readAnswers } from './showKeptAnswers.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const OWN = { address: '0xA', book: 1, language: 'english' }
const PUBLIC = { address: null, book: null, language: 'english' }

const answer = (path: string, data: unknown, asker: object = OWN): KeptAnswer => ({
  key: [`/api/${path}`, asker, {}],
  data,
  atMs: 1_000,
})
const balance = answer('getavailableMoneyByCurrency', { balance: '12.5' })
const list = { list: [], total: 0 }
const pages: KeptAnswer = {
  key: ['/api/getMyLimitOrders', OWN, { status: 0, pageSize: 10 }, 'pages'],
  data: { pages: [list], pageParams: [undefined] },
  atMs: 2_000,
}
const written = (kept: readonly KeptAnswer[]) => JSON.parse(JSON.stringify(kept)) as KeptAnswer[]

test('answers are restored unchanged, and a list’s pages with the position of the first', () => {
  expect(readAnswers(written([balance, pages]), '0xA')).toEqual([balance, pages])
})

test.each([
  ['another user’s', [balance], '0xB'],
  ['anybody’s after he left', [balance], null],
  ['in another shape', [answer('getavailableMoneyByCurrency', { balance: 5 })], '0xA'],
  ['of a call that is gone', [answer('getYesterday', {})], '0xA'],
])('an answer is left out: %s', (_, kept, address) => {
  expect(readAnswers(written(kept), address)).toEqual([])
})

test('an answer with personal details is neither kept nor read back', () => {
  const draft = answer('getLoanDraft', { draft: null, blocked: null, reviewer: 'people' })
  expect(newestOf([draft, balance], '0xA')).toEqual([balance])
  // An earlier version of the page has stored one.
  expect(readAnswers(written([draft, balance]), '0xA')).toEqual([balance])
})

test('every account gets a public answer', () => {
  const durations = answer('getLimitTimeType', { list: [], marginPpm: 40_000, chancesPpm: [] }, PUBLIC)
  expect(readAnswers(written([durations]), null)).toEqual([durations])
})

test('only answers of calls are kept, the newest first, up to the limit', () => {
  const check = { key: ['receipt.check', 'x'], data: {}, atMs: 9_000 }
  const size = JSON.stringify(balance).length
  expect(newestOf([balance, check, pages], '0xA')).toEqual([pages, balance])
  expect(newestOf([balance, { ...balance, atMs: 3_000 }], '0xA')).toEqual([{ ...balance, atMs: 3_000 }])
  expect(newestOf([balance, pages], '0xA', size)).toEqual([balance])
  expect(newestOf([balance], '0xA', size - 1)).toEqual([])
  const long = (length: number) => answer('getMyMessage', 'x'.repeat(length))
  const room = 1_500_000 - JSON.stringify(long(0)).length
  expect(newestOf([long(room)], '0xA')).toHaveLength(1)
  expect(newestOf([long(room + 1)], '0xA')).toEqual([])
})

test('no answer of another account is kept', () => {
  expect(newestOf([balance, pages], '0xB')).toEqual([])
  expect(newestOf([balance], null)).toEqual([])
})

const sessionOf = (address: string) => ({
  address,
  walletType: 1,
  practice: false,
  registered: true,
  key: null,
  expiresAt: 0,
  books: [0, 1],
})

/**
 * A page that has loaded an answer of account 0xA, and a function that hides it: the page then stores its answers.
 */
async function pageOfA() {
  vi.resetModules()
  const disk = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  })
  const page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', page)
  const session = await import('../session/session.ts')
  const { startKeptAnswers } = await import('./keptAnswers.ts')
  const { queries } = await import('./api.ts')
  session.setServerSession(sessionOf('0xA'))
  startKeptAnswers()
  queries.setQueryData(balance.key, balance.data)
  const inMemory = () => queries.getQueryData(balance.key)
  return {
    session,
    disk,
    queries,
    hide: () => void page.dispatchEvent(new Event('pagehide')),
    /** Another tab covers the page, or no longer does. */
    cover(isCovered: boolean) {
      page.hidden = isCovered
      page.dispatchEvent(new Event('visibilitychange'))
    },
    inMemory,
  }
}

test('an account’s answers are stored when its page is hidden', async () => {
  const { disk, hide } = await pageOfA()
  hide()
  expect(disk.get('answers')).toContain('0xA')
})

test('an account that ends leaves no answers, on the disk or in memory, when another one takes its place', async () => {
  const { session, disk, hide, inMemory } = await pageOfA()
  hide()
  session.clearServerSession()
  expect(disk.get('answers')).toBeUndefined()
  session.setAddressHint('0xB', 1)
  expect(inMemory()).toBeUndefined()
  session.setServerSession(sessionOf('0xB'))
  hide()
  expect(disk.get('answers')).toBe('[]')
})

test('signing in with another account leaves no answers of the first', async () => {
  const { session, disk, hide, inMemory } = await pageOfA()
  hide()
  session.setServerSession(sessionOf('0xB'))
  expect([disk.get('answers'), inMemory()]).toEqual([undefined, undefined])
})

test.each(['x', '"x"', '{}', '[{}]'])(
  'a stored value that is no list of answers is replaced: %s',
  async (stored) => {
    const { disk, hide } = await pageOfA()
    disk.set('answers', stored)
    hide()
    expect(JSON.parse(disk.get('answers') ?? '')).toMatchObject([{ key: balance.key }])
  },
)

test('a tab writes no answers back after another tab has left or changed the account', async () => {
  const { disk, hide } = await pageOfA()
  disk.delete('session')
  hide()
  expect(disk.get('answers')).toBeUndefined()
  disk.set('session', JSON.stringify(sessionOf('0xB')))
  hide()
  expect(disk.get('answers')).toBeUndefined()
})

test('a covered page stores its answers too, and one that is shown again does not', async () => {
  const { disk, cover } = await pageOfA()
  cover(false)
  expect(disk.get('answers')).toBeUndefined()
  cover(true)
  expect(disk.get('answers')).toContain('0xA')
})

test('answers of an earlier visit stay stored beside those of this one', async () => {
  const { disk, hide, queries } = await pageOfA()
  disk.set('answers', JSON.stringify([pages, { ...balance, data: { balance: '1' }, atMs: 1 }]))
  // Asked for, and not answered yet.
  void queries.query({
    queryKey: ['/api/getMyMessage', OWN, {}],
    queryFn: () => new Promise(() => {}),
  })
  hide()
  const stored = JSON.parse(disk.get('answers') ?? '') as KeptAnswer[]
  expect(stored.map(({ key, data }) => [key[0], data])).toEqual([
    [balance.key[0], balance.data],
    [pages.key[0], { pages: [list], pageParams: [null] }],
  ])
})

test('a session that ends leaves in memory what this address and everybody may see', async () => {
  const { session, queries, inMemory } = await pageOfA()
  const shown = answer('getLimitTimeType', {}, PUBLIC)
  queries.setQueryData(shown.key, shown.data)
  queries.setQueryData(['receipt.check'], 'anybody’s')
  session.clearServerSession()
  expect(inMemory()).toEqual(balance.data)
  session.forgetAddress()
  expect(inMemory()).toBeUndefined()
  expect([queries.getQueryData(shown.key), queries.getQueryData(['receipt.check'])]).toEqual([
    {},
    'anybody’s',
  ])
})

test('stored answers are shown with their times to their account alone, unless a newer one is there', async () => {
  const { disk, queries, session } = await pageOfA()
  const { showKeptAnswers } = await import('./showKeptAnswers.ts')
  const older = { ...balance, data: { balance: '1' } }
  const others = { ...pages, key: ['/api/getMyLimitOrders', { ...OWN, address: '0xB' }, {}, 'pages'] }
  disk.set('answers', JSON.stringify([older, pages, others]))
  showKeptAnswers()
  expect(queries.getQueryData(balance.key)).toEqual(balance.data)
  expect(queries.getQueryState(pages.key)).toMatchObject({ data: pages.data, dataUpdatedAt: pages.atMs })
  expect(queries.getQueryData(others.key)).toBeUndefined()
  expect(session.isSignedIn()).toBe(true)
})
