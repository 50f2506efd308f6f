import type { AnyRoute } from '@tickmark/wire/call'
import { permits, rolesFor } from '@tickmark/wire/permissions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operator } from './context.ts'
import { Refused } from './refused.ts'
import type { SiteOrigin } from './site.ts'

/** A running session of an operator. */
export interface DeskSession {
  id: string
  operator: Operator
  /** `enrol`: owes a first second factor; `factor`: owes the one he has; `open`: signed in. */
  state: 'enrol' | 'factor' | 'open'
  factors: { passkey: boolean; code: boolean }
  /** When it last showed one of them (ms); null while it owes one. */
  factorAtMs: number | null
  /** End by age, and by idleness unless he does something before (ms). */
  expiresAtMs: number
  idleAtMs: number
}

/** Finds operators' sessions. Every call reads the database, so that a revoked operator is out at once. */
export interface DeskSessions {
  /** The running session of a token, or null. `isUse` is false for what a page asks by itself, without its operator. */
  find(token: string, nowMs: number, isUse: boolean): Promise<DeskSession | null>
}

/** Whether a call is one of the operators': it knows their sessions, and users' sessions count for nothing there. */
export function isDeskRoute({ path }: Pick<AnyRoute, 'path'>): boolean {
  return isDeskPath(path)
}

/** Whether an address is of operators' calls or of pictures for them. */
export function isDeskPath(path: string): boolean {
  return path.startsWith(DESK_PATH)
}

const DESK_PATH = '/api/desk/'

/** Its cookie is sent to operators' calls alone, and never from another site. */
function cookieName({ secure }: SiteOrigin): string {
  return secure ? '__Secure-desk' : 'desk'
}

/**
 * The operator's session of a request; null for a program's token in its place. A request that its page makes by itself
 * says so, and does not keep the session.
 */
export async function deskSessionOf(
  api: { deskSite: SiteOrigin; desk: DeskSessions },
  { headers }: Pick<FastifyRequest, 'headers'>,
  nowMs: number,
  keepsIt = true,
): Promise<DeskSession | null> {
  if (headers.authorization !== undefined) return null
  const token = deskToken(headers.cookie, api.deskSite)
  return token === null ? null : api.desk.find(token, nowMs, keepsIt && headers['x-background'] !== '1')
}

function deskToken(header: string | undefined, site: SiteOrigin): string | null {
  const start = `${cookieName(site)}=`
  const value = (header ?? '').split('; ').find((one) => one.startsWith(start))
  return /^[A-Za-z0-9_-]{43}$/.exec(value?.slice(start.length) ?? '')?.[0] ?? null
}

/** Sets the cookie of an operator's session; an age of 0 s removes it. */
export function writeDeskCookie(reply: FastifyReply, site: SiteOrigin, token: string, maxAgeS: number): void {
  const secure = site.secure ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookieName(site)}=${token}; Path=${DESK_PATH.slice(0, -1)}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`,
  )
}

/**
 * The operator of a call; null where the call takes none. Refuses an operator who owes his second factor what comes after
 * it, one without the permission, and one whose factor is too old for the call. `isUser` says that a user asks, who may be told that this is not for him.
 */
export async function operatorFor(
  { who, may, freshFactor }: Pick<AnyRoute, 'who' | 'may' | 'freshFactor'>,
  session: DeskSession | null,
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

/** How long a second factor that was shown counts for what takes a fresh one. */
const FRESH_MS = 5 * 60_000

/** An operator of the sandbox who signs in by a link alone has no factor to show, until he makes one. */
function isFresh({ factors, factorAtMs }: DeskSession, nowMs: number): boolean {
  if (!factors.passkey && !factors.code) return true
  // Nor does one count that was shown at a time which is yet to come: the house's clock was put back.
  return factorAtMs !== null && Math.abs(nowMs - factorAtMs) < FRESH_MS
}
