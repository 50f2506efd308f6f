import { hexOf } from '@tickmark/core/bytes'
import { intentText, intentTypedData } from '@tickmark/core/wallet/withdrawalIntent'
import { hexOfText } from '@tickmark/client/wallets/evm.ts'
import { INTENT } from '@tickmark/core/evidence/toyWithdrawal.testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PRACTICE_KEY } from './practiceKey.ts'

const ADDRESS = '0x12a4c3e5f6071829304152637485960718293a4b'
const disk = new Map<string, string>()
let asked: { method: string; params?: readonly unknown[] }[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  disk.clear()
  asked = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A page in a browser with one wallet, which signs anything. */
async function page() {
  vi.resetModules()
  const request = async (ask: (typeof asked)[number]) => {
    asked.push(ask)
    return ask.method === 'eth_accounts' ? [] : '0xsigned'
  }
  const events = new EventTarget()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  })
  vi.stubGlobal('window', { ethereum: { request } })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
  return {
    ...(await import('./usedWallet.ts')),
    ...(await import('./signAgreement.ts')),
    ...(await import('./signIntent.ts')),
    ...(await import('./practiceWallet.ts')),
    ...(await import('../session/session.ts')),
  }
}

test('nobody’s wallet signs nothing', async () => {
  disk.set('wallet', 'window.ethereum')
  const { usedWallet } = await page()
  await expect(usedWallet()).rejects.toThrow('nobody is signed in')
})

test('the wallet that signed in here is used, and none when it is gone', async () => {
  const { usedWallet, setAddressHint } = await page()
  setAddressHint(ADDRESS, 1)
  expect(await usedWallet()).toEqual({ address: ADDRESS, wallet: null })
  disk.set('wallet', 'window.ethereum')
  expect(await usedWallet()).toMatchObject({ address: ADDRESS, wallet: { id: 'window.ethereum' } })
  disk.set('wallet', 'gone')
  await expect(usedWallet()).rejects.toThrow('not in this browser any more')
})

test('the wallet signs an agreement’s text and a withdrawal’s data for its address', async () => {
  const { signAgreement, signIntent, setAddressHint } = await page()
  setAddressHint(ADDRESS, 1)
  disk.set('wallet', 'window.ethereum')
  expect([await signAgreement('I agree.'), await signIntent(INTENT)]).toEqual(['0xsigned', '0xsigned'])
  const [text, typed] = asked.filter(({ params }) => params)
  expect(text?.params).toEqual([hexOfText('I agree.'), ADDRESS])
  expect(typed?.params).toEqual([ADDRESS, JSON.stringify(intentTypedData(INTENT))])
  expect(intentText(INTENT)).toContain(INTENT.amount)
})

test('the practice wallet signs both by itself', async () => {
  disk.set(PRACTICE_KEY, hexOf(new Uint8Array(32).fill(7)))
  const { signAgreement, signIntent, setAddressHint, practiceSigner, ...practice } = await page()
  const { address } = practiceSigner()
  setAddressHint(address, 1)
  expect(await signAgreement('I agree.')).toBe(practice.signPracticeText(address, 'I agree.'))
  expect(await signIntent(INTENT)).toBe(practice.signPracticeIntent(address, INTENT))
  expect(asked).toEqual([])
})
