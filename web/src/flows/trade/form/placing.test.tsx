import { readOrderText } from '@tickmark/core/consent/consentText'
import { encodeInput, inputField } from '@tickmark/wire/legacy/codec'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openDevice } from '../../../watch/device.testing.ts'
import type { AskedOrder } from './usePlaceOrder.ts'

const OWN = `0x${'1a'.repeat(20)}`
const AT = Date.UTC(2026, 10, 21, 10)
const ORIGIN = 'https://house.example'

/** What the house was sent, and how it refuses it. */
const world = { sent: [] as Record<string, unknown>[], code: 'busy', status: 409 }
const device = openDevice({
  createLimitOrder(input) {
    world.sent.push({ ...input })
    return Response.json(
      { status: world.status, code: world.code, message: 'Not now.' },
      { status: world.status },
    )
  },
})
afterAll(() => device.close())

async function load() {
  device.visit()
  vi.setSystemTime(AT)
  vi.stubGlobal('location', { origin: ORIGIN, host: 'house.example' })
  const { loadRestOfEnglish } = await import('../../../i18n/i18n.ts')
  await loadRestOfEnglish()
  return {
    ...(await import('./usePlaceOrder.ts')),
    ...(await import('../../../session/session.ts')),
    ...(await import('../../../session/signedInAs.ts')),
    ...(await import('../../../session/unsignedSession.ts')),
    ...(await import('../../../wallets/sessionKey.ts')),
    ...(await import('../../../watch/promises/kept/askStore.ts')),
    ...(await import('@tickmark/ui/layer/toast.ts')),
  }
}
let page: Awaited<ReturnType<typeof load>>
let key = ''
beforeAll(async () => {
  page = await load()
  page.keepSignedInAs(OWN)
  key = (await page.makeSessionKey(OWN))?.publicKey ?? ''
})
beforeEach(() => {
  Object.assign(world, { sent: [], code: 'busy', status: 409 })
  page.dismissToast()
  page.keepUnsigned(null)
  signedIn(key)
})

function signedIn(with_: string | null): void {
  const session = {
    address: OWN,
    walletType: 1,
    practice: false,
    registered: true,
    expiresAt: 0,
    books: [0, 1],
  }
  page.setServerSession({ ...session, key: with_ })
}

/** Sends an order as a component does. */
function send(order: AskedOrder | null) {
  let sending = page.usePlaceOrder as unknown as ReturnType<typeof page.usePlaceOrder>
  function Probe() {
    sending = page.usePlaceOrder()
    return null
  }
  renderToStaticMarkup(<Probe />)
  return sending.send(() => order)
}

const asked = (given: Partial<AskedOrder> = {}): AskedOrder => ({
  body: { pid: 1, stake: '12.5', timeId: 110, currencyId: 1, quoteId: 'quote-2' },
  range: { rate: '1.74', barrierPpm: 312, chancePpm: 350_000, marginPpm: 41_000 },
  direction: 'down',
  ...given,
})

test.each([
  [0, 'real'],
  [1, 'simulated'],
] as const)(
  'an order of the account %i is signed on the terms that were agreed to, and sent with that text',
  async (book, name) => {
    page.setBook(book)
    expect(await send(asked())).toBe('failed')
    const [body] = world.sent
    expect(world.sent).toHaveLength(1)
    expect(body).toMatchObject(encodeInput('createLimitOrder', asked().body))
    const { text = '' } = (body?.[inputField('createLimitOrder', 'consent')] ?? {}) as { text?: string }
    expect(readOrderText(text)).toMatchObject({
      origin: ORIGIN,
      at: AT,
      expires: AT + 5_000,
      book: name,
      currency: 'USDT',
      pid: 1,
      pair: 'BTC/USDT',
      duration: 60,
      direction: 'down',
      barrierPpm: 312,
      ratePct: 174,
      chancePpm: 350_000,
      marginPpm: 41_000,
      stake: '1250000000',
    })
    expect((await page.allAsks(AT)).filter((one) => one.consent.text === text)).toMatchObject([
      { owner: OWN, book },
    ])
  },
)

test('a refusal that the house has not signed is told as one, without a way to a limit', async () => {
  world.code = 'limit_loss_day'
  expect(await send(asked())).toBe('failed')
  expect(page.currentToast()).toMatchObject({
    text: 'Not now. The house has not signed this answer, so this device asks for one that counts.',
    tone: 'wrong',
    href: null,
  })
})

test.each([
  ['limit_loss_day', '/limits'],
  ['on_break', '/no-permission'],
  ['excluded', '/no-permission'],
  ['busy', null],
])('the refusal %s of an order that nobody signed leads to %s', async (code, href) => {
  signedIn(null)
  page.keepUnsigned(OWN)
  world.code = code
  expect(await send(asked())).toBe('failed')
  expect(world.sent[0]).not.toHaveProperty(inputField('createLimitOrder', 'consent'))
  expect([page.currentToast()?.text, page.currentToast()?.href]).toEqual(['Not now.', href])
})

test('without an order, or without the key that this browser signed in with, nothing is sent', async () => {
  expect(await send(null)).toBe('nothing')
  signedIn(null)
  expect(await send(asked())).toBe('failed')
  expect(world.sent).toEqual([])
})
