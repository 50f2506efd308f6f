import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CONFIG } from '../api/publicConfig.testing.ts'

const PATIENCE = { timeout: 60_000 }

// The page retries after a while; a test decides when.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

const session = (address: string) => ({
  address,
  walletType: 1 as const,
  practice: false,
  registered: true,
  expiresAt: 0,
  books: [0, 1],
  key: null,
})

/** A page on a device that keeps these values, with a server whose answers a test gives or withholds. */
async function openPage(kept: Record<string, string> = {}) {
  const disk = new Map(Object.entries(kept))
  const world = { answer: null as object | null, asked: 0, comeOnline: () => {} }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  })
  vi.stubGlobal('addEventListener', (name: string, run: () => void) => {
    if (name === 'online') world.comeOnline = run
  })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.startsWith('/config.json')) return Response.json(CONFIG)
    world.asked += 1
    if (!world.answer) throw new TypeError('no network')
    return Response.json({ status: 200, data: { session: world.answer } })
  })
  vi.resetModules()
  const start = await import('./startSession.ts')
  const { sessionNow, setServerSession } = await import('../session/session.ts')
  const now = () => sessionNow().server?.address ?? sessionNow().server
  return { ...start, world, disk, now, setServerSession }
}

test('without an answer the page shows the session of the last visit, and asks again after five seconds', async () => {
  const { startSession, world, now } = await openPage({ session: JSON.stringify(session('0xA')) })
  await startSession()
  expect([now(), world.asked]).toEqual(['0xA', 1])
  world.answer = session('0xB')
  await vi.advanceTimersByTimeAsync(4_999)
  expect(world.asked).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await vi.waitFor(() => expect(now()).toBe('0xB'), PATIENCE)
  expect(world.asked).toBe(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(world.asked).toBe(2)
})

test.each([['{"address":5}'], ['no JSON'], [undefined]])(
  'without an answer and with %s kept, nobody is signed in',
  async (kept) => {
    const { startSession, now } = await openPage(kept === undefined ? {} : { session: kept })
    await startSession()
    expect(now()).toBeNull()
  },
)

test('back online, an assumed session is asked for at once, an answered one not again', async () => {
  const { startSession, refreshWhenOnline, world, now } = await openPage()
  refreshWhenOnline()
  await startSession()
  world.answer = session('0xA')
  world.comeOnline()
  await vi.waitFor(() => expect(now()).toBe('0xA'), PATIENCE)
  expect(world.asked).toBe(2)
  world.comeOnline()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(world.asked).toBe(2)
})

test('back online, only the message that there was no network goes', async () => {
  const { refreshWhenOnline, world, startSession } = await openPage()
  const [{ currentToast, toast }, { t }] = await Promise.all([
    import('@tickmark/ui/layer/toast.ts'),
    import('../i18n/i18n.ts'),
  ])
  world.answer = session('0xA')
  await startSession()
  refreshWhenOnline()
  toast(t('shell:networkFailure'))
  world.comeOnline()
  expect(currentToast()).toBeNull()
  toast('Saved')
  world.comeOnline()
  expect(currentToast()?.text).toBe('Saved')
})

test('an answer that comes after a sign-in changes nothing', async () => {
  const { startSession, world, now, setServerSession } = await openPage()
  world.answer = session('0xA')
  const started = startSession()
  setServerSession(session('0xB'))
  await started
  expect(now()).toBe('0xB')
})

test('an answer counts as the first one', async () => {
  const { startSession, world, now } = await openPage()
  world.answer = session('0xA')
  expect(now()).toBeUndefined()
  await startSession()
  expect(now()).toBe('0xA')
})

test('an invite code is kept up to 32 characters, and none replaces none', async () => {
  const { keepInviteCode, disk } = await openPage()
  keepInviteCode('?code=')
  keepInviteCode('?other=1')
  expect(disk.has('inviteCode')).toBe(false)
  keepInviteCode(`?code=${'a'.repeat(33)}`)
  expect(disk.get('inviteCode')).toBe('a'.repeat(32))
  keepInviteCode('?other=1')
  expect(disk.get('inviteCode')).toBe('a'.repeat(32))
})
