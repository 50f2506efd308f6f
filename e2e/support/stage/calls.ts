import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { APIResponse, Page, Request, Route } from 'playwright-core'
import type { House } from './stage.ts'

/** A call as the page sent it. */
export interface Call {
  method: string
  path: string
  /** The decrypted fields. */
  fields: Record<string, unknown>
  headers: Record<string, string>
  /** The single field of the request, and its encrypted text. */
  sealed: { name: string; text: string }
  /** The answer, raw and decrypted; null when the page did not wait for it. */
  answer(): Promise<Opened | null>
}

interface Opened {
  status: number
  text: string
  body: Record<string, unknown>
}

/** Records every call that the page makes from now on. */
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
  // Read on arrival: the browser keeps an answer only for a while.
  const answer = answerOf(request, key)
  answer.catch(() => {})
  return {
    method: request.method(),
    path: url.pathname,
    fields: open(text, key),
    headers: request.headers(),
    sealed: { name, text },
    answer: () => answer,
  }
}

/** The answer to a request, raw and decrypted; null when the page left before it came. */
export async function answerOf(request: Request, key: string): Promise<Opened | null> {
  const response = await request.response()
  if (!response) return null
  const text = await response.text().catch(() => null)
  if (text === null) return null
  return { status: response.status(), text, body: open(text, key) }
}

/** The envelope key that the server gives to every page. */
export async function envelopeKey(house: House): Promise<string> {
  const config = (await (await fetch(`${house.url}/config.json`)).json()) as { envelopeKey: string }
  return config.envelopeKey
}

/**
 * Sends the page's request on to the house and returns the answer. Where the house closes a kept connection just when it
 * is used, the request goes again, as a browser does.
 */
export function passOn(route: Route, given: { url?: string } = {}): Promise<APIResponse> {
  return route.fetch({ ...given, maxRetries: 2 })
}

/** Changes every answer of a call in transit, as a man in the middle might. */
export async function changeAnswers(
  page: Page,
  house: House,
  path: string,
  change: (json: string) => string,
): Promise<void> {
  const key = await envelopeKey(house)
  await page.route(new RegExp(`${path}(\\?|$)`), async (route) => {
    const response = await passOn(route)
    // A page that is closed meanwhile takes its answers with it.
    const text = await response.text().catch(() => null)
    if (text === null) return
    await route.fulfill({ response, body: seal(change(JSON.stringify(open(text, key))), key) })
  })
}

/** Changes the fields of every read call in transit to the house. */
export async function changeQueries(
  page: Page,
  house: House,
  path: string,
  change: (fields: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  const key = await envelopeKey(house)
  await page.route(`**${path}?*`, async (route) => {
    const url = new URL(route.request().url())
    const fields = open(url.searchParams.get('params') ?? '', key)
    url.searchParams.set('params', seal(JSON.stringify(change(fields)), key))
    await route.fulfill({ response: await passOn(route, { url: url.href }) })
  })
}

function seal(json: string, key: string): string {
  const cipher = createCipheriv('aes-256-ecb', Buffer.from(key, 'hex'), null)
  return Buffer.concat([cipher.update(json, 'utf8'), cipher.final()]).toString('base64url')
}

/** Decrypts AES-256-ECB with PKCS#7, base64url; written without the product's own code. */
function open(text: string, key: string): Record<string, unknown> {
  const cipher = createDecipheriv('aes-256-ecb', Buffer.from(key, 'hex'), null)
  const plain = Buffer.concat([cipher.update(Buffer.from(text, 'base64url')), cipher.final()])
  return JSON.parse(plain.toString('utf8')) as Record<string, unknown>
}
