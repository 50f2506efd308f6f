import type { AnyRoute, Answer, RouteTable } from '@tickmark/wire/call'
import { DEFAULT_LANGUAGE, type Language } from '@tickmark/wire/languages'
import type { Claims } from '@tickmark/wire/fields'
import { MOST_PICTURE_BYTES } from '@tickmark/wire/pictures'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { type Log, messageOf } from '../../platform/log.ts'
import type { Role } from '@tickmark/wire/roles'
import type { Answers, Ask, Operator, Session } from './context.ts'
import { networkOf, readCookie, SESSION_COOKIE, writeCookie } from './cookies.ts'
import { bearerOf, checkOrigin, originOf } from './origin.ts'
import type { Envelope } from './envelope.ts'
import { type Fields, inputReader, languageOf, readClaims, readFields } from './input.ts'
import type { Limiter } from './rateLimits.ts'
import { refusalAnswer, Refused, tooMany } from './refused.ts'
import { replyReader } from './replyReader.ts'
import type { Site } from './site.ts'

/** Finds and ends sessions; the rooms behind it are no business of this one. */
export interface Sessions {
  find(token: string, transport: Session['transport'], nowMs: number): Promise<Session | null>
  end(session: Session): Promise<void>
}

/** What stands between a request and the rooms. */
export interface Door {
  mode: 'sandbox' | 'live'
  site: Site
  envelope: Envelope
  limiter: Limiter
  sessions: Sessions
  /** What an address may do as one of the house; nothing, for everybody whom the configuration does not name. */
  rolesOf(address: string): readonly Role[]
  clock: Clock
  log: Log
  /** Whether a failure will pass, so that the caller may try again: a database that is away, a queue that is full. */
  isPassing(thrown: unknown): boolean
  /** Calls under way at most; beyond it reads are refused, and beyond twice as many everything. */
  mostCalls: number
}

/** Serves a table of calls. Each is parsed on its way in and on its way out. */
export function mount<T extends RouteTable>(
  server: FastifyInstance,
  routes: T,
  answers: Answers<T>,
  door: Door,
): void {
  let underWay = 0
  const pictures: Pictures = { asks: new WeakMap(), underWay: 0 }
  for (const [name, route] of Object.entries(routes)) {
    const answer = answers[name] as Serving['answer']
    const readInput = inputReader(route.input)
    const readReply = replyReader(route.reply)
    const serving: Serving = { route, answer, door, readInput, readReply, pictures }
    server.route({
      method: route.method,
      url: route.path,
      exposeHeadRoute: false,
      config: { isPicture: route.picture },
      ...(route.picture && {
        // One more, so that the room can tell a large one by itself.
        bodyLimit: MOST_PICTURE_BYTES + 1,
        onRequest: (request: FastifyRequest, reply: FastifyReply) => admitEarly(serving, request, reply),
      }),
      handler: async (request, reply) => {
        underWay++
        try {
          if (underWay > door.mostCalls * (route.money ? 2 : 1)) throw new Refused('busy')
          await serve(serving, request, reply)
        } catch (thrown) {
          refuse(door, reply, thrown, { language: DEFAULT_LANGUAGE, sealed: false })
        } finally {
          underWay--
        }
        return reply
      },
    })
  }
}

/** Calls with a picture under way at most: what they may hold in memory is bounded by it. */
const MOST_PICTURES = 48

/** Calls with a picture, of one table: who was let in before the body was read, and how many there are. */
interface Pictures {
  asks: WeakMap<FastifyRequest, Ask>
  underWay: number
}

interface Serving {
  route: AnyRoute
  answer(input: unknown, ask: Ask): Promise<unknown>
  door: Door
  readInput(fields: Readonly<Record<string, unknown>>): unknown
  readReply(reply: unknown): unknown
  pictures: Pictures
}

/** Turns away whoever may not send a picture, and what is none, before six megabytes of it are read or even parsed as fields. */
async function admitEarly(serving: Serving, request: FastifyRequest, reply: FastifyReply) {
  const { door, pictures } = serving
  pictures.underWay++
  reply.raw.once('close', () => pictures.underWay--)
  let manner: Manner = { language: languageOf(request.query as Fields), sealed: false }
  try {
    if (pictures.underWay > MOST_PICTURES) throw new Refused('busy')
    const { fields, sealed } = readFields(request, door.envelope, true)
    manner = { language: languageOf(fields), sealed }
    const ask = await admit(serving, request, reply, readClaims(fields))
    if (!isPictureType(request.headers['content-type'])) throw new Refused('picture_invalid')
    pictures.asks.set(request, ask)
  } catch (thrown) {
    refuse(door, reply, thrown, manner)
    return reply
  }
}

function isPictureType(contentType = ''): boolean {
  const [type = ''] = contentType.split(';', 1)
  return ['image/jpeg', 'image/png'].includes(type.trim().toLowerCase())
}

async function serve(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { answer, door } = serving
  const { fields, sealed } = readFields(request, door.envelope, serving.route.picture)
  const language = languageOf(fields)
  try {
    const ask =
      serving.pictures.asks.get(request) ?? (await admit(serving, request, reply, readClaims(fields)))
    const picture = Buffer.isBuffer(request.body) ? request.body : null
    const data = serving.readReply(await answer(serving.readInput(fields), { ...ask, picture }))
    send(door, reply, { status: 200, message: 'success', data }, sealed)
  } catch (thrown) {
    refuse(door, reply, thrown, { language, sealed })
  }
}

/** Lets a call in, or refuses it: origin, session, address, standing, rate, book and key, in that order. */
async function admit(
  { route, door }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
  claim: Claims,
): Promise<Ask> {
  const nowMs = door.clock.nowMs()
  if (route.changes) checkOrigin(request.method, request.headers, door.site)
  const session = await findSession(route, door, request, reply, claim, nowMs)
  if (route.who !== 'anyone' && !session) throw new Refused('sign_in_first')
  const user = session?.user ?? null
  if (route.who === 'user' && !user) throw new Refused('register_first')
  const operator = route.who === 'operator' ? operatorFor(route, door, session) : null
  checkRate(
    route,
    door,
    request,
    operator ? `operator ${operator.address}` : user && `user ${user.id}`,
    nowMs,
  )
  const book = claim.is_virtual_account === 1 ? 'simulated' : 'real'
  if (route.who === 'user' && book === 'real' && user?.practice && door.mode === 'live') {
    throw new Refused('account_not_allowed')
  }
  const origin = originOf(request.method, request.headers)
  return {
    user,
    session,
    operator,
    picture: null,
    book,
    language: claim.language,
    ip: request.ip,
    origin: origin !== null && door.site.origins.includes(origin) ? origin : door.site.publicUrl,
    userAgent: request.headers['user-agent'] ?? '',
    idempotencyKey: route.money ? readKey(request) : null,
    nowMs,
    cookie: (name) => readCookie(request.headers.cookie, door.site, name),
    setCookie: (name, value, maxAgeS) => writeCookie(reply, door.site, name, value, maxAgeS),
  }
}

/** The operator behind a session; refuses everybody else, and whoever lacks the route's role. */
function operatorFor(route: AnyRoute, door: Door, session: Session | null): Operator {
  const roles = session ? door.rolesOf(session.address) : []
  if (!session || roles.length === 0) throw new Refused('operators_only')
  const { role } = route
  if (role !== 'any' && !roles.includes(role) && !roles.includes('admin')) {
    throw new Refused('role_missing', { role })
  }
  return { address: session.address, roles }
}

/** The caller's session. A request that names another address than the session's ends it: the wallet changed hands. */
async function findSession(
  route: AnyRoute,
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  claim: Claims,
  nowMs: number,
): Promise<Session | null> {
  const session = await sessionOfRequest(door, request, nowMs)
  if (!session || isSameAddress(claim.address, session.address)) return session
  if (route.who === 'anyone') return null
  await door.sessions.end(session)
  if (session.transport === 'cookie') writeCookie(reply, door.site, SESSION_COOKIE, '', 0)
  throw new Refused('wallet_changed')
}

/** The session whose token a request brings, as a bearer or else as our cookie; null without one that runs. */
export async function sessionOfRequest(
  door: Pick<Door, 'site' | 'sessions'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  nowMs: number,
): Promise<Session | null> {
  const bearer = bearerOf(headers)
  const token =
    headers.authorization === undefined ? readCookie(headers.cookie, door.site, SESSION_COOKIE) : bearer
  return token === null ? null : door.sessions.find(token, bearer === null ? 'cookie' : 'bearer', nowMs)
}

/** Ethereum addresses differ in case alone when they are the same; Tron's are exact. */
function isSameAddress(claimed: string | undefined, address: string): boolean {
  if (claimed === undefined || claimed === '') return true
  return claimed === address || (address.startsWith('0x') && claimed.toLowerCase() === address.toLowerCase())
}

const BY_NETWORK = new Set(['challenge', 'verify', 'register'])

function checkRate(
  route: AnyRoute,
  door: Door,
  request: FastifyRequest,
  person: string | null,
  nowMs: number,
): void {
  const key = person === null || BY_NETWORK.has(route.rate) ? networkOf(request) : person
  const waitMs = door.limiter.take(route.rate, key, nowMs)
  if (waitMs > 0) throw tooMany(waitMs)
}

function readKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') throw new Refused('key_missing')
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
  if (typeof key !== 'string' || !uuid.test(key.toLowerCase())) throw new Refused('key_invalid')
  return key.toLowerCase()
}

interface Manner {
  language: Language
  sealed: boolean
}

/** The one place where anything thrown becomes an answer. What was not expected says nothing of itself to the caller. */
export function refuse(
  door: Pick<Door, 'envelope' | 'clock' | 'log' | 'isPassing'>,
  reply: FastifyReply,
  thrown: unknown,
  manner: Manner,
): void {
  const refused = refusedOf(door, reply, thrown)
  const body = refusalAnswer(refused, manner.language)
  if (refused.code === 'too_many_requests') reply.header('retry-after', refused.facts['seconds'] ?? '1')
  if (refused.code === 'busy') reply.header('retry-after', '1')
  send(door, reply, body, manner.sealed)
}

function refusedOf(door: Pick<Door, 'log' | 'isPassing'>, reply: FastifyReply, thrown: unknown): Refused {
  if (thrown instanceof Refused) return thrown
  const call = `${reply.request.method} ${reply.request.routeOptions.url ?? ''}`
  if (door.isPassing(thrown)) {
    door.log.warn('a call met a failure that will pass', { call, reason: messageOf(thrown) })
    return new Refused('busy')
  }
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  door.log.error('a call failed', { call, reason: messageOf(thrown), stack })
  return new Refused('failed')
}

function send(
  door: Pick<Door, 'envelope' | 'clock'>,
  reply: FastifyReply,
  body: Answer<unknown>,
  sealed: boolean,
): void {
  const json = JSON.stringify(body)
  // Ends of quotes and waits are told by this clock; a page's own may be wrong.
  reply.code(body.status).header('cache-control', 'no-store').header('x-now', door.clock.nowMs())
  if (sealed) reply.header('x-envelope', '1').type('text/plain; charset=utf-8').send(door.envelope.seal(json))
  else reply.type('application/json; charset=utf-8').send(json)
}
