import type { AnyRoute } from '@tickmark/wire/call'
import { permits, rolesFor } from '@tickmark/wire/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operator } from './context.ts'
import { Refused } from './refused.ts'
import type { SiteOrigin } from './site.ts'

/** A running session of an operator. */
export interface OperatorSession {
  id: string
  operator: Operator
  /** `enrol`: must set up a first second factor; `factor`: must show an existing one; `open`: signed in. */
  state: 'enrol' | 'factor' | 'open'
  factors: { passkey: boolean; code: boolean }
  /** When a factor was last shown (ms); null while one is owed. */
  factorAtMs: number | null
  /** End by age, and by idleness without a further action (ms). */
  expiresAtMs: number
  idleAtMs: number
}

/** Finds operators' sessions. Every call reads the database, so that a revoked operator is out at once. */
export interface OperatorSessions {
  /** The running session of a token, or null. `isUse` is false for requests that a page makes by itself, without its operator. */
  find(token: string, nowMs: number, isUse: boolean): Promise<OperatorSession | null>
}

/** Whether a call is for operators: it reads their sessions, and ignores users' sessions. */
export function isOperatorRoute({ path }: Pick<AnyRoute, 'path'>): boolean {
  return isOperatorPath(path)
}

/** Whether an address is that of an operators' call or of an operators' picture. */
export function isOperatorPath(path: string): boolean {
  return path.startsWith(OPERATOR_PATH)
}

const OPERATOR_PATH = '/api/console/'

/** Its cookie is sent to operators' calls alone, and never from another site. */
function cookieName({ secure }: SiteOrigin): string {
  return secure ? '__Secure-console' : 'console'
}

/**
 * The operator's session of a request; null when the request carries a program's token. A request that its page makes by itself
 * says so, and does not prolong the session.
 */
export async function operatorSessionOf(
  api: { consoleSite: SiteOrigin; operatorSessions: OperatorSessions },
  { headers }: Pick<FastifyRequest, 'headers'>,
  nowMs: number,
  keepsIt = true,
): Promise<OperatorSession | null> {
  if (headers.authorization !== undefined) return null
  const token = operatorToken(headers.cookie, api.consoleSite)
  return token === null
    ? null
    : api.operatorSessions.find(token, nowMs, keepsIt && headers['x-background'] !== '1')
}

function operatorToken(header: string | undefined, site: SiteOrigin): string | null {
  const start = `${cookieName(site)}=`
  const value = (header ?? '').split('; ').find((one) => one.startsWith(start))
  return /^[A-Za-z0-9_-]{43}$/.exec(value?.slice(start.length) ?? '')?.[0] ?? null
}

/** Sets the cookie of an operator's session; an age of 0 s removes it. */
export function writeOperatorCookie(
  reply: FastifyReply,
  site: SiteOrigin,
  token: string,
  maxAgeS: number,
): void {
  const secure = site.secure ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName(site)}=${token}; Path=${OPERATOR_PATH.slice(0, -1)}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`,
  )
}

/**
 * The operator of a call; null for calls that take none. Refuses an operator who owes the second factor that the call needs, one
 * without the permission, and one whose factor is too old for the call. `isUser` tells that a user calls, who may be told that
 * the call is not for users.
 */
export async function operatorFor(
  { who, may, freshFactor }: Pick<AnyRoute, 'who' | 'may' | 'freshFactor'>,
  session: OperatorSession | null,
  isUser: () => Promise<boolean>,
  nowMs: number,
): Promise<Operator | null> {
  if (who !== 'operator' && who !== 'arriving') return null
  if (!session) throw new Refused((await isUser()) ? 'operators_only' : 'sign_in_first')
  const { operator, state } = session
  const isStale = freshFactor && !isFresh(session, nowMs)
  if (who === 'arriving') {
    if (isStale && state === 'open') throw new Refused('factor_stale')
    return operator
  }
  if (state !== 'open') throw new Refused('factor_first')
  if (!permits(operator.roles, may)) throw new Refused('role_missing', { roles: rolesFor(may).join(', ') })
  if (isStale) throw new Refused('factor_stale')
  return operator
}

/** How long a shown second factor counts as fresh. */
const FRESH_MS = 5 * 60_000

/** The sandbox's operator, who signs in by a link alone, has no factor to show until making one. */
function isFresh({ factors, factorAtMs }: OperatorSession, nowMs: number): boolean {
  if (!factors.passkey && !factors.code) return true
  // A factor time in the future does not count either: the house's clock was set back.
  return factorAtMs !== null && Math.abs(nowMs - factorAtMs) < FRESH_MS
}
