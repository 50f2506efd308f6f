import { BOOK_KEY, DRAWING_KEY, LOAN_KEY } from '@tickmark/wire/legacy/storageKeys'
import { beforeEach, expect, test, vi } from 'vitest'
import { shortAddress } from '@tickmark/wire/texts/shortAddress'

const storage = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => void storage.set(key, value),
  removeItem: (key: string) => void storage.delete(key),
})

const server = {
  address: '0xAb',
  walletType: 1,
  practice: false,
  registered: true,
  key: null,
  expiresAt: 0,
  books: [0, 1],
}

async function freshSession() {
  vi.resetModules()
  return import('./session.ts')
}

beforeEach(() => storage.clear())

test('a new visitor has English and starts in the simulated account, on a live server in the real one', async () => {
  const session = await freshSession()
  expect(session.sessionNow()).toMatchObject({
    address: null,
    walletType: null,
    book: 1,
    language: 'english',
  })
  session.startInDefaultBook('sandbox')
  expect(session.sessionNow().book).toBe(1)
  session.startInDefaultBook('live')
  expect(session.sessionNow().book).toBe(0)
})

test('address, wallet type, account mode and language are kept under their own keys', async () => {
  const session = await freshSession()
  session.setServerSession({ ...server, walletType: 2 })
  session.setBook(0)
  session.keepLanguage('korean')
  expect(Object.fromEntries(storage)).toEqual({
    address: '0xAb',
    walletType: '2',
    [BOOK_KEY]: '0',
    language: 'korean',
    session: expect.stringContaining('"address":"0xAb"') as string,
  })
  const again = await freshSession()
  expect(again.sessionNow()).toMatchObject({ address: '0xAb', walletType: 2, book: 0, language: 'korean' })
})

test('switching to the current account does nothing', async () => {
  const session = await freshSession()
  expect(session.setBook(1)).toBe(false)
  expect(session.setBook(0)).toBe(true)
  expect(session.setBook(0)).toBe(false)
})

test.each<[now: 0 | 1, books: number[], then: 0 | 1]>([
  [1, [0, 1], 1],
  [0, [0, 1], 0],
  [0, [1], 1],
  [1, [0], 0],
])('in account %i, a session for the accounts %j is in account %i', async (now, books, then) => {
  const session = await freshSession()
  session.setBook(now)
  session.setServerSession({ ...server, books })
  expect([session.sessionNow().book, storage.get(BOOK_KEY)]).toEqual([then, String(then)])
})

test('a visitor who has chosen an account stays in it, also on a live server', async () => {
  storage.set(BOOK_KEY, '1')
  const session = await freshSession()
  session.startInDefaultBook('live')
  expect(session.sessionNow().book).toBe(1)
})

test.each([
  [undefined, false],
  [null, false],
  [{ ...server, registered: false }, false],
  [server, true],
])('with the session %j, personal calls are answered: %s', async (given, is) => {
  const session = await freshSession()
  expect(session.isSignedIn({ ...session.sessionNow(), server: given })).toBe(is)
})

test('a wallet’s own address is a hint: it is kept, and signs nobody in or out', async () => {
  const session = await freshSession()
  session.setAddressHint('0xCd', 2)
  expect(session.sessionNow()).toMatchObject({ address: '0xCd', walletType: 2, server: undefined })
  expect([storage.get('address'), storage.get('walletType')]).toEqual(['0xCd', '2'])
  session.setServerSession(server)
  session.setAddressHint('0xCd', 1)
  expect(session.sessionNow()).toMatchObject({ address: '0xCd', walletType: 1, server })
})

test('whoever asks for the session waits until the server has said whether there is one', async () => {
  const session = await freshSession()
  const known: unknown[] = []
  const asked = session.knownSession().then((one) => known.push(one.server))
  session.keepLanguage('korean')
  await Promise.resolve()
  expect(known).toEqual([])
  session.setServerSession(server)
  await asked
  session.setServerSession(null)
  await Promise.resolve()
  expect(known).toEqual([server])
  expect((await session.knownSession()).server).toBeNull()
})

test('the owner leaves with his session, and when another address takes over', async () => {
  const session = await freshSession()
  session.setServerSession(server)
  const left: (string | null)[] = []
  session.whenOwnerLeaves((address) => left.push(address))
  session.keepLanguage('korean')
  session.setServerSession({ ...server, expiresAt: 9 })
  expect(left.splice(0)).toEqual([])
  session.clearServerSession()
  expect(left.splice(0)).toEqual(['0xAb'])
  session.setServerSession({ ...server, address: '0xCd' })
  session.setBook(0)
  expect(left.splice(0)).toEqual(['0xCd'])
  session.setAddressHint('0xEf', 1)
  expect(left).toEqual(['0xEf'])
})

test('the language is changed at once', async () => {
  const session = await freshSession()
  session.keepLanguage('korean')
  expect(session.sessionNow().language).toBe('korean')
})

test('an account that the session may not use is not entered', async () => {
  const session = await freshSession()
  session.setBook(0)
  session.setServerSession({ ...server, practice: true, books: [1] })
  expect(session.sessionNow().book).toBe(1)
  expect(session.setBook(0)).toBe(false)
})

test('a lost session keeps the address, so that signing in again takes one tap', async () => {
  const session = await freshSession()
  session.setServerSession(server)
  session.clearServerSession()
  expect(session.sessionNow()).toMatchObject({ address: '0xAb', server: null })
  session.forgetAddress()
  expect(storage.has('address')).toBe(false)
})

test('whoever leaves takes along all that is his, and the page stays as it looks', async () => {
  const session = await freshSession()
  session.setServerSession(server)
  session.keepLanguage('korean')
  const own = [LOAN_KEY, DRAWING_KEY, session.UNSIGNED_KEY, session.SIGNED_IN_KEY]
  for (const place of own) storage.set(place, 'his')
  session.forgetAddress()
  expect([...storage.keys()].toSorted()).toEqual([BOOK_KEY, 'language'].toSorted())
  expect(session.sessionNow()).toMatchObject({ address: null, walletType: null, server: null })
})

test('invalid storage gives no session', async () => {
  storage.set('language', 'klingon')
  storage.set('walletType', '7')
  storage.set(BOOK_KEY, 'maybe')
  const session = await freshSession()
  expect(session.sessionNow()).toMatchObject({ language: 'english', walletType: null, book: 1 })
})

test('[ACC-05] an address is shown by its first and last 8 characters', () => {
  expect(shortAddress('0xB1AB18Be9B585dD0689f67ED86993CF1ffeFf632', 8)).toBe('0xB1AB18…ffeFf632')
  expect(shortAddress('0xB1AB', 8)).toBe('0xB1AB')
})
