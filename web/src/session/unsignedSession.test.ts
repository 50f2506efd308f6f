import { afterEach, expect, test, vi } from 'vitest'

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

afterEach(() => vi.unstubAllGlobals())

async function freshPage() {
  vi.resetModules()
  return import('./unsignedSession.ts')
}

test('a sign-in without a key is remembered over a reload, for its address alone', async () => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
  const page = await freshPage()
  expect(page.isUnsigned(ADDRESS)).toBe(false)
  page.keepUnsigned(ADDRESS)
  const reloaded = await freshPage()
  expect([reloaded.isUnsigned(ADDRESS), reloaded.isUnsigned('0xAb')]).toEqual([true, false])
  // Another tab signed in with a key: that counts here, too.
  reloaded.keepUnsigned(null)
  expect([page.isUnsigned(ADDRESS), reloaded.isUnsigned(ADDRESS)]).toEqual([false, false])
})

test('with blocked storage, a sign-in without a key is remembered until the tab closes', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  const page = await freshPage()
  page.keepUnsigned(ADDRESS)
  expect(page.isUnsigned(ADDRESS)).toBe(true)
  expect((await freshPage()).isUnsigned(ADDRESS)).toBe(false)
  page.keepUnsigned(null)
  expect(page.isUnsigned(ADDRESS)).toBe(false)
})
