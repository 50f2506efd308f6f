import { readCloseText } from '@tickmark/core/consent/consentText'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetAddress, setServerSession } from '../session/session.ts'
import { forgetSessionKey, makeSessionKey } from './sessionKey.ts'
import { ClockOff, signClose } from './signOrder.ts'

const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  [30_001, 30],
  [-30_501, 31],
  [3_600_000, 3_600],
  [-90_000, 90],
])('clocks that differ by %d ms are told to be %d seconds apart, whichever is ahead', (offMs, seconds) => {
  expect(new ClockOff(offMs).seconds).toBe(seconds)
})

test('texts signed in one millisecond, or after the clock was set back, have numbers that grow', async () => {
  vi.stubGlobal('location', { origin: 'https://house.example' })
  const key = await makeSessionKey(WALLET)
  if (!key) throw new Error('a key was made')
  const session = { address: WALLET, walletType: 1, practice: false, registered: true, expiresAt: 0 }
  setServerSession({ ...session, key: key.publicKey, books: [0, 1] })
  const nowMs = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
  const nonce = async () => {
    const { consent } = await signClose('00000000-0000-8000-8000-000000000001', 1n)
    return readCloseText(consent?.text ?? '')?.nonce ?? 0
  }
  const first = await nonce()
  expect(first).toBeGreaterThanOrEqual(nowMs)
  expect([await nonce(), await nonce()]).toEqual([first + 1, first + 2])
  vi.setSystemTime(nowMs - 5_000)
  expect(await nonce()).toBe(first + 3)
  vi.setSystemTime(nowMs + 5_000)
  expect(await nonce()).toBeGreaterThan(first + 4)
  await forgetSessionKey(key.publicKey)
  forgetAddress()
})
