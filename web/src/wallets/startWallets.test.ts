import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ADDRESS = '0x12a4c3e5f6071829304152637485960718293a4b'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A page in a browser with a wallet that shows its address, and what it was asked. */
async function page() {
  vi.resetModules()
  const asked: string[] = []
  const request = async ({ method }: { method: string }) => {
    asked.push(method)
    return [ADDRESS]
  }
  const events = new EventTarget()
  vi.stubGlobal('window', { ethereum: { request, isRabby: true } })
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
  const { loadWallets } = await import('./startWallets.ts')
  const { sessionNow } = await import('../session/session.ts')
  return { loadWallets, asked, address: () => sessionNow().address }
}

test('wallets are found as soon as they are asked for, and their address without a prompt', async () => {
  const { loadWallets, asked, address } = await page()
  expect((await loadWallets()).map((one) => one.name)).toEqual(['Rabby'])
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toEqual(['eth_accounts'])
  expect(address()).toBe(ADDRESS)
})

test('wallets asked for twice are followed once', async () => {
  const { loadWallets } = await page()
  await Promise.all([loadWallets(), loadWallets()])
  await loadWallets()
  expect(vi.getTimerCount()).toBe(1)
})
