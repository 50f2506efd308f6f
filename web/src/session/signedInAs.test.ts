import { afterEach, expect, test, vi } from 'vitest'

const [OWN, OTHER] = [
  '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  '0xB1AB18Be9B585dD0689f67ED86993CF1ffeFf632',
]
const SESSION = {
  walletType: 1,
  practice: false,
  registered: true,
  expiresAt: 0,
  books: [0, 1],
  key: null,
}

afterEach(() => vi.unstubAllGlobals())

function store() {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
}

async function freshPage() {
  vi.resetModules()
  return { ...(await import('./signedInAs.ts')), ...(await import('./session.ts')) }
}

test('the page follows the promises of the wallet that signed in on this browser, whatever session the house names', async () => {
  store()
  const page = await freshPage()
  page.setServerSession({ ...SESSION, address: OTHER })
  // A session older than this browser's own record.
  expect(page.ownerNow()).toBe(OTHER)
  page.keepSignedInAs(OWN)
  page.setServerSession({ ...SESSION, address: OTHER })
  expect(page.ownerNow()).toBe(OWN)
  page.clearServerSession()
  expect((await freshPage()).ownerNow()).toBe(OWN)
})

test('after a user leaves, no promises are followed, even if a wallet shows an address', async () => {
  store()
  const page = await freshPage()
  page.keepSignedInAs(OWN)
  page.forgetAddress()
  page.setAddressHint(OWN, 1)
  expect(page.ownerNow()).toBeNull()
})

test('with blocked storage, the address is remembered until the tab closes', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  const page = await freshPage()
  page.keepSignedInAs(OWN)
  expect(page.signedInAs()).toBe(OWN)
  page.keepSignedInAs(null)
  expect(page.signedInAs()).toBeNull()
})
