import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '../watch/device.testing.ts'
import { CONFIG } from './publicConfig.testing.ts'

const device = openDevice({})
afterAll(() => device.close())
beforeEach(() => device.disk.clear())

async function visit(given: object = CONFIG) {
  device.visit()
  vi.stubGlobal('fetch', async () => Response.json(given))
  return { ...(await import('./publicConfig.ts')), ...(await import('../session/session.ts')) }
}

test('the configuration is known once it has arrived, and at once on the next visit', async () => {
  const first = await visit()
  expect(first.configNow()).toBeNull()
  expect(await first.loadConfig()).toEqual(CONFIG)
  expect(first.configNow()).toEqual(CONFIG)
  const next = await visit({ ...CONFIG, name: 'Newer' })
  expect(next.configNow()).toEqual(CONFIG)
  await next.loadConfig()
  expect(next.configNow()?.name).toBe('Newer')
})

test.each(['', '{}', JSON.stringify({ ...CONFIG, mode: 'toy' })])(
  'a kept configuration that this version cannot read is none: %s',
  async (text) => {
    device.disk.set('config', text)
    expect((await visit()).configNow()).toBeNull()
  },
)

test.each([
  ['live', 0],
  ['sandbox', 1],
] as const)('a new visitor of a %s server is in account %i', async (mode, book) => {
  const page = await visit({ ...CONFIG, mode })
  await page.loadConfig()
  expect(page.sessionNow().book).toBe(book)
})
