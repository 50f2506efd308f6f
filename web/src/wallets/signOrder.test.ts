import { CONSENT_LIFE_MS, readCloseText } from '@tickmark/core/consent/consentText'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('location', { origin: 'https://house.example' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page that signed in with a key; gives the text that it signs. */
async function signedIn() {
  const { setServerSession } = await import('../session/session.ts')
  const { makeSessionKey } = await import('./sessionKey.ts')
  const { learnServerClock } = await import('@tickmark/client/serverClock.ts')
  const { ClockOff, signClose } = await import('./signOrder.ts')
  const key = await makeSessionKey(WALLET)
  if (!key) throw new Error('a key was made')
  const session = { address: WALLET, walletType: 1, practice: false, registered: true, expiresAt: 0 }
  setServerSession({ ...session, key: key.publicKey, books: [0, 1] })
  const nowMs = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
  const sign = async () => {
    const { consent } = await signClose('00000000-0000-8000-8000-000000000001', 1n)
    return readCloseText(consent?.text ?? '')
  }
  return { ClockOff, learnServerClock, sign, nowMs }
}

test.each([
  [30_001, 30],
  [-30_501, 31],
  [3_600_000, 3_600],
  [-90_000, 90],
])(
  'clocks that differ by %d ms are %d seconds apart, whichever is ahead, and nothing is signed',
  async (offMs, seconds) => {
    const { ClockOff, learnServerClock, sign, nowMs } = await signedIn()
    learnServerClock(nowMs + offMs)
    const off = await sign().catch((failure: unknown) => failure)
    expect(off).toBeInstanceOf(ClockOff)
    expect(off).toMatchObject({ seconds })
  },
)

test.each([-30_000, 0, 30_000])(
  'clocks that differ by %d ms are near enough: the house’s time is signed',
  async (offMs) => {
    const { learnServerClock, sign, nowMs } = await signedIn()
    const at = nowMs + offMs
    learnServerClock(at)
    expect(await sign()).toMatchObject({ at, nonce: at, expires: at + CONSENT_LIFE_MS })
  },
)

test('texts signed in one millisecond, or after the clock was set back, have numbers that grow', async () => {
  const { sign, nowMs } = await signedIn()
  const nonce = async () => (await sign())?.nonce ?? 0
  const first = await nonce()
  expect(first).toBeGreaterThanOrEqual(nowMs)
  expect([await nonce(), await nonce()]).toEqual([first + 1, first + 2])
  vi.setSystemTime(nowMs - 5_000)
  expect(await nonce()).toBe(first + 3)
  vi.setSystemTime(nowMs + 5_000)
  expect(await nonce()).toBeGreaterThan(first + 4)
})
