import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '../watch/device.testing.ts'

const [OWN, OTHER] = [`0x${'1a'.repeat(20)}`, `0x${'2b'.repeat(20)}`]
const PLACE = 'https://push.example/1'

/** The browser's push service, and what the house was told. */
const world = {
  permission: 'granted',
  endpoint: null as string | null,
  isRefused: false,
  isStuck: false,
  told: [] as string[],
}
const tell = (what: string, endpoint: string) => {
  world.told.push(`${what} ${endpoint}`)
  if (world.isRefused) return Response.json({ status: 409, code: 'no', message: 'No.' }, { status: 409 })
  return (what === 'add' ? { added: true } : { removed: true }) as never
}
const device = openDevice({
  addPush: ({ endpoint }) => tell('add', endpoint),
  removePush: ({ endpoint }) => tell('remove', endpoint),
})
afterAll(() => device.close())
beforeEach(() => {
  Object.assign(world, { permission: 'granted', endpoint: null, isRefused: false, isStuck: false, told: [] })
  device.disk.clear()
})

const subscription = () => ({
  endpoint: world.endpoint,
  toJSON: () => ({ endpoint: world.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  async unsubscribe() {
    if (world.isStuck) throw new Error('stuck')
    world.endpoint = null
  },
})
const registration = {
  pushManager: {
    getSubscription: async () => (world.endpoint === null ? null : subscription()),
    async subscribe() {
      world.endpoint = PLACE
      return subscription()
    },
  },
}

async function load(address = OWN) {
  device.visit()
  const Notification = {
    get permission() {
      return world.permission
    },
    requestPermission: async () => world.permission,
  }
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('window', { PushManager: true, Notification })
  const serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration }
  vi.stubGlobal('navigator', { onLine: true, serviceWorker })
  const page = { ...(await import('./push.ts')), ...(await import('../session/session.ts')) }
  const session = { walletType: 1, practice: false, registered: true, expiresAt: 0, books: [0, 1], key: null }
  page.setServerSession({ address, ...session })
  return page
}
const kept = () => JSON.parse(device.disk.get('push') ?? 'null') as unknown

test('push is on only for the user who turned it on here, and until he turns it off', async () => {
  const page = await load()
  expect(await page.pushState()).toBe('off')
  expect(await page.startPush('AQID')).toBe('on')
  expect([await page.pushState(), kept(), world.told]).toEqual([
    'on',
    { address: OWN, endpoint: PLACE },
    [`add ${PLACE}`],
  ])
  await page.endPush()
  expect([await page.pushState(), kept(), world.endpoint]).toEqual(['off', null, null])
  expect(world.told).toEqual([`add ${PLACE}`, `remove ${PLACE}`])
})

test.each([
  ['denied', 'denied'],
  ['default', 'off'],
])('without permission (%s) nothing is subscribed', async (permission, state) => {
  const page = await load()
  world.permission = permission
  expect(await page.startPush('AQID')).toBe(state)
  expect([world.endpoint, world.told]).toEqual([null, []])
})

test('a refused subscription leaves nothing behind', async () => {
  const page = await load()
  world.isRefused = true
  await expect(page.startPush('AQID')).rejects.toThrow('No.')
  expect([world.endpoint, kept(), await page.pushState()]).toEqual([null, null, 'off'])
})

test('an end counts once browser or house has heard of it, and else stays to be done', async () => {
  const page = await load()
  await page.startPush('AQID')
  Object.assign(world, { isRefused: true, isStuck: true })
  await expect(page.endPush()).rejects.toThrow('push could not be ended')
  expect(kept()).not.toBeNull()
  world.isRefused = false
  await page.endPush()
  expect(kept()).toBeNull()
})

test('the next user ends the push of the one before, and a changed subscription is told to the house', async () => {
  const page = await load()
  await page.startPush('AQID')
  world.told = []
  await page.settlePush()
  expect(world.told).toEqual([`add ${PLACE}`])
  world.endpoint = 'https://push.example/2'
  await page.settlePush()
  expect(world.told.slice(1)).toEqual(['add https://push.example/2', `remove ${PLACE}`])
  const next = await load(OTHER)
  world.told = []
  expect(await next.pushState()).toBe('off')
  await next.settlePush()
  expect([world.endpoint, kept(), world.told]).toEqual([null, null, []])
})
