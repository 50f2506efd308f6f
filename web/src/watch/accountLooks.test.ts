import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDevice } from './device.testing.ts'

const [OWN, OTHER] = [`0x${'1a'.repeat(20)}`, `0x${'2b'.repeat(20)}`]
const session = (address: string) => ({
  address,
  walletType: 1,
  practice: false,
  registered: true,
  key: null,
  expiresAt: 0,
  books: [0, 1],
})

/** Whose session the house names; undefined when it does not answer. */
const world = { named: OTHER as string | null | undefined }
const device = openDevice({
  session: () =>
    world.named === undefined ? undefined : { session: world.named === null ? null : session(world.named) },
})
afterAll(() => device.close())

async function load() {
  device.visit()
  return {
    ...(await import('./compareAccount.ts')),
    ...(await import('./watchState.ts')),
    ...(await import('../session/session.ts')),
    ...(await import('../session/signedInAs.ts')),
  }
}
let page: Awaited<ReturnType<typeof load>>
beforeAll(async () => (page = await load()))

test('a house that names another wallet’s session is asked twice, and reported until it no longer does', async () => {
  page.keepSignedInAs(OWN)
  const look = async () => {
    device.asked.length = 0
    await page.accountLooks().get('account')?.()
    return [device.asked.includes('session'), page.watchState.get().alarm?.kind ?? null]
  }
  page.setServerSession(session(OWN))
  expect(await look()).toEqual([false, null])
  page.setServerSession(null)
  expect(await look()).toEqual([false, null])
  page.setServerSession(session(OTHER))
  expect(await look()).toEqual([true, null])
  world.named = undefined
  expect(await look()).toEqual([true, null])
  world.named = OTHER
  expect(await look()).toEqual([true, 'account'])
  // Signed out, the house is asked on until it names the own wallet.
  page.setServerSession(null)
  world.named = null
  expect(await look()).toEqual([true, 'account'])
  world.named = OWN
  expect(await look()).toEqual([true, null])
  expect(await look()).toEqual([false, null])
})
