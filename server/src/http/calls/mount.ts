import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import type { AnyRoute, Answer, RouteTable } from '@tickmark/wire/call'
import { DEFAULT_LANGUAGE, type Language } from '@tickmark/texts/languages'
import type { Claims } from '@tickmark/wire/fields'
import { encodeReply } from '@tickmark/wire/legacy/codec'
import { MOST_PICTURE_BYTES } from '@tickmark/wire/pictures'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HouseClock } from '../../platform/clock.ts'
import { type Log, messageOf } from '../../platform/log.ts'
import type { Answers, CallContext, Session } from './context.ts'
import { networkOf, readCookie, SESSION_COOKIE, writeCookie } from './cookies.ts'
import {
  type OperatorSession,
  type OperatorSessions,
  operatorSessionOf,
  isOperatorRoute,
  operatorFor,
  writeOperatorCookie,
} from './operatorSession.ts'
import { bearerOf, checkOrigin, hasOwnHeader, originOf } from './origin.ts'
import type { Envelope } from './envelope.ts'
import { type Fields, inputReader, languageOf, readClaims, readFields } from './input.ts'
import type { Limiter } from './rateLimits.ts'
import { type FairRoom, fairRoom, type Place } from './fairRoom.ts'
import { refusalAnswer, Refused, tooMany } from './refused.ts'
import { replyReader } from './replyReader.ts'
import type { SiteOrigin } from './site.ts'
import type { Turns } from './turns.ts'

/** Finds and ends sessions. */
export interface Sessions {
  find(token: string, transport: Session['transport'], nowMs: number): Promise<Session | null>
  end(session: Session): Promise<void>
}

/** What a call needs besides its module. */
export interface ApiContext {
  mode: 'sandbox' | 'live'
  site: SiteOrigin
  /** The console's, of whose origin operators' calls are; `site` itself where it has no address of its own. */
  consoleSite: SiteOrigin
  envelope: Envelope
  limiter: Limiter
  turns: Turns
  sessions: Sessions
  operatorSessions: OperatorSessions
  clock: Pick<HouseClock, 'nowMs' | 'wallMs'>
  log: Log
  /** Whether a failure is temporary, so that the caller may retry: the database is away, or a disk or a queue is full. */
  isTransient(thrown: unknown): boolean
  /**
   * Maximum number of concurrent calls of one module. Beyond it reads are refused, and beyond twice as many all calls.
   */
  mostCalls: number
}

/** A table of calls with its module's answers, ready to mount. */
export interface MountedRoutes {
  readonly table: RouteTable
  readonly answers: Answers<RouteTable>
}

/** Pairs a table with its answers; the compiler checks that every call is answered as declared. */
export function routesOf<T extends RouteTable>(table: T, answers: Answers<T>): MountedRoutes {
  return { table, answers }
}

/** Serves the calls of one module, which share its limits. Validates each call's input and reply. */
export function mount(server: FastifyInstance, tables: readonly MountedRoutes[], api: ApiContext): void {
  let underWay = 0
  const asks: Pictures['asks'] = new WeakMap()
  const users: Pictures = { asks, room: fairRoom(MOST_PICTURES) }
  const operators: Pictures = { asks, room: fairRoom(MOST_PICTURES) }
  const calls = tables.flatMap(({ table, answers }) =>
    Object.entries(table).map(([name, route]) => ({
      name,
      route,
      answer: answers[name] as MountedCall['answer'],
    })),
  )
  for (const { name, route, answer } of calls) {
    const readInput = inputReader(name, route.input)
    const read = replyReader(route.reply)
    const readReply = (reply: unknown) => encodeReply(name, read(reply))
    const pictures = isOperatorRoute(route) ? operators : users
    const serving: MountedCall = { route, answer, api, readInput, readReply, pictures }
    server.route({
      method: route.method,
      url: route.path,
      exposeHeadRoute: false,
      config: { isPicture: route.picture },
      ...(route.picture && {
        // One byte more, so that the module itself recognizes a picture that is too large.
        bodyLimit: MOST_PICTURE_BYTES + 1,
        onRequest: (request: FastifyRequest, reply: FastifyReply) => admitEarly(serving, request, reply),
      }),
      handler: async (request, reply) => {
        underWay++
        try {
          if (underWay > api.mostCalls * (route.money ? 2 : 1)) throw new Refused('busy')
          await serve(serving, request, reply)
        } catch (thrown) {
          refuse(api, reply, thrown, { language: DEFAULT_LANGUAGE, sealed: false })
        } finally {
          underWay--
        }
        return reply
      },
    })
  }
}

/** Maximum number of concurrent calls with a picture, of users and of operators each. */
const MOST_PICTURES = 48

/** Calls with a picture, of one module: the callers admitted before the body was read, with their places. */
interface Pictures {
  asks: WeakMap<FastifyRequest, { context: CallContext; place: Place }>
  room: FairRoom
}

interface MountedCall {
  route: AnyRoute
  answer(input: unknown, context: CallContext): Promise<unknown>
  api: ApiContext
  readInput(fields: Readonly<Record<string, unknown>>): unknown
  readReply(reply: unknown): unknown
  pictures: Pictures
}

/**
 * Refuses a caller who may not send a picture, and a body that is not a picture, before up to six megabytes are read or parsed.
 * Meanwhile a caller who sends several may be refused, to make room for another one.
 */
async function admitEarly(serving: MountedCall, request: FastifyRequest, reply: FastifyReply) {
  const { api, pictures } = serving
  let format: ReplyFormat = { language: languageOf(request.query as Fields), sealed: false }
  try {
    const { fields, sealed } = readFields(request, api.envelope, true)
    format = { language: languageOf(fields), sealed }
    const context = await admit(serving, request, reply, readClaims(fields))
    if (!isPictureType(request.headers['content-type'])) throw new Refused('picture_invalid')
    const place = pictures.room.enter(ownerOf(context), () => {
      // What is still being sent is not read.
      reply.header('connection', 'close')
      refuse(api, reply, new Refused('busy'), format)
    })
    reply.raw.once('close', place.leave)
    if (reply.raw.closed) place.leave()
    pictures.asks.set(request, { context, place })
  } catch (thrown) {
    refuse(api, reply, thrown, format)
    return reply
  }
}

function ownerOf({ user, operator }: CallContext): string {
  return user ? `user ${user.id}` : `operator ${operator?.address}`
}

function isPictureType(contentType = ''): boolean {
  const [type = ''] = contentType.split(';', 1)
  return ['image/jpeg', 'image/png'].includes(type.trim().toLowerCase())
}

async function serve(serving: MountedCall, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { route, answer, api } = serving
  const { fields, sealed } = readFields(request, api.envelope, route.picture)
  const language = languageOf(fields)
  try {
    const early = serving.pictures.asks.get(request)
    early?.place.arrive()
    const ask = early?.context ?? (await admit(serving, request, reply, readClaims(fields)))
    const picture = Buffer.isBuffer(request.body) ? request.body : null
    const input = serving.readInput(fields)
    const answered = () => answer(input, { ...ask, picture })
    const { user } = ask
    const given = await (route.inTurn && user ? api.turns.take(user.id, answered) : answered())
    const data = serving.readReply(given)
    send(api, reply, { status: 200, message: 'success', data }, sealed)
  } catch (thrown) {
    refuse(api, reply, thrown, { language, sealed })
  }
}

/** Admits a call or refuses it. Checks in this order: origin, session, address, standing, rate, book, key. */
async function admit(
  { route, api }: MountedCall,
  request: FastifyRequest,
  reply: FastifyReply,
  claim: Claims,
): Promise<CallContext> {
  const nowMs = api.clock.nowMs()
  const isOperatorCall = isOperatorRoute(route)
  const site = isOperatorCall ? api.consoleSite : api.site
  if (route.changes) checkOrigin(request.method, request.headers, site)
  const operatorSession = isOperatorCall
    ? await operatorSessionOf(api, request, nowMs, route.who !== 'anyone')
    : null
  const isUser = async () => (await sessionOfRequest(api, request, nowMs)) !== null
  const operator = await operatorFor(route, operatorSession, isUser, nowMs)
  const session = isOperatorCall ? null : await findSession(route, api, request, reply, claim, nowMs)
  if ((route.who === 'visitor' || route.who === 'user') && !session) throw new Refused('sign_in_first')
  const user = session?.user ?? null
  if (route.who === 'user' && !user) throw new Refused('register_first')
  checkFactorRate(route, api, request, operatorSession, nowMs)
  checkRate(route, api, request, operator ? `operator ${operator.address}` : user && `user ${user.id}`, nowMs)
  const book = claim.book === 1 ? 'simulated' : 'real'
  if (route.who === 'user' && book === 'real' && user?.practice && api.mode === 'live') {
    throw new Refused('account_not_allowed')
  }
  const origin = originOf(request.method, request.headers)
  return {
    user,
    session,
    operator,
    operatorSession,
    picture: null,
    book,
    language: claim.language,
    ip: request.ip,
    origin: origin !== null && site.origins.includes(origin) ? origin : site.publicUrl,
    userAgent: request.headers['user-agent'] ?? '',
    idempotencyKey: route.money ? readKey(request) : null,
    nowMs,
    wallMs: api.clock.wallMs(),
    cookie: (name) => readCookie(request.headers.cookie, site, name),
    setCookie: (name, value, maxAgeS) => writeCookie(reply, site, name, value, maxAgeS),
    setOperatorToken: (token, maxAgeS) => writeOperatorCookie(reply, site, token, maxAgeS),
  }
}

/**
 * The caller's session. A request that claims another address ends the session: the wallet has changed. One that another site may
 * have made, by opening such an address with the visitor's cookie, is only refused.
 */
async function findSession(
  route: AnyRoute,
  api: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
  claim: Claims,
  nowMs: number,
): Promise<Session | null> {
  const session = await sessionOfRequest(api, request, nowMs)
  if (!session || !claim.address || isSameAddress(claim.address, session.address)) return session
  if (route.who === 'anyone') return null
  if (session.transport === 'bearer' || hasOwnHeader(request.headers)) {
    await api.sessions.end(session)
    if (session.transport === 'cookie') writeCookie(reply, api.site, SESSION_COOKIE, '', 0)
  }
  throw new Refused('wallet_changed')
}

/**
 * The session of a request's token, taken from the Authorization header or else from the cookie; null when none is
 * running.
 */
export async function sessionOfRequest(
  api: Pick<ApiContext, 'site' | 'sessions'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  nowMs: number,
): Promise<Session | null> {
  const bearer = bearerOf(headers)
  const token =
    headers.authorization === undefined ? readCookie(headers.cookie, api.site, SESSION_COOKIE) : bearer
  return token === null ? null : api.sessions.find(token, bearer === null ? 'cookie' : 'bearer', nowMs)
}

const BY_NETWORK = new Set(['challenge', 'verify', 'register'])

/**
 * Second factors count only in a session that the operator's wallet has signed: codes by network, and passkeys by session. A
 * thief with the wallet alone opens sessions elsewhere, and must not lock the operator out with them. Guesses from all networks
 * count together too, except those in a session that showed a factor before: nothing keeps it from showing one again.
 */
function checkFactorRate(
  route: AnyRoute,
  api: ApiContext,
  request: FastifyRequest,
  operatorSession: OperatorSession | null,
  nowMs: number,
): void {
  if (!operatorSession || !BY_SESSION.has(route.rate)) return
  const { address } = operatorSession.operator
  const waitMs =
    route.rate === 'passkey' || operatorSession.state === 'open'
      ? api.limiter.take(route.rate, operatorSession.id, nowMs)
      : api.limiter.take('factor', `${address} ${networkOf(request)}`, nowMs) ||
        api.limiter.take('guess', address, nowMs)
  if (waitMs > 0) throw tooMany(waitMs)
}

const BY_SESSION = new Set(['factor', 'passkey'])

function checkRate(
  route: AnyRoute,
  api: ApiContext,
  request: FastifyRequest,
  person: string | null,
  nowMs: number,
): void {
  if (BY_SESSION.has(route.rate)) return
  const key = person === null || BY_NETWORK.has(route.rate) ? networkOf(request) : person
  const waitMs = api.limiter.take(route.rate, key, nowMs)
  if (waitMs > 0) throw tooMany(waitMs)
}

function readKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') throw new Refused('key_missing')
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
  if (typeof key !== 'string' || !uuid.test(key.toLowerCase())) throw new Refused('key_invalid')
  return key.toLowerCase()
}

interface ReplyFormat {
  language: Language
  sealed: boolean
}

/** The one place that turns anything thrown into an answer. An unexpected error reveals nothing to the caller. */
export function refuse(
  api: Pick<ApiContext, 'envelope' | 'clock' | 'log' | 'isTransient'>,
  reply: FastifyReply,
  thrown: unknown,
  format: ReplyFormat,
): void {
  const refused = refusedOf(api, reply, thrown)
  const body = refusalAnswer(refused, format.language)
  if (refused.code === 'too_many_requests') reply.header('retry-after', refused.facts['seconds'] ?? '1')
  if (refused.code === 'busy') reply.header('retry-after', '1')
  send(api, reply, body, format.sealed)
}

function refusedOf(
  api: Pick<ApiContext, 'log' | 'isTransient'>,
  reply: FastifyReply,
  thrown: unknown,
): Refused {
  if (thrown instanceof Refused) return thrown
  const call = `${reply.request.method} ${reply.request.routeOptions.url ?? ''}`
  if (api.isTransient(thrown)) {
    api.log.warn('a call failed for now', { call, reason: messageOf(thrown) })
    return new Refused('busy')
  }
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  api.log.error('a call failed', { call, reason: messageOf(thrown), stack })
  return new Refused('failed')
}

function send(
  api: Pick<ApiContext, 'envelope' | 'clock'>,
  reply: FastifyReply,
  body: Answer<unknown>,
  sealed: boolean,
): void {
  const json = JSON.stringify(body)
  // Deadlines of quotes and waits refer to this clock; a page's own may be wrong.
  reply.code(body.status).header('cache-control', 'no-store').header('x-now', api.clock.nowMs())
  if (sealed) reply.header('x-envelope', '1').type('text/plain; charset=utf-8').send(api.envelope.seal(json))
  else reply.type('application/json; charset=utf-8').send(json)
}
