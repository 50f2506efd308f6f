import { afterEach, expect, test, vi } from 'vitest'
import { openPublicConfig } from './publicConfig.ts'

afterEach(() => vi.unstubAllGlobals())

const CONFIG = {
  name: 'Tickmark',
  mode: 'sandbox',
  envelopeKey: 'ab'.repeat(32),
  languages: ['english'],
  networks: [],
  flags: { arbitrageBanner: true, wallet: true, arbitrage: true, share: false, loans: true },
  chatOrigin: null,
  logOrigin: 'sandbox/1',
  logKey: '00',
  receiptsKey: '00',
  witnesses: [],
  version: '1',
  release: null,
}

test('the configuration is loaded once, again after a failure, and again once it is forgotten', async () => {
  const answers = [
    () => Promise.reject(new TypeError('no network')),
    () => Promise.resolve(new Response('', { status: 503 })),
    () => Promise.resolve(Response.json({ ...CONFIG, mode: 'other' })),
  ]
  let asked = 0
  const good = () => Promise.resolve(Response.json(CONFIG))
  vi.stubGlobal('fetch', (path: string) => {
    expect(path).toBe('/config.json')
    return (answers[asked++] ?? good)()
  })
  const taken: unknown[] = []
  const { loadConfig, askConfigAgain } = openPublicConfig((config) => taken.push(config))
  await expect(loadConfig()).rejects.toThrow('no network')
  await expect(loadConfig()).rejects.toThrow('configuration: 503')
  await expect(loadConfig()).rejects.toThrow()
  expect(taken).toEqual([])
  const [first, second] = await Promise.all([loadConfig(), loadConfig()])
  expect([asked, second, await loadConfig()]).toEqual([4, first, first])
  expect(taken).toEqual([CONFIG])
  askConfigAgain()
  await loadConfig()
  expect([asked, taken.length]).toEqual([5, 2])
})
