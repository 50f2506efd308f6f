import { encodeInput, inputField } from '@tickmark/wire/legacy/codec'
import { CONFIG_PATH } from '@tickmark/wire/config'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '../watch/device.testing.ts'

const world = { code: '', configs: 0 }
const given: Record<string, unknown>[] = []
const device = openDevice({
  getUnread(input) {
    given.push({ ...input })
    return undefined
  },
  getNotice: () => Response.json({ status: 400, code: world.code, message: 'no' }, { status: 400 }),
})
afterAll(() => device.close())

async function load() {
  device.visit()
  const ask = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (address.startsWith(CONFIG_PATH)) world.configs += 1
    return ask(address, init)
  })
  const page = {
    ...(await import('./api.ts')),
    ...(await import('./publicConfig.ts')),
    ...(await import('../session/session.ts')),
  }
  return page
}
let page: Awaited<ReturnType<typeof load>>
beforeAll(async () => (page = await load()))
beforeEach(() => void (given.length = 0))

const signIn = (address: string) =>
  page.setServerSession({
    address,
    walletType: 1,
    practice: false,
    registered: true,
    key: null,
    expiresAt: 0,
    books: [0, 1],
  })

test('a personal answer is kept for its account and language, a public one for its language alone', () => {
  signIn('0xA')
  const now = (name: 'getUnread' | 'getLimitTimeType') => page.query(name, {}).queryKey[1]
  page.setBook(0)
  expect(now('getUnread')).toEqual({ address: '0xA', book: 0, language: 'english' })
  expect(now('getLimitTimeType')).toEqual({ address: null, book: null, language: 'english' })
  page.setBook(1)
  page.keepLanguage('korean')
  expect(now('getUnread')).toEqual({ address: '0xA', book: 1, language: 'korean' })
  expect(now('getLimitTimeType')).toEqual({ address: null, book: null, language: 'korean' })
  page.keepLanguage('english')
})

test('a call claims address, account and language, and a visitor’s names no address', async () => {
  const ask = () => page.call('getUnread', {}, { quiet: true }).catch(() => {})
  page.forgetAddress()
  page.setBook(1)
  await ask()
  expect(given.pop()).toMatchObject(encodeInput('getUnread', { language: 'english', book: 1 }))
  signIn('0xA')
  page.setBook(0)
  page.keepLanguage('korean')
  await ask()
  const claims = { address: '0xA', language: 'korean', book: 0 }
  expect(given.pop()).toMatchObject(encodeInput('getUnread', claims))
  page.forgetAddress()
  await ask()
  expect(given.pop()).not.toHaveProperty(inputField('getUnread', 'address'))
  page.keepLanguage('english')
})

test.each([
  ['bad_envelope', true],
  ['key_reused', false],
])('after the refusal %s, the next call loads the configuration again: %s', async (code, isAgain) => {
  await page.loadConfig()
  world.code = code
  const before = world.configs
  for (let n = 0; n < 2; n += 1) await page.call('getNotice', {}, { quiet: true }).catch(() => {})
  expect(world.configs - before).toBe(isAgain ? 1 : 0)
})
