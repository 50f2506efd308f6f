import { DAY_MS, HOUR_MS } from '@tickmark/core/days'
import { randomBytes, randomUUID } from 'node:crypto'
import { keyedHash } from '../../platform/keyedHash.ts'
import type { Database, Tx } from '../../db/pool.ts'
import type { CallContext } from '../../http/calls/context.ts'
import type { OperatorSession, OperatorSessions } from '../../http/calls/operatorSession.ts'
import { type FoundSession, findSession, insertSession, touchSession } from '../stores/sessionStore.ts'

/** A session's maximum life, in total and without use. */
export const WHOLE_LIFE_MS = 12 * HOUR_MS
export const IDLE_LIFE_MS = 30 * 60_000
/** The last use is written at most this often. */
const TOUCH_MS = 15_000
/** A session's row is deleted after this. */
const KEPT_MS = 7 * DAY_MS

export interface OperatorSessionDeps {
  mode: 'sandbox' | 'live'
  database: Pick<Database, 'db'>
  pepper: Uint8Array
}

export function operatorSessions({ mode, database: { db }, pepper }: OperatorSessionDeps): OperatorSessions {
  return {
    async find(token, nowMs, isUse) {
      const found = await findSession(db, hashOf(pepper, token))
      if (!found || (found.byLink && mode === 'live')) return null
      const session = sessionOf(found)
      // Its idleness ends no later than its age.
      if (nowMs >= session.idleAtMs) return null
      if (!isUse || nowMs - found.seenAtMs < TOUCH_MS) return session
      await touchSession(db, found.id, nowMs)
      return sessionOf({ ...found, seenAtMs: nowMs })
    },
  }
}

function sessionOf(found: FoundSession): OperatorSession {
  const { id, address, name, roles, hasPasskey, hasCode, createdAtMs, seenAtMs, factorAtMs } = found
  const owes = hasPasskey || hasCode ? 'factor' : 'enrol'
  const expiresAtMs = createdAtMs + WHOLE_LIFE_MS
  return {
    id,
    operator: { address, name, roles },
    state: factorAtMs === null ? owes : 'open',
    factors: { passkey: hasPasskey, code: hasCode },
    factorAtMs,
    expiresAtMs,
    idleAtMs: Math.min(seenAtMs + IDLE_LIFE_MS, expiresAtMs),
  }
}

/** Opens a session and returns its token, which is stored nowhere. `isWhole`: it owes no second factor. */
export async function openSession(
  tx: Tx,
  pepper: Uint8Array,
  given: { operator: string; isWhole: boolean; nowMs: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { operator, isWhole, nowMs } = given
  const factorAtMs = isWhole ? nowMs : null
  const row = { id: randomUUID(), token: hashOf(pepper, token), operator, factorAtMs, nowMs }
  await insertSession(tx, row, nowMs - KEPT_MS)
  return token
}

/** Puts a new session in the caller's cookie and returns it. */
export async function beginSession(
  deps: OperatorSessionDeps,
  token: string,
  context: CallContext,
): Promise<OperatorSession> {
  const session = await operatorSessions(deps).find(token, context.nowMs, false)
  if (!session) throw new Error('a session that was just opened is found')
  context.setOperatorToken(token, WHOLE_LIFE_MS / 1_000)
  return session
}

/** A session as its page sees it. */
export function sessionView({ operator, state, factors, expiresAtMs, idleAtMs }: OperatorSession) {
  const { address, name, roles } = operator
  return { address, name, roles: [...roles], state, factors, expiresAt: expiresAtMs, idleAt: idleAtMs }
}

/** Prefixed, so that a link's secret can never pass as a session's token. */
function hashOf(pepper: Uint8Array, token: string): Buffer {
  return keyedHash(pepper, `operator session ${token}`)
}
