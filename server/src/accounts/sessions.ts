import { randomBytes, randomUUID } from 'node:crypto'
import { assert } from '@tickmark/core/assert'
import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import type { Session, SessionKey } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import type { Sessions } from '../http/calls/mount.ts'
import type { Db, Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { Events } from '../module/events.ts'
import type { WalletType } from '@tickmark/chainkit/addresses'
import { keyedHash } from '../platform/keyedHash.ts'
import { createSessionCache } from './sessionCache.ts'
import { keyOf, sessionKeys } from './sessionKeys.ts'
import { IDLE_LIFE_MS, WHOLE_LIFE_MS } from './sessionLife.ts'
import type {} from './events.ts'
import {
  deleteSession,
  deleteStaleSessions,
  insertDelegation,
  insertKeylessSignIn,
  insertSession,
  listSessions,
  type StoredSession,
} from './sessionStore.ts'

const MOST_SESSIONS = 5

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
  /** The delegation in the sign-in text; null when the text named no key. */
  delegation: SignedDelegation | null
  /** The sign-in text that named no key, with its signature. */
  keyless?: SignedDelegation | null
  nowMs: number
}

/** A session in the list of its owner. */
export type ListedSession = Omit<StoredSession, 'key'> & { key: SessionKey | null }

export interface AccountSessions extends Sessions {
  /** Opens a session and returns its token, which is stored nowhere. Refuses a key that already has a delegation. */
  open(given: NewSitting): Promise<string>
  list(address: string, nowMs: number): Promise<ListedSession[]>
  /** The owner ends one of the address's sessions; false when no session has that id. */
  endById(address: string, id: string): Promise<boolean>
  /** Drops the cached sessions of the address. */
  forget(address: string): void
}

export function accountSessions(deps: SessionsDeps): AccountSessions {
  const { db, pepper, events } = deps
  const endSession = async (address: string, id: string, isByOwner: boolean) => {
    const isEnded = await transact(db, async (tx) => {
      const isDeleted = await deleteSession(tx, address, id)
      if (isDeleted) await events.emit(tx, 'session_ended', { sessionId: id, isByOwner })
      return isDeleted
    })
    cache.drop((session) => session.id === id)
    return isEnded
  }
  const readKey = sessionKeys(db)
  /** Null when the session's delegation cannot be read. */
  const withKey = async (stored: StoredSession): Promise<ListedSession | null> => {
    const key = stored.key === null ? null : await readKey(stored.key)
    return stored.key !== null && key === null ? null : { ...stored, key }
  }
  const cache = createSessionCache(db, async (stored, usedMs, nowMs) => {
    const listed = await withKey(stored)
    return listed && nowMs < endOf(listed) ? sessionOf(listed, usedMs) : null
  })
  return {
    async find(token, transport, nowMs) {
      const session = await cache.find(keyedHash(pepper, token), transport, nowMs)
      if (session?.user) events.announce('user_active', { userId: session.user.id, nowMs })
      return session
    },
    async end(session) {
      await endSession(session.address, session.id, false)
    },
    async open(given) {
      const token = randomBytes(32).toString('base64url')
      const ended = await transact(db, async (tx) => {
        const others = await openIn(tx, given, keyedHash(pepper, token))
        for (const sessionId of others) {
          await events.emit(tx, 'session_ended', { sessionId, isByOwner: false })
        }
        return others
      })
      cache.drop((session) => ended.includes(session.id))
      return token
    },
    async list(address, nowMs) {
      const all = await Promise.all((await listSessions(db, address)).map(withKey))
      return all.filter((one) => one !== null).filter((one) => nowMs < endOf(one))
    },
    endById: (address, id) => endSession(address, id, true),
    forget: (address) => cache.drop((session) => session.address === address),
  }
}

/** Writes a session with its delegation; returns the ids of the sessions that it ended. */
async function openIn(tx: Tx, given: NewSitting, token: Buffer): Promise<string[]> {
  const { address, delegation, keyless, nowMs } = given
  const key = delegation && keyOf(delegation)
  assert(!delegation === !key, 'a delegation was read before')
  await deleteStaleSessions(tx, address, nowMs - WHOLE_LIFE_MS, nowMs - IDLE_LIFE_MS)
  const session = key?.delegation.session ?? null
  if (delegation && session !== null && !(await insertDelegation(tx, session, delegation)))
    throw new Refused('session_key_invalid')
  if (keyless) await insertKeylessSignIn(tx, keyless)
  return insertSession(tx, { ...given, id: randomUUID(), token, key: session }, MOST_SESSIONS)
}

/** A session's end in ms if it is not used again. */
function endOf({ seenAtMs, createdAtMs, key }: ListedSession): number {
  return Math.min(seenAtMs + IDLE_LIFE_MS, wholeEnd(createdAtMs, key))
}

/** The latest end of a session: by its age, or by the end of its key's delegation. */
function wholeEnd(createdAtMs: number, key: SessionKey | null): number {
  return Math.min(createdAtMs + WHOLE_LIFE_MS, key ? key.delegation.grant.untilS * 1_000 : Infinity)
}

function sessionOf(stored: ListedSession, nowMs: number): Session {
  const { id, address, walletType, practice, user, transport, key, createdAtMs } = stored
  const expiresAtMs = Math.min(nowMs + IDLE_LIFE_MS, wholeEnd(createdAtMs, key))
  return { id, address, walletType, practice, user, transport, key, createdAtMs, expiresAtMs }
}
