import { RECONNECT_MS, RENEW_MS } from '@tickmark/wire/live/socket'
import { ROUTES } from '@tickmark/wire/routes/all'
import type { Language } from '@tickmark/texts/languages'
import type { Locator, Page, Response } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerOf, type Call, envelopeKey, recordCalls } from '../../support/stage/calls.ts'
import { waitUntilStill } from '../../support/page/looks.ts'
import { accountName, holdSession, visitJoined } from '../../support/house/people.ts'
import { choose, gone, seen } from '../../support/page/see.ts'
import { type Line, recordSockets } from '../../support/stage/sockets.ts'
import { setStage } from '../../support/stage/stage.ts'
import { holdToasts, toast, waitForToast } from '../../support/page/toasts.ts'
import { textIn } from '../../support/page/texts.ts'
import { placeInPage } from '../../support/page/trade.ts'
import { injectEthereum } from '../../support/stage/wallets.ts'

const stage = setStage()
const PERIODS = { '5M': '5min', '15M': '15min', '1H': '1hour', '4H': '4hour', '1D': '1day', '1W': '1week' }

describe('the calls of a whole visit, from the first screen to an order', () => {
  let calls: Call[] = []
  let address = ''

  beforeAll(async () => {
    const page = await stage.visit({
      prepare: async (context) => (address = (await injectEthereum(context)).address),
    })
    calls = await recordCalls(page, stage)
    await page.goto('/')
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('button', { name: 'Continue with Test Wallet' }).click()
    await seen(page.getByRole('button', { name: accountName(address) }))
    await page.getByRole('link', { name: /^BTC/ }).click()
    await page.getByRole('button', { name: 'Add Bitcoin to the watchlist' }).click()
    await page.getByRole('button', { name: 'Take Bitcoin off the watchlist' }).click()
    await seen(page.getByRole('button', { name: 'Add Bitcoin to the watchlist' }))
    const { countdown } = await placeInPage(page, { amount: '25' })
    await countdown.getByRole('button', { name: 'Keep' }).click()
    await gone(countdown)
    await page.getByRole('button', { name: 'My orders' }).click()
    // On a busy machine the minute may be over by now.
    const waiting = page.getByRole('list', { name: 'Open' }).getByRole('listitem')
    await seen(waiting.or(page.getByText('No data')))
  })

  test('[API-02] each travels in one sealed field: params in the query, data in a form', async () => {
    expect(new Set(calls.map((call) => call.path)).size).toBeGreaterThan(12)
    for (const { method, path, sealed, headers } of calls) {
      expect(sealed.name, path).toBe(method === 'POST' ? 'data' : 'params')
      expect(sealed.text, path).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(Buffer.from(sealed.text, 'base64url').length % 16, path).toBe(0)
      if (method === 'POST') expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    }
  })

  test('[API-02] each answer is sealed too, with status, message and data inside', async () => {
    let answered = 0
    for (const call of calls) {
      const answer = await call.answer()
      if (!answer) continue
      answered++
      expect(answer.text, call.path).toMatch(/^[A-Za-z0-9_-]+$/)
      expect(answer.body, call.path).toMatchObject({ status: answer.status, message: 'success' })
      expect(answer.body, call.path).toHaveProperty('data')
    }
    expect(answered).toBeGreaterThan(12)
  })

  test('[API-02] equal blocks look equal in ECB: hiding is the work of TLS and the session', () => {
    const blocks = calls.flatMap(({ sealed }) => {
      const bytes = Buffer.from(sealed.text, 'base64url')
      return Array.from({ length: bytes.length / 16 }, (_, at) =>
        bytes.subarray(at * 16, at * 16 + 16).toString('hex'),
      )
    })
    expect(new Set(blocks).size).toBeLessThan(blocks.length)
  })

  test('[ACC-09] each carries language and account, and the address once it is known', () => {
    let known = false
    for (const { path, fields } of calls) {
      expect(fields, path).toMatchObject({ language: 'english', is_virtual_account: 1 })
      if (path === '/api/checkUserIsSave') known = true
      if (known) expect(fields['address'], path).toBe(address)
    }
    expect(calls[0]?.fields['address']).toBeUndefined()
  })

  test('each matches the table’s method, and has X-App, and a key where money moves', () => {
    const table = Object.values(ROUTES)
    for (const { method, path, headers } of calls) {
      const route = table.find((one) => one.method === method && one.path === path)
      expect(route, `${method} ${path}`).toBeDefined()
      expect(headers['x-app'], path).toBe('1')
      const key = headers['idempotency-key']
      if (route?.money) expect(key).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)
      else expect(key, path).toBeUndefined()
    }
    const favourites = calls
      .filter((call) => /Keep|keep/.test(call.path))
      .map((call) => `${call.method} ${call.path}`)
    expect(favourites).toEqual(['POST /api/keepProd', 'GET /api/cancelKeep'])
  })

  test('[API-07] lists are requested ten at a time', () => {
    const sizes = calls
      .filter((call) => call.path === '/api/getMyLimitOrders')
      .map((call) => call.fields['pageSize'])
    expect(sizes).toContain(10)
  })
})

describe('a call that fails', () => {
  test.each(['english', 'arab'] as const)(
    '[API-03] shows the server’s message in the middle of the top, in the language: %s',
    async (language) => {
      const { page } = await visitJoined(stage, { language })
      const star = await starOf(page, language)
      // The session is lost in transit: without a session, the star would not send the call at all.
      await page.route('**/api/keepProd', async (route) => {
        await page.context().clearCookies()
        await route.continue()
      })
      await holdToasts(page)
      const refused = page.waitForResponse(/keepProd/)
      await star.click()
      const message = await messageOf(await refused)
      expect(message).toMatch(
        language === 'english' ? /^Please connect your wallet first\.$/ : /[\u0600-\u06ff]/,
      )
      await waitForToast(page, message)
      await waitUntilStill(page)
      const box = await toast(page).boundingBox()
      if (!box) throw new Error('the toast has no place')
      expect(Math.abs(box.x + box.width / 2 - 195)).toBeLessThan(8)
      expect(box.y).toBe(8)
      expect(box.height).toBeLessThan(72)
      stage.forgive(/status of 401/)
    },
  )

  test.each(['english', 'japanese', 'arab'] as const)(
    '[API-04] says that the network failed, in the language: %s',
    async (language) => {
      const { page } = await visitJoined(stage, { language })
      const star = await starOf(page, language)
      await page.context().setOffline(true)
      await star.click()
      const failure = textIn(language, 'shell:networkFailure')
      if (language === 'english') expect(failure).toBe('Network failure, please try again later')
      await waitForToast(page, failure)
    },
  )
})

test('[API-05] a signed-in user’s page keeps its first socket', async () => {
  const { page, address } = await visitJoined(stage)
  const lines = recordSockets(page)
  const answer = await holdSession(page)
  await page.goto('/')
  await expect.poll(() => lines[0]?.received.length ?? 0).toBeGreaterThan(0)
  answer()
  await seen(page.getByRole('button', { name: accountName(address) }))
  expect(lines).toHaveLength(1)
})

describe('the live socket', () => {
  let page: Page
  let lines: Line[] = []
  let address = ''
  beforeAll(async () => {
    const person = await visitJoined(stage)
    page = person.page
    address = person.address
    lines = recordSockets(page)
    await page.clock.install()
    await page.goto('/')
    await seen(page.getByRole('list', { name: 'Coins' }))
  })

  // The server closes a page that was silent for 15 s, which can happen on a busy machine: another socket then
  // continues.
  const received = () => lines.flatMap((one) => one.received)
  const sent = () => lines.flatMap((one) => one.sent)
  const line = () => lines.at(-1) ?? { isClosed: false, sent: [], received: [] }

  test('[API-05] sends its subscriptions as type, token and paramsJson, every 3 s', async () => {
    const top = () => line().sent.filter(({ message }) => message.type === 1)
    await expect.poll(() => top().length, { timeout: 150_000 }).toBeGreaterThanOrEqual(2)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.clock.runFor(RENEW_MS)
    const before = top().length
    await page.clock.runFor(RENEW_MS - 100)
    await page.clock.runFor(100)
    await expect.poll(() => top().length).toBe(before + 1)
    await page.clock.runFor(2 * RENEW_MS)
    await expect.poll(() => top().length).toBe(before + 3)
    expect(top().at(-1)?.message).toEqual({ type: 1, token: address, paramsJson: { is_more: 1, type: 1 } })
    expect(line().received.find((frame) => frame.type === 1)?.data).toHaveProperty('listTop')
    await page.clock.resume()
  })

  test.each([
    ['Watchlist', 3],
    ['All', 4],
    ['Top', 1],
  ] as const)('[API-05] the tab %s is type %i, and its list is answered at once', async (tab, type) => {
    const before = received().length
    await page.getByRole('tab', { name: tab }).click()
    await expect
      .poll(() =>
        received()
          .slice(before)
          .some((frame) => frame.type === type),
      )
      .toBe(true)
    const asked = sent().findLast(({ message }) => message.type === type)
    expect(asked?.message).toEqual({ type, token: address, paramsJson: { is_more: 1, type } })
    const frame = received().findLast((one) => one.type === type)
    expect(frame?.data).toHaveProperty(type === 1 ? 'listTop' : 'list')
  })

  test('[API-06] a coin’s page subscribes with period, pid and timeId, and the chart has exactly six periods', async () => {
    await page.goto('/business?pid=2')
    const group = page.getByRole('radiogroup', { name: 'Period of the chart' })
    await seen(group)
    for (const [label, period] of Object.entries(PERIODS)) {
      await choose(group, new RegExp(`^${label}$`))
      await expect
        .poll(() => sent().findLast(({ message }) => message.type === 2)?.message)
        .toEqual({ type: 2, token: address, paramsJson: { period, pid: 2, timeId: 110 } })
      await expect
        .poll(() => received().some((frame) => frame.type === 2 && frame.period === period))
        .toBe(true)
    }
    const detail = received().findLast((frame) => frame.type === 2)
    expect(detail).toMatchObject({
      pid: 2,
      data: { baseInfo: { pid: 2 }, data: expect.any(Array) as unknown },
    })
  })

  test('[API-05] closed by the server, it reconnects after 3 s and renews its subscriptions', async () => {
    const closed = line()
    const count = lines.length
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await stage.jump(20_000)
    await expect.poll(() => closed.isClosed).toBe(true)
    await page.clock.runFor(RECONNECT_MS - 100)
    expect(lines.length).toBe(count)
    await page.clock.runFor(100)
    await expect.poll(() => lines.length).toBe(count + 1)
    await page.clock.resume()
    await expect.poll(() => line().sent[0]?.message.type).toBe(2)
    await expect.poll(() => line().received.length).toBeGreaterThan(0)
  })

  test('[API-05] its frames are numbered, name the feed’s state, and come with every tick', async () => {
    const before = received().length
    await expect.poll(() => received().length, { timeout: 150_000 }).toBeGreaterThan(before + 3)
    const frames = received().slice(before)
    const numbers = frames.map((frame) => frame.seq)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    // On a busy machine a tick may be two seconds old.
    expect(frames.filter((frame) => frame.feed !== 'LIVE' && frame.feed !== 'DEGRADED')).toEqual([])
  })
})

/** The star on a coin's page whose session is known. */
async function starOf(page: Page, language: Language): Promise<Locator> {
  const session = page.waitForResponse(/\/api\/session\?/)
  await page.goto('/business?pid=1')
  await (await session).finished()
  const star = page.getByRole('button', { name: textIn(language, 'trade:addFavourite', { coin: 'Bitcoin' }) })
  await seen(star)
  await waitUntilStill(page)
  return star
}

/** The message of an answer, decrypted from its envelope. */
async function messageOf(response: Response): Promise<string> {
  const answer = await answerOf(response.request(), await envelopeKey(stage))
  return String(answer?.body['message'])
}
