import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerSession } from './session.ts'

const disk = new Map<string, string>()
beforeEach(() => {
  disk.clear()
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** What a hook gives to a component now. */
function given<T>(useIt: () => T): T {
  const got: T[] = []
  function Probe() {
    got.push(useIt())
    return null
  }
  renderToStaticMarkup(<Probe />)
  return got[0] as T
}

test('amounts are hidden and shown in turn, and stay so after a reload', async () => {
  const first = await import('./amountsHidden.ts')
  const [isHidden, toggle] = given(first.useAmountsHidden)
  expect([isHidden, disk.has('holdings')]).toEqual([false, false])
  toggle()
  expect([given(first.useAmountsHidden)[0], disk.get('holdings')]).toEqual([true, 'hidden'])
  vi.resetModules()
  const next = await import('./amountsHidden.ts')
  const [isStillHidden, show] = given(next.useAmountsHidden)
  show()
  expect([isStillHidden, given(next.useAmountsHidden)[0], disk.has('holdings')]).toEqual([true, false, false])
})

test('a sandbox notice that its reader hid stays hidden after a reload', async () => {
  const first = await import('./sandboxNote.ts')
  expect(given(first.useBannerHidden)).toBe(false)
  first.hideBanner()
  expect(given(first.useBannerHidden)).toBe(true)
  vi.resetModules()
  expect(given((await import('./sandboxNote.ts')).useBannerHidden)).toBe(true)
})

test('the join sheet opens when it is asked for, and closes', async () => {
  const { askToJoin, closeJoin, useJoinOpen } = await import('./joinSheet.ts')
  const isOpen = () => given(useJoinOpen)
  const before = isOpen()
  askToJoin()
  const asked = isOpen()
  closeJoin()
  expect([before, asked, isOpen()]).toEqual([false, true, false])
})

test('one of menu, setup and chat is open at a time, and a chat is about what it was opened for', async () => {
  const { isChatOpen, openChat, openOverlay, useChatAbout, useOverlay } = await import('./openSheets.ts')
  const now = () => [given(useOverlay), isChatOpen(), given(useChatAbout)]
  expect(now()).toEqual([null, false, null])
  openOverlay('menu')
  expect(now()).toEqual(['menu', false, null])
  const about = { subject: 'order', subjectId: '7' } as const
  openChat(about)
  expect(now()).toEqual(['chat', true, about])
  openOverlay(null)
  expect(now()).toEqual([null, false, about])
  openChat()
  expect(now()).toEqual(['chat', true, null])
})

test.each([
  ['ends well', true],
  ['fails', false],
])('a sign-in that %s is under way until then', async (_, isWell) => {
  const { useIsSigningIn, whileSigningIn } = await import('./signingIn.ts')
  const seen: boolean[] = [given(useIsSigningIn)]
  const signing = whileSigningIn(async () => {
    seen.push(given(useIsSigningIn))
    if (!isWell) throw new Error('no')
    return 'in'
  })
  expect(await signing.catch(() => 'out')).toBe(isWell ? 'in' : 'out')
  expect([...seen, given(useIsSigningIn)]).toEqual([false, true, false])
})

test.each([
  [true, false],
  [false, true],
])('a user who is marked as leaving: %s', async (isMarked, isCleared) => {
  const { clearLeaving, isLeaving, markLeaving } = await import('./leaving.ts')
  markLeaving()
  if (isCleared) clearLeaving()
  expect([isLeaving(), disk.has('leaving')]).toEqual([isMarked, isMarked])
})

const SESSION: ServerSession = {
  address: '0xA',
  walletType: 1,
  practice: false,
  registered: true,
  key: null,
  expiresAt: 0,
  books: [0, 1],
}

test.each<[string, 0 | 1, string | null, ServerSession | null | undefined, boolean]>([
  ['a user', 1, '0xA', SESSION, true],
  ['a user of the real account', 0, '0xA', SESSION, false],
  ['somebody whom this device knows, before the server has answered', 1, '0xA', undefined, true],
  ['somebody whom nobody knows, before the server has answered', 1, null, undefined, false],
  ['somebody whom this device knows, but the server does not', 1, '0xA', null, false],
  ['a wallet that has not registered', 1, '0xA', { ...SESSION, registered: false }, false],
])('the simulated account shown to %s', async (_, book, address, server, is) => {
  const session = await import('./session.ts')
  const { useIsSimulated } = await import('./useIsSimulated.ts')
  if (address !== null) session.setAddressHint(address, 1)
  if (server !== undefined) session.setServerSession(server)
  session.setBook(book)
  expect(given(useIsSimulated)).toBe(is)
})
