import { CONSENT_LIFE_MS, NO_HEAD, orderText } from '@tickmark/core/consent/consentText'
import { testKey } from '@tickmark/core/consent/owner.testing'
import { parseAmount } from '@tickmark/core/money/money'
import { pairOf, type Receipt } from '@tickmark/core/receipts/receipts'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { run } from '../../../../verify/src/main.ts'
import { type Caller, caller, moneyKey, newUser, setServer, wallet } from '../../app/app.testing.ts'
import { movableClock } from '../../platform/clock.testing.ts'

const clock = movableClock()
/** The files that the page's build produces next to it. */
const web = mkdtempSync(join(tmpdir(), 'tickmark-web-'))
const SCRIPT = '"use strict";run()\n'
writeFileSync(join(web, 'verify.mjs'), 'verify()\n')
writeFileSync(join(web, 'receipt.js'), SCRIPT)
afterAll(() => rmSync(web, { recursive: true }))
const server = setServer({ clock, env: { WEB_DIR: web }, ownsTables: false })
const url = () => server.url
const key = testKey()

interface Range {
  id: string
  rate: string
  barrierPpm: number
  chancePpm: number
  marginPpm: number
}

/** The session's signed text for 10 USDT of the simulated account for a minute. */
function consentTo({ rate, barrierPpm, chancePpm, marginPpm }: Range, pid: '1' | '4', type: '0' | '1') {
  const at = clock.nowMs()
  return key.sign(
    orderText({
      origin: server.url,
      session: key.session,
      nonce: at + Number(pid) * 10 + Number(type),
      at,
      expires: at + CONSENT_LIFE_MS,
      head: NO_HEAD,
      book: 'simulated',
      currency: 'USDT',
      pid: Number(pid),
      pair: pairOf(Number(pid)),
      duration: 60,
      direction: type === '0' ? 'up' : 'down',
      barrierPpm,
      ratePct: Number(parseAmount(rate)) / 1_000_000,
      chancePpm,
      marginPpm,
      stake: '1000000000',
    }),
  )
}

let user: Caller
const ids: string[] = []
beforeAll(async () => {
  user = await newUser(url, 7, { key: key.key })
  const book = { book: '1' }
  for (const [type, pid] of [
    ['0', '1'],
    ['1', '1'],
    ['0', '4'],
  ] as const) {
    const offer = await user.get('/api/getTimeAccountCurrency', { query: { type, pid, timeId: '110' } })
    const { ranges } = offer.body.data as { ranges: Range[] }
    const range = ranges[ids.length] as Range
    const json = {
      ...book,
      pid,
      stake: '10',
      timeId: '110',
      currencyId: '1',
      quoteId: range.id,
      consent: consentTo(range, pid, type),
    }
    const placed = await user.post('/api/createLimitOrder', { json, headers: moneyKey() })
    expect(placed.status, placed.text).toBe(200)
    ids.push((placed.body.data as { orderId: string }).orderId)
  }
  for (let i = 0; i < 66; i++) {
    clock.advance(1_000)
    await server.app.market.idle()
  }
})

test('the server’s receipts verify offline, with its published keys and its public log', async () => {
  const config = (await user.get('/config.json')).text
  for (const orderId of ids) {
    const { text, body } = await user.get('/api/getReceipt', { query: { orderId } })
    const { receipt } = body.data as { receipt: Receipt }
    const from = (receipt.segments[0]?.from ?? 0) + 1
    const query = { from: String(from), to: String(from + 199) }
    const log = (await user.get('/api/getLog', { query })).text
    const files: Record<string, string> = { 'receipt.json': text, 'config.json': config, 'log.json': log }
    const args = ['receipt.json', '--keys', 'config.json', '--log', 'log.json']
    const { code, text: said } = run(args, (path) => files[path] ?? '')
    expect(said).toContain('HOLDS: the outcome follows from the public log.')
    expect(said).toMatch(/\d+ of its entries are in the public log as you have it, word for word/)
    expect(said).toContain(`The owner's wallet ${wallet(7).address} consented to it`)
    expect(code).toBe(0)
    // The file of a one-minute order, as the page offers it.
    expect(JSON.stringify(receipt).length).toBeLessThanOrEqual(12 * 1024)
  }
})

const stranger = caller(url)
const shareOf = async (orderId: string, by = user) => {
  const { status, body } = await by.post('/api/shareReceipt', { json: { orderId } })
  return { status, name: (body.data as { name: string } | null)?.name ?? '' }
}
const shared = (name: string) => stranger.get('/api/getSharedReceipt', { query: { name } })

test('anyone with the link reads a shared receipt until its owner stops sharing; nothing in it identifies the owner', async () => {
  const orderId = ids[0] ?? ''
  const { name } = await shareOf(orderId)
  expect(name).toMatch(/^[\w-]{22}$/)
  expect(await shareOf(orderId)).toMatchObject({ name })
  const own = await user.get('/api/getReceipt', { query: { orderId } })
  expect(own.body.data).toMatchObject({ shared: name })
  const { text, body } = await shared(name)
  expect(text.toLowerCase()).not.toContain(wallet(7).address.toLowerCase())
  expect(body.data).toMatchObject({
    receipt: { ticket: { order: orderId }, consents: { order: null, close: null } },
  })
  const { code, text: said } = run(['r'], () => text)
  expect(said).toContain("NOT SHOWN  The owner's consent. It lacks the signature that it names")
  expect(said).not.toContain('BROKEN')
  expect(code).toBe(3)
  expect((await user.post('/api/stopSharing', { json: { orderId } })).status).toBe(200)
  expect((await shared(name)).status).toBe(404)
  expect(await shareOf(orderId)).not.toMatchObject({ name })
})

const textOfQuery = (query: unknown) =>
  typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '')

test('a shared receipt is built once, however many ask at the same time or later', async () => {
  const { name } = await shareOf(ids[2] ?? '')
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const made = async () => {
    spy.mockClear()
    for (const { status } of await Promise.all([shared(name), shared(name)])) expect(status).toBe(200)
    return spy.mock.calls.filter(([query]) => textOfQuery(query).includes('order_consent')).length
  }
  try {
    expect([await made(), await made()]).toEqual([1, 0])
  } finally {
    spy.mockRestore()
  }
})

test('only the owner shares a receipt, and no other name shows one', async () => {
  const other = await newUser(url, 8)
  expect((await shareOf(ids[0] ?? '', other)).status).toBe(404)
  expect((await other.post('/api/stopSharing', { json: { orderId: ids[0] } })).status).toBe(404)
  expect((await shareOf(ids[0] ?? '', stranger)).status).toBe(401)
  expect((await shared('A'.repeat(22))).status).toBe(404)
  for (const name of ['', 'a', ids[0] ?? '', "x' or 1=1 --".padEnd(22)])
    expect((await shared(name)).status).toBe(400)
})

/** The file as a browser gets it. */
async function fileOf(orderId: string, language = 'english', from = user) {
  const cookie = [...from.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${url()}/api/receiptFile/${orderId}?language=${language}`, {
    headers: { cookie },
  })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

const sourceOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

test('the HTML receipt keeps the data separate from a script that is the same in all, and allows no other script', async () => {
  const pages = await Promise.all(ids.map((id) => fileOf(id)))
  for (const [at, { status, headers, html }] of pages.entries()) {
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="tickmark-(btc|trx)-usdt-\d{8}-\d{6}-[0-9a-f]{8}\.html"$/,
    )
    expect(headers.get('content-disposition')).toContain((ids[at] ?? '').slice(0, 8))
    expect(headers.get('content-security-policy')).toBe('sandbox allow-scripts')
    expect(headers.get('cache-control')).toBe('private, no-store')
    const style = /<style>([^]*?)<\/style>/.exec(html)?.[1] ?? ''
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]
    expect(policy).toBe(
      `default-src 'none'; script-src '${sourceOf(SCRIPT)}'; style-src '${sourceOf(style)}'; img-src data:; base-uri 'none'; form-action 'none'`,
    )
    expect(html).toContain(`<script>${SCRIPT}</script>`)
    expect(html).not.toMatch(/ style=| on\w+=|<script src|<link|\r/)
    expect(run(['r.html'], () => html)).toMatchObject({ code: 0 })
    expect(run(['r.html'], () => html.replace(/("payout":")\d/, '$18'))).toMatchObject({ code: 1 })
  }
})

test.each([
  ['english', 'en', 'ltr', 'Not checked yet'],
  ['japanese', 'ja', 'ltr', 'まだ検証していません'],
  ['korean', 'ko', 'ltr', '아직 검증하지 않았습니다'],
  ['arab', 'ar', 'rtl', 'لم يُفحص بعد'],
  ['chinese', 'zh-Hans', 'ltr', '尚未核验'],
])('in %s the file says without a script that nothing is checked yet', async (language, tag, side, words) => {
  const { html } = await fileOf(ids[1] ?? '', language)
  expect(html).toContain(`<html lang="${tag}" dir="${side}">`)
  expect(html).toContain(`<p id="verdict-title">${words}</p>`)
  expect(html).not.toContain('{{')
  expect(html).toContain(`node verify.mjs receipt.html`)
})

test('another user, a visitor and a wrong number get no file', async () => {
  const other = await newUser(url, 9)
  expect((await fileOf(ids[0] ?? '', 'english', other)).status).toBe(404)
  expect((await fileOf(ids[0] ?? '', 'english', stranger)).status).toBe(401)
  expect((await fileOf('x')).status).toBe(404)
})

test('the log has the hashes of the files that the house publishes, once as long as they stay the same', async () => {
  const { body } = await stranger.get('/api/getLog', { query: { from: '1', to: '200' } })
  const { bodies } = body.data as { bodies: string[] }
  const releases = bodies
    .filter((one) => one.includes('"kind":"release"'))
    .map((one) => JSON.parse(one) as object)
  const hexOf = (text: string) => createHash('sha256').update(text).digest('hex')
  const release = { verifier: hexOf('verify()\n'), script: hexOf(SCRIPT) }
  expect(releases).toHaveLength(1)
  expect(releases[0]).toMatchObject(release)
  expect(JSON.parse((await stranger.get('/config.json')).text)).toMatchObject({ release })
  expect((await fetch(`${url()}/verify.mjs`)).headers.get('content-type')).toContain('text/javascript')
})
