import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import type { House } from './stage.ts'

/** A call as it left the page. */
export interface Call {
  method: string
  path: string
  /** What was in the envelope. */
  fields: Record<string, unknown>
  headers: Record<string, string>
  /** The one field that the request had, and its sealed text. */
  sealed: { name: string; text: string }
  /** The answer: as it came, and opened; null when the page did not wait for it. */
  answer(): Promise<Opened | null>
}

interface Opened {
  status: number
  text: string
  body: Record<string, unknown>
}

/** Writes down every call that a page makes from now on. */
export async function recordCalls(page: Page, house: House): Promise<Call[]> {
  const key = await envelopeKey(house)
  const calls: Call[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(callOf(request, key))
  })
  return calls
}

function callOf(request: Request, key: string): Call {
  const url = new URL(request.url())
  const given = request.method() === 'POST' ? new URLSearchParams(request.postData() ?? '') : url.searchParams
  const [[name, text] = ['', ''], ...others] = [...given]
  if (others.length > 0) throw new Error(`${url.pathname} carries more than its envelope: ${String(given)}`)
  return {
    method: request.method(),
    path: url.pathname,
    fields: open(text, key),
    headers: request.headers(),
    sealed: { name, text },
    answer: () => answerOf(request, key),
  }
}

/** The answer to a request, as it came and opened. */
export async function answerOf(request: Request, key: string): Promise<Opened | null> {
  const response = await request.response()
  if (!response) return null
  const text = await response.text()
  return { status: response.status(), text, body: open(text, key) }
}

/** The key that the house gives to every page. */
export async function envelopeKey(house: House): Promise<string> {
  const config = (await (await fetch(`${house.url}/config.json`)).json()) as { envelopeKey: string }
  return config.envelopeKey
}

/** Changes every answer of a call on its way to the page, as somebody might who sits between. */
export async function changeAnswers(
  page: Page,
  house: House,
  path: string,
  change: (json: string) => string,
): Promise<void> {
  const key = await envelopeKey(house)
  await page.route(`**${path}?*`, async (route) => {
    const response = await route.fetch()
    const json = JSON.stringify(open(await response.text(), key))
    await route.fulfill({ response, body: seal(change(json), key) })
  })
}

function seal(json: string, key: string): string {
  const cipher = createCipheriv('aes-256-ecb', Buffer.from(key, 'hex'), null)
  return Buffer.concat([cipher.update(json, 'utf8'), cipher.final()]).toString('base64url')
}

/** AES-256 in ECB mode with PKCS#7, base64url; read here without the product's own code. */
function open(text: string, key: string): Record<string, unknown> {
  const cipher = createDecipheriv('aes-256-ecb', Buffer.from(key, 'hex'), null)
  const plain = Buffer.concat([cipher.update(Buffer.from(text, 'base64url')), cipher.final()])
  return JSON.parse(plain.toString('utf8')) as Record<string, unknown>
}
