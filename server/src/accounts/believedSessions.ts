import type { Session } from '../http/calls/context.ts'
import type { Db } from '../db/pool.ts'
import { findSessions, type StoredSession, touchSessions } from './sessionStore.ts'

/** Sessions as the database had them at most three seconds ago. */
export interface BelievedSessions {
  /** The running session of a hashed token; null when there is none. Writes down its use, once a minute. */
  find(token: Buffer, transport: Session['transport'], nowMs: number): Promise<Session | null>
  /** Drops those that have ended, or changed, in this process. */
  drop(isOver: (session: Session) => boolean): void
}

/** How long a session is believed after a read. Ending it in this process drops it at once. */
const BELIEVED_MS = 3_000
/** Whoever has to wait for a read reads the others in use, too, once they have been believed for so long. */
const DUE_MS = BELIEVED_MS / 2
/** A session is in use for so long after a call. */
const IN_USE_MS = 30_000
/** Maximum number of others in one read, so that it takes a few ms at most. */
const MOST_OTHERS = 1_000
const MOST_BELIEVED = 50_000
/** The last use of a session is written at most this often. */
const TOUCH_MS = 60_000

interface Asked {
  token: Buffer
  transport: Session['transport']
}

interface Believed extends Asked {
  session: Session
  /** When the read began. */
  readMs: number
  untilMs: number
  usedMs: number
  /** The last use that the read found written down. */
  seenMs: number
  /** Settles when the read of others that includes it has ended; null when none is under way. */
  reading: Promise<unknown> | null
}

/** The session last used at `usedMs`; null when it is over at `nowMs`. */
type SessionOf = (stored: StoredSession, usedMs: number, nowMs: number) => Promise<Session | null>

/**
 * A read costs about as much as the rest of a small call, and one more row in it next to nothing. So one read renews all the
 * sessions in use, however many users they have.
 */
export function believedSessions(db: Db, sessionOf: SessionOf): BelievedSessions {
  /** By name, those read first in front. */
  const believed = new Map<string, Believed>()
  let drops = 0

  async function find(asked: Asked, nowMs: number): Promise<Session | null> {
    const name = nameOf(asked)
    const known = believed.get(name)
    if (known?.reading && !isBelieved(known, nowMs)) await known.reading
    const kept = believed.get(name)
    const one = kept && isBelieved(kept, nowMs) ? kept : await read(name, asked, nowMs)
    if (!one) return null
    one.usedMs = nowMs
    return one.session
  }

  /** Reads a session, and with it the others that are due; writes their last uses. */
  async function read(name: string, asked: Asked, nowMs: number): Promise<Believed | null> {
    believed.delete(name)
    const others = othersDue(believed, nowMs)
    const dropsBefore = drops
    const rows = findSessions(
      db,
      [asked, ...others].map((one) => one.token),
    )
    const renewing = renewAll(others, rows, nowMs)
    for (const one of others) one.reading = renewing
    const found = await renewed({ ...asked, usedMs: nowMs }, await rows, nowMs, sessionOf)
    // Do not keep a session that ended during the read.
    if (found && drops === dropsBefore) keep(believed, name, found)
    const kept = await renewing
    const used = (found ? [found, ...kept] : kept).filter((one) => one.usedMs - one.seenMs >= TOUCH_MS)
    if (used.length > 0) await touchSessions(db, used)
    return found
  }

  /** Returns those that are kept. Never rejects: whoever waits for it reads for himself then. */
  async function renewAll(
    others: readonly Believed[],
    rows: Promise<ReadonlyMap<string, StoredSession>>,
    nowMs: number,
  ): Promise<Believed[]> {
    const kept: Believed[] = []
    try {
      const read = await rows
      const all = await Promise.all(others.map((one) => renewed(one, read, nowMs, sessionOf)))
      for (const [i, one] of others.entries()) {
        const name = nameOf(one)
        // One that has ended in this process meanwhile stays dropped.
        if (believed.get(name) !== one) continue
        believed.delete(name)
        const now = all[i]
        if (!now) continue
        now.usedMs = one.usedMs
        keep(believed, name, now)
        kept.push(now)
      }
    } catch {
      for (const one of others) one.reading = null
    }
    return kept
  }

  return {
    find: (token, transport, nowMs) => find({ token, transport }, nowMs),
    drop(isOver) {
      drops++
      for (const [name, { session }] of believed) if (isOver(session)) believed.delete(name)
    },
  }
}

function keep(believed: Map<string, Believed>, name: string, one: Believed): void {
  if (believed.size >= MOST_BELIEVED) believed.delete(believed.keys().next().value ?? '')
  believed.set(name, one)
}

/** Those in use that were read a while ago. Forgets those that are neither in use nor believed any more. */
function othersDue(believed: Map<string, Believed>, nowMs: number): Believed[] {
  const due: Believed[] = []
  for (const [name, one] of believed) {
    if (due.length === MOST_OTHERS || isWithin(nowMs, one.readMs, DUE_MS)) break
    if (one.reading) continue
    if (isWithin(nowMs, one.usedMs, IN_USE_MS)) due.push(one)
    else if (!isBelieved(one, nowMs)) believed.delete(name)
  }
  return due
}

async function renewed(
  { token, transport, usedMs }: Asked & Pick<Believed, 'usedMs'>,
  rows: ReadonlyMap<string, StoredSession>,
  nowMs: number,
  sessionOf: SessionOf,
): Promise<Believed | null> {
  const stored = rows.get(token.toString('base64url'))
  const session = stored?.transport === transport ? await sessionOf(stored, usedMs, nowMs) : null
  if (!stored || !session) return null
  const untilMs = Math.min(nowMs + BELIEVED_MS, session.expiresAtMs)
  return {
    token,
    transport,
    session,
    readMs: nowMs,
    untilMs,
    usedMs,
    seenMs: stored.seenAtMs,
    reading: null,
  }
}

function nameOf({ token, transport }: Asked): string {
  return `${transport} ${token.toString('base64url')}`
}

/** Not once the clock was set back either. */
function isBelieved(one: Believed, nowMs: number): boolean {
  return nowMs >= one.readMs && nowMs < one.untilMs
}

function isWithin(nowMs: number, sinceMs: number, spanMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < spanMs
}
