import { bytesOfBase64Url } from '@tickmark/core/base64url'
import { widestGrant } from '@tickmark/core/consent/grant'
import { signInText } from '@tickmark/core/consent/signInText'
import { sha256 } from '@noble/hashes/sha2.js'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openDevice, type Answers } from '../watch/device.testing.ts'

const ORIGIN = 'https://house.example'
const [OWN, OTHER] = [`0x${'1a'.repeat(20)}`, `0x${'2b'.repeat(20)}`]
const CRYPTO = globalThis.crypto
const AT = Date.UTC(2026, 10, 21, 10)

/** How the house answers, and what it was asked for. */
const HONEST = {
  origin: ORIGIN,
  address: OWN,
  named: OWN,
  key: null as string | null,
  isNew: false,
  unknownCode: '',
}
let house = { ...HONEST }
let world = { asksFor: '', registered: [] as string[], signOuts: 0 }

const refused = (code: string) => Response.json({ status: 409, code, message: code }, { status: 409 })
const answers: Answers = {
  challenge({ key }) {
    world.asksFor = key ?? ''
    const grant = key === undefined ? null : widestGrant(bytesOfBase64Url(key) ?? new Uint8Array(), AT + 1e8)
    const { origin, address } = house
    const times = { issuedAtMs: AT, expiresAtMs: AT + 300_000 }
    const facts = {
      address,
      wallet: 'evm',
      origin,
      chainId: 1,
      nonce: 'ab'.repeat(16),
      ...times,
      grant,
    } as const
    return { message: signInText(facts, sha256), expiresAt: AT + 300_000 }
  },
  signIn: ({ walletType, practice = false }) => {
    return {
      address: house.named,
      walletType: Number(walletType),
      practice,
      registered: !house.isNew,
      expiresAt: 0,
    }
  },
  checkUserIsSave: () => !house.isNew,
  register({ inviteCode = '' }) {
    world.registered.push(inviteCode)
    return inviteCode !== '' && inviteCode === house.unknownCode
      ? refused('invite_unknown')
      : { registered: true, myCode: '' }
  },
  session: () => {
    const key = house.key ?? world.asksFor
    const session = { address: house.named, walletType: 1, practice: false, registered: true, expiresAt: 0 }
    return { session: { ...session, books: [0, 1], key: key === '' ? null : key } }
  },
  signOut: () => {
    world.signOuts += 1
    return { ended: true }
  },
}
const device = openDevice(answers)
afterAll(() => device.close())
beforeEach(() => {
  house = { ...HONEST }
  world = { asksFor: '', registered: [], signOuts: 0 }
  device.disk.clear()
})

/** A page of this device; its wallet signs anything. */
async function load() {
  device.visit()
  vi.stubGlobal('crypto', CRYPTO)
  vi.stubGlobal('location', { origin: ORIGIN, host: 'house.example' })
  const page = {
    ...(await import('./signIn.ts')),
    ...(await import('./sessionKey.ts')),
    ...(await import('../session/session.ts')),
    ...(await import('../session/signedInAs.ts')),
    ...(await import('../session/unsignedSession.ts')),
    ...(await import('../session/leaving.ts')),
  }
  const signed: string[] = []
  const sign = async (message: string) => {
    signed.push(message)
    return '0xABCDEF'
  }
  const join = (given = {}) => page.signIn({ address: OWN, walletType: 1, practice: false, sign, ...given })
  return { ...page, join, signed }
}

test('whoever signs in has a session with this browser’s key, and all that this browser knows of him', async () => {
  const page = await load()
  page.markLeaving()
  const { key, isNew } = await page.join()
  expect([isNew, page.signed.length, world.registered]).toEqual([false, 1, []])
  expect(page.sessionNow()).toMatchObject({ address: OWN, walletType: 1, server: { key: world.asksFor } })
  expect(['kept', 'until_tab_closes']).toContain(key)
  expect(await page.findSessionKey(world.asksFor)).not.toBeNull()
  expect([page.signedInAs(), page.isUnsigned(OWN), page.isLeaving()]).toEqual([OWN, false, false])
  // The session that was left before has ended first, so that its late answer cannot end this one.
  expect(world.signOuts).toBe(1)
  expect([device.disk.get('joined'), device.disk.get('address')]).toEqual([OWN, OWN])
  expect(JSON.parse(device.disk.get('delegation') ?? '{}')).toMatchObject({
    publicKey: world.asksFor,
    text: page.signed[0],
    signature: '0xabcdef',
    address: OWN,
    kind: 'evm',
  })
})

test('a second sign-in leaves only its own key', async () => {
  const page = await load()
  await page.join()
  const first = world.asksFor
  await page.join()
  expect(await page.findSessionKey(first)).toBeNull()
  expect(await page.findSessionKey(world.asksFor)).not.toBeNull()
})

test('without the cryptography for a key the session is unsigned, and this browser remembers that', async () => {
  const page = await load()
  vi.stubGlobal('crypto', {
    getRandomValues: crypto.getRandomValues.bind(crypto),
    randomUUID: crypto.randomUUID.bind(crypto),
  })
  expect(await page.join()).toEqual({ key: 'none', isNew: false })
  expect([page.isUnsigned(OWN), device.disk.has('delegation'), page.sessionNow().server?.key]).toEqual([
    true,
    false,
    null,
  ])
})

test.each<[string, Partial<typeof HONEST>, signs: number, stays: string | null]>([
  ['asks to sign in at another site', { origin: 'https://elsewhere.example' }, 0, null],
  ['asks to sign in with another wallet', { address: OTHER }, 0, null],
  ['names another wallet', { named: OTHER }, 1, null],
  ['names another key', { key: 'another' }, 1, OWN],
  ['denies the key', { key: '' }, 1, OWN],
])('a house that %s gets no session', async (_, lie, signs, stays) => {
  const page = await load()
  Object.assign(house, lie)
  await expect(page.join()).rejects.toThrow()
  expect([page.signed.length, page.isSignedIn(), page.signedInAs()]).toEqual([signs, false, stays])
})

test('a new user is registered with the invite code of the page, or without it if nobody knows it', async () => {
  const page = await load()
  device.disk.set('inviteCode', 'FRIEND')
  house.isNew = true
  expect((await page.join()).isNew).toBe(true)
  expect([world.registered, device.disk.has('inviteCode')]).toEqual([['FRIEND'], false])
  device.disk.set('inviteCode', 'WRONG')
  Object.assign(house, { unknownCode: 'WRONG' })
  world.registered = []
  await page.join()
  expect([world.registered, device.disk.has('inviteCode')]).toEqual([['WRONG', ''], false])
})

test('whoever signs out is gone from this browser at once', async () => {
  const page = await load()
  await page.join()
  await page.signOut()
  expect(page.sessionNow()).toMatchObject({ address: null, server: null })
  expect([page.signedInAs(), page.isUnsigned(OWN), world.signOuts]).toEqual([null, false, 1])
})
