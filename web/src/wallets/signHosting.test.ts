import { readExitText, readHostingText } from '@tickmark/core/consent/hostingConsent'
import { expect, test, vi } from 'vitest'
import { HOSTED } from '@tickmark/core/arbitrage/toyHosting.testing'
import { asUser } from '../app/drawn.testing.tsx'
import { makeSessionKey } from './sessionKey.ts'
import { signExit, signHosting } from './signHosting.ts'

const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

test('hosting is signed on its terms, and an early exit for at least the sum that was seen', async () => {
  const key = await makeSessionKey(WALLET)
  vi.stubGlobal('location', { origin: 'https://house.example' })
  asUser(1, { address: WALLET, key: key?.publicKey ?? null })
  const hosting = await signHosting(HOSTED)
  expect(readHostingText(hosting.consent?.text ?? '')).toMatchObject(HOSTED)
  const order = '00000000-0000-8000-8000-000000000001'
  const exit = await signExit(order, 9_950_000_000n)
  expect(readExitText(exit.consent?.text ?? '')).toMatchObject({ order, back: '9950000000' })
  vi.unstubAllGlobals()
})
