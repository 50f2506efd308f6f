import { ROUTES } from '@tickmark/wire/routes/all'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CONFIG } from '../api/publicConfig.testing.ts'

// The page retries after a while; a test decides when.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

const SIGNED_IN = {
  address: '0xA',
  walletType: 1,
  practice: false,
  registered: true,
  expiresAt: 0,
  books: [0, 1],
  key: null,
}

/** A device, a server that keeps its session until it learns that the user has left, and a network that can fail. */
function device() {
  const disk = new Map([['session', JSON.stringify(SIGNED_IN)]])
  const world = { isOnline: true, isSignedIn: true, isJoinAsked: false, heard: [] as string[], refusal: '' }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  })
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    if (!world.isOnline) throw new TypeError('no network')
    if (address.startsWith('/config.json')) return Response.json(CONFIG)
    world.heard.push(`${method} ${address.split('?')[0]}`)
    if (method !== 'DELETE')
      return Response.json({ status: 200, data: { session: world.isSignedIn ? SIGNED_IN : null } })
    if (world.refusal !== '')
      return Response.json({ status: 401, code: world.refusal, message: 'No.' }, { status: 401 })
    if (!world.isSignedIn)
      return Response.json({ status: 401, code: 'sign_in_first', message: 'Sign in.' }, { status: 401 })
    world.isSignedIn = false
    return Response.json({ status: 200, data: { ended: true } })
  })

  /** Reloads the page: only what is on disk remains. */
  async function load() {
    vi.resetModules()
    const { showFailuresBy } = await import('../api/failures.ts')
    showFailuresBy({ show: () => {}, askToJoin: () => void (world.isJoinAsked = true) })
    const { startSession } = await import('../app/startSession.ts')
    const { sessionNow } = await import('../session/session.ts')
    const { signOut } = await import('./signIn.ts')
    const { clearLeaving, isLeaving, markLeaving } = await import('../session/leaving.ts')
    const { endLeft, leave } = await import('./leave.ts')
    const leaving = { clearLeaving, isLeaving, markLeaving, endLeft, leave }
    return { startSession, signOut, ...leaving, signedIn: () => sessionNow().server?.address }
  }

  return { world, load, disk }
}

const LEFT = `DELETE ${ROUTES.signOut.path}`
const ASKED = `GET ${ROUTES.session.path}`

test('a sign-out without a network lasts: the next load is signed out, and then ends the session on the server', async () => {
  const { world, load } = device()
  const first = await load()
  await first.startSession()
  expect(first.signedIn()).toBe('0xA')
  world.isOnline = false
  await first.signOut()
  expect([first.signedIn(), world.isSignedIn]).toEqual([undefined, true])

  const offline = await load()
  await offline.startSession()
  expect([offline.signedIn(), world.isSignedIn]).toEqual([undefined, true])

  world.isOnline = true
  world.heard = []
  const next = await load()
  const started = next.startSession()
  expect(next.signedIn()).toBe(undefined)
  await started
  expect([next.signedIn(), world.isSignedIn]).toEqual([undefined, false])
  expect(world.heard).toEqual([LEFT, ASKED])
  world.heard = []
  await (await load()).startSession()
  expect(world.heard).toEqual([ASKED])
})

test('a page that crashed during a sign-out is signed out when it opens again', async () => {
  const { world, load } = device()
  const first = await load()
  await first.startSession()
  first.markLeaving()
  const next = await load()
  await next.startSession()
  expect([next.signedIn(), world.isSignedIn]).toEqual([undefined, false])
})

test('a session that had already ended needs nothing more, and the user is not asked to join', async () => {
  const { world, load } = device()
  const first = await load()
  first.markLeaving()
  world.isSignedIn = false
  await first.startSession()
  expect([world.heard, world.isJoinAsked]).toEqual([[LEFT, ASKED], false])
  world.heard = []
  await (await load()).startSession()
  expect(world.heard).toEqual([ASKED])
})

test('a user who signs in again stays signed in', async () => {
  const { world, load } = device()
  const first = await load()
  first.markLeaving()
  first.clearLeaving()
  const next = await load()
  await next.startSession()
  expect([next.signedIn(), world.heard]).toEqual(['0xA', [ASKED]])
})

test.each([
  ['sign_in_first', true],
  ['wallet_changed', true],
  ['limited', false],
])('a server that answers a sign-out with %s has ended the session: %s', async (refusal, isOver) => {
  const { world, load } = device()
  const page = await load()
  world.refusal = refusal
  expect(
    await page.leave().then(
      () => true,
      () => false,
    ),
  ).toBe(isOver)
  expect(page.isLeaving()).toBe(!isOver)
})

test('whoever leaves is gone here at once, and the server is told once at a time', async () => {
  const { world, load, disk } = device()
  const page = await load()
  await page.startSession()
  disk.set('signedInAs', '0xA')
  world.heard = []
  await page.endLeft()
  expect(world.heard).toEqual([])
  const left = [page.leave(), page.leave()]
  expect([page.signedIn(), page.isLeaving(), disk.has('signedInAs')]).toEqual([undefined, true, false])
  left.push(page.endLeft())
  await Promise.all(left)
  expect([world.heard, page.isLeaving()]).toEqual([[LEFT], false])
  await page.leave()
  expect(world.heard).toEqual([LEFT, LEFT])
})
