import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer } from '@tickmark/wire/call'
import { decodeReply, encodeInput } from '@tickmark/wire/legacy/codec'
import { ROUTES } from '@tickmark/wire/routes/all'
import { OPERATOR_ROUTES } from '@tickmark/wire/routes/operators/all'
import { type Account, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll } from 'vitest'
import { type App, startApp } from './app.ts'
import { systemClock } from '../platform/clock.ts'
import type { MovableClock } from '../platform/clock.testing.ts'
import { type Config, loadConfig } from './config.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import { type Log, silentLog } from '../platform/log.ts'

/** A whole server on its own database, listening on a real port. */
export interface TestServer {
  readonly app: App
  readonly url: string
  readonly config: Config
  readonly database: TestDatabase
  /** Stops the server, and starts it again at the same address. `between` may change its files. */
  restart(between: () => void): Promise<void>
}

/** Tests that audit do so themselves; the server's own auditor would only slow them down. */
const UNAUDITED = { AUDIT_MINUTES: '0' }

const ROOMY =
  'challenge=9999/60 verify=9999/60 register=9999/60 order=9999/60 swap=9999/60 read=99999/60 write=9999/60 upload=9999/60 chat=9999/60 code=9999/60 factor=9999/60 guess=9999/60 passkey=9999/60'

export interface ServerOptions {
  /** Moves the database's clock as well. */
  clock?: MovableClock
  /** Settings on top of those of a generous sandbox. */
  env?: Record<string, string>
  log?: Log
  /** Returns the address of a proxy between the server and its database. */
  through?(databaseUrl: string): Promise<string>
  /** False for the database rights of a live house; otherwise a test may tamper with the tables. */
  ownsTables?: boolean
}

/** Starts a server once for a test file. */
export function setServer(given: ServerOptions = {}): TestServer {
  let parts: { app: App; database: TestDatabase; dataDir: string; config: Config } | undefined
  const need = () => {
    if (!parts) throw new Error('the server is not started yet')
    return parts
  }
  const open = (config: Config) => {
    const { clock, log = silentLog() } = given
    const readDatabaseMs = clock && (() => Promise.resolve(clock.databaseMs()))
    return startApp({ config, clock: clock ?? systemClock(), log, readDatabaseMs })
  }
  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tickmark-app-'))
    const database = await createTestDatabase()
    const ownUrl = given.ownsTables === false ? database.appUrl : database.url
    const databaseUrl = (await given.through?.(ownUrl)) ?? ownUrl
    const standard = {
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      RATES: ROOMY,
      CHAINS: 'none',
      ...UNAUDITED,
    }
    const env = { ...standard, ...given.env }
    const config = loadConfig(env)
    parts = { app: await open(config), database, dataDir, config }
  })
  afterAll(async () => {
    if (!parts) return
    await parts.app.stop()
    await parts.database.close()
    await rm(parts.dataDir, { recursive: true })
  })
  return {
    get app() {
      return need().app
    },
    get url() {
      return need().app.url
    },
    get config() {
      return need().config
    },
    get database() {
      return need().database
    },
    async restart(between: () => void) {
      const was = need()
      const { port } = was.app
      await was.app.stop()
      between()
      was.app = await open({ ...was.config, port })
    },
  }
}

export interface Reply {
  status: number
  headers: Headers
  body: Answer<unknown> & { code?: string }
  text: string
}

export interface Send {
  headers?: Record<string, string>
  query?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  /** Sent unchanged, with the content type given in `headers`. */
  raw?: string
  /** A PNG, sent as the raw body. */
  picture?: Uint8Array
}

/** The smallest possible picture: one pixel, as PNG. */
export const tinyPicture: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const names = new Map(
  Object.entries({ ...ROUTES, ...OPERATOR_ROUTES }).map(([name, { method, path }]) => [
    `${method} ${path}`,
    name,
  ]),
)

/** A call with the fields of `query` and `json` in the wire's spelling. */
function spelled(method: string, path: string, { query, json, ...send }: Send) {
  const name = names.get(`${method} ${path}`) ?? ''
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  return {
    ...send,
    name,
    query: query && encodeInput(name, query),
    json: isObject ? encodeInput(name, json) : json,
  }
}

/**
 * A caller with its own cookies. By default it sends what our page sends. Input and answers use our field names;
 * `form`, `raw` and `text` use the wire's.
 */
export interface Caller {
  get(path: string, send?: Send): Promise<Reply>
  post(path: string, send?: Send): Promise<Reply>
  delete(path: string, send?: Send): Promise<Reply>
  readonly cookies: Map<string, string>
}

/** `headers` are added to every call; an empty value removes that header. */
export function caller(url: () => string, headers: Record<string, string> = {}): Caller {
  const cookies = new Map<string, string>()
  const call = async (method: string, path: string, given: Send = {}): Promise<Reply> => {
    const target = new URL(path, url())
    const send = spelled(method, target.pathname, given)
    for (const [name, value] of Object.entries(send.query ?? {})) target.searchParams.set(name, String(value))
    const sent = bodyOf(send)
    const jar = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all: Record<string, string> = {
      'x-app': '1',
      origin: url(),
      ...(jar === '' ? {} : { cookie: jar }),
      ...(sent === undefined ? {} : { 'content-type': sent.type }),
      ...headers,
      ...send.headers,
    }
    for (const [name, value] of Object.entries(all)) if (value === '') delete all[name]
    const response = await fetchOpen(target, { method, headers: all, ...(sent && { body: sent.body }) })
    keepCookies(cookies, response)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const body = (isJson ? JSON.parse(text) : {}) as Reply['body']
    if (body.status === 200) body.data = decodeReply(send.name, body.data)
    return { status: response.status, headers: response.headers, body, text }
  }
  return {
    cookies,
    get: (path, send) => call('GET', path, send),
    post: (path, send) => call('POST', path, send),
    delete: (path, send) => call('DELETE', path, send),
  }
}

/**
 * Fetches, and retries once when the server closes a kept-alive connection just as the request is sent, as a browser does. This
 * happens in tests that keep the process busy for longer than the server keeps connections.
 */
async function fetchOpen(target: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(target, init)
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    if (cause?.code !== 'ECONNRESET') throw error
    return fetch(target, init)
  }
}

function bodyOf({ json, form, raw, picture, headers }: Omit<Send, 'query'>) {
  if (picture) return { body: new Uint8Array(picture), type: 'image/png' }
  if (raw !== undefined) return { body: raw, type: headers?.['content-type'] ?? 'application/json' }
  if (form) return { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
  return json === undefined ? undefined : { body: JSON.stringify(json), type: 'application/json' }
}

function keepCookies(cookies: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
}

/** A test's own wallet; the same number gives the same key. */
export function wallet(number: number) {
  return privateKeyToAccount(`0x${number.toString(16).padStart(64, '0')}`)
}

export interface SignInOptions {
  practice?: boolean
  transport?: 'cookie' | 'bearer'
  /** A session's key, compressed, as base64url. */
  key?: string
}

/** Signs in as a wallet would; returns the answer of the sign-in call. */
export async function signIn(
  to: Caller,
  account: Account,
  { key, ...options }: SignInOptions = {},
): Promise<Reply> {
  const given = { address: account.address, walletType: 1, ...(key !== undefined && { key }) }
  const asked = await to.post('/api/session/challenge', { json: given })
  const { message } = asked.body.data as { message: string }
  const signature = await account.signMessage?.({ message })
  return to.post('/api/session', {
    json: { address: account.address, walletType: 1, message, signature, ...options },
  })
}

/** A caller that is signed in and registered. */
export async function newUser(
  url: () => string,
  number: number,
  options: SignInOptions = {},
): Promise<Caller> {
  const user = caller(url)
  await signIn(user, wallet(number), options)
  const registered = await user.post('/api/register', { json: {} })
  if (registered.status !== 200) throw new Error(`not registered: ${registered.text}`)
  return user
}

/** A fresh idempotency key, as a header. */
export function moneyKey(): Record<string, string> {
  return { 'idempotency-key': randomUUID() }
}
