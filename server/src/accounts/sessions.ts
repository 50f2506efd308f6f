import { randomBytes, randomUUID } from 'node:crypto'
import type { Session } from '../http/calls/context.ts'
import type { Sessions } from '../http/calls/mount.ts'
import type { Db } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { Events } from '../module/events.ts'
import type { WalletType } from '@tickmark/chainkit/addresses'
import { keyedHash } from './challenge.ts'
import type {} from './events.ts'
import {
  deleteSession,
  deleteStaleSessions,
  findSession,
  insertSession,
  listSessions,
  type StoredSession,
  touchSession,
} from './store.ts'

const HOUR_MS = 3_600_000
export const IDLE_LIFE_MS = 24 * HOUR_MS
export const WHOLE_LIFE_MS = 7 * 24 * HOUR_MS
export const MOST_SESSIONS = 5
/** How long a session stays cached after a read. Ending it in this process drops it at once. */
const BELIEVED_MS = 3_000
const MOST_BELIEVED = 50_000
/** The last use of a session is written at most this often. */
const TOUCH_MS = 60_000

export interface SessionsDeps {
  db: Db
  pepper: Uint8Array
  events: Pick<Events, 'emit' | 'announce'>
}

export interface NewSitting {
  address: string
  walletType: WalletType
  practice: boolean
  transport: Session['transport']
  device: string
  nowMs: number
}

export interface AccountSessions extends Sessions {
  /** Opens a session and returns its token, which is stored nowhere. */
  open(given: NewSitting): Promise<string>
  list(address: string, nowMs: number): Promise<StoredSession[]>
  /** The owner ends one of the address's sessions; false when no session has that id. */
  endById(address: string, id: string): Promise<boolean>
  /** Drops what is cached about the address. */
  forget(address: string): void
}

export function accountSessions(deps: SessionsDeps): AccountSessions {
  const { db, pepper, events } = deps
  const believed = new Map<string, { session: Session; untilMs: number }>()
  let drops = 0
  const drop = (isOver: (session: Session) => boolean) => {
    drops++
    for (const [key, { session }] of believed) if (isOver(session)) believed.delete(key)
  }
  const endSession = async (address: string, id: string, isByOwner: boolean) => {
    const isEnded = await transact(db, async (tx) => {
      const isDeleted = await deleteSession(tx, address, id)
      if (isDeleted) await events.emit(tx, 'session_ended', { sessionId: id, isByOwner })
      return isDeleted
    })
    drop((session) => session.id === id)
    return isEnded
  }
  const findRunning: Sessions['find'] = async (token, transport, nowMs) => {
    const hash = keyedHash(pepper, token)
    const key = `${transport} ${hash.toString('base64url')}`
    const known = believed.get(key)
    if (known && nowMs < known.untilMs && nowMs >= known.untilMs - BELIEVED_MS) return known.session
    believed.delete(key)
    const dropsBefore = drops
    const stored = await findSession(db, hash)
    if (!stored || stored.transport !== transport || isOver(stored, nowMs)) return null
    if (nowMs - stored.seenAtMs >= TOUCH_MS) await touchSession(db, stored.id, nowMs)
    const session = sessionOf(stored, nowMs)
    if (believed.size >= MOST_BELIEVED) believed.delete(believed.keys().next().value ?? '')
    // Do not cache a session that ended during the read.
    if (drops === dropsBefore)
      believed.set(key, { session, untilMs: Math.min(nowMs + BELIEVED_MS, session.expiresAtMs) })
    return session
  }
  return {
    async find(token, transport, nowMs) {
      const session = await findRunning(token, transport, nowMs)
      if (session?.user) events.announce('user_active', { userId: session.user.id, nowMs })
      return session
    },
    async end(session) {
      await endSession(session.address, session.id, false)
    },
    async open(given) {
      const token = randomBytes(32).toString('base64url')
      const { address, nowMs } = given
      const ended = await transact(db, async (tx) => {
        await deleteStaleSessions(tx, address, nowMs - WHOLE_LIFE_MS, nowMs - IDLE_LIFE_MS)
        const sitting = { ...given, id: randomUUID(), token: keyedHash(pepper, token) }
        const others = await insertSession(tx, sitting, MOST_SESSIONS)
        for (const sessionId of others) {
          await events.emit(tx, 'session_ended', { sessionId, isByOwner: false })
        }
        return others
      })
      drop((session) => ended.includes(session.id))
      return token
    },
    async list(address, nowMs) {
      const all = await listSessions(db, address)
      return all.filter((one) => !isOver(one, nowMs))
    },
    endById: (address, id) => endSession(address, id, true),
    forget: (address) => drop((session) => session.address === address),
  }
}

function isOver(stored: StoredSession, nowMs: number): boolean {
  return nowMs >= stored.seenAtMs + IDLE_LIFE_MS || nowMs >= stored.createdAtMs + WHOLE_LIFE_MS
}

function sessionOf(stored: StoredSession, nowMs: number): Session {
  const { id, address, walletType, practice, user, transport, createdAtMs } = stored
  const expiresAtMs = Math.min(nowMs + IDLE_LIFE_MS, createdAtMs + WHOLE_LIFE_MS)
  return { id, address, walletType, practice, user, transport, createdAtMs, expiresAtMs }
}
