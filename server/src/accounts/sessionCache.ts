import type { Session } from '../http/calls/context.ts'
import type { Db } from '../db/pool.ts'
import { findSessions, type StoredSession, touchSessions } from './sessionStore.ts'

/** Running sessions, each read from the database at most three seconds ago. */
export interface SessionCache {
  /** The running session of a hashed token; null when there is none. Stores its last use, at most once a minute. */
  find(token: Buffer, transport: Session['transport'], nowMs: number): Promise<Session | null>
  /** Drops the sessions that this process has ended or changed. */
  drop(isOver: (session: Session) => boolean): void
}

/** How long an entry is fresh after its read. A process that ends a session drops it at once. */
const FRESH_MS = 3_000
/** From this age on, an entry in use is read again together with any session that has to be read. */
const DUE_MS = FRESH_MS / 2
/** A session counts as in use for this long after a call. */
const IN_USE_MS = 30_000
/** Maximum number of other sessions in one read, so that it takes a few ms at most. */
const MOST_OTHERS = 1_000
const MOST_ENTRIES = 50_000
/** The last use of a session is written at most this often. */
const TOUCH_MS = 60_000

interface Asked {
  token: Buffer
  transport: Session['transport']
}

interface Entry extends Asked {
  session: Session
  /** When the read began. */
  readMs: number
  untilMs: number
  usedMs: number
  /** The last use that the database had. */
  seenMs: number
  /** Settles when the read that renews this entry has ended; null when none is in progress. */
  reading: Promise<unknown> | null
}

/** The session last used at `usedMs`; null when it is over at `nowMs`. */
type SessionOf = (stored: StoredSession, usedMs: number, nowMs: number) => Promise<Session | null>

/**
 * Creates the cache. A read costs about as much as the rest of a small call, and a further row in it almost nothing. So one read
 * renews all sessions in use.
 */
export function createSessionCache(db: Db, sessionOf: SessionOf): SessionCache {
  /** By name, the oldest read first. */
  const entries = new Map<string, Entry>()
  let drops = 0

  async function find(asked: Asked, nowMs: number): Promise<Session | null> {
    const name = nameOf(asked)
    const known = entries.get(name)
    if (known?.reading && !isFresh(known, nowMs)) await known.reading
    const kept = entries.get(name)
    const one = kept && isFresh(kept, nowMs) ? kept : await read(name, asked, nowMs)
    if (!one) return null
    one.usedMs = nowMs
    return one.session
  }

  /** Reads a session together with the others that are due, and writes their last uses. */
  async function read(name: string, asked: Asked, nowMs: number): Promise<Entry | null> {
    entries.delete(name)
    const others = othersDue(entries, nowMs)
    const dropsBefore = drops
    const rows = findSessions(
      db,
      [asked, ...others].map((one) => one.token),
    )
    const renewing = renewAll(others, rows, nowMs)
    for (const one of others) one.reading = renewing
    const found = await renewed({ ...asked, usedMs: nowMs }, await rows, nowMs, sessionOf)
    // Do not keep a session that ended during the read.
    if (found && drops === dropsBefore) keep(entries, name, found)
    const kept = await renewing
    const used = (found ? [found, ...kept] : kept).filter((one) => one.usedMs - one.seenMs >= TOUCH_MS)
    if (used.length > 0) await touchSessions(db, used)
    return found
  }

  /** Returns the renewed entries. Never rejects: after a failure, each waiting call reads its own session. */
  async function renewAll(
    others: readonly Entry[],
    rows: Promise<ReadonlyMap<string, StoredSession>>,
    nowMs: number,
  ): Promise<Entry[]> {
    const kept: Entry[] = []
    try {
      const read = await rows
      const all = await Promise.all(others.map((one) => renewed(one, read, nowMs, sessionOf)))
      for (const [i, one] of others.entries()) {
        const name = nameOf(one)
        // This process ended the session during the read: it stays dropped.
        if (entries.get(name) !== one) continue
        entries.delete(name)
        const now = all[i]
        if (!now) continue
        now.usedMs = one.usedMs
        keep(entries, name, now)
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
      for (const [name, { session }] of entries) if (isOver(session)) entries.delete(name)
    },
  }
}

function keep(entries: Map<string, Entry>, name: string, one: Entry): void {
  if (entries.size >= MOST_ENTRIES) entries.delete(entries.keys().next().value ?? '')
  entries.set(name, one)
}

/** The entries in use that are old enough to be read again. Drops stale entries that are not in use. */
function othersDue(entries: Map<string, Entry>, nowMs: number): Entry[] {
  const due: Entry[] = []
  for (const [name, one] of entries) {
    if (due.length === MOST_OTHERS || isWithin(nowMs, one.readMs, DUE_MS)) break
    if (one.reading) continue
    if (isWithin(nowMs, one.usedMs, IN_USE_MS)) due.push(one)
    else if (!isFresh(one, nowMs)) entries.delete(name)
  }
  return due
}

async function renewed(
  { token, transport, usedMs }: Asked & Pick<Entry, 'usedMs'>,
  rows: ReadonlyMap<string, StoredSession>,
  nowMs: number,
  sessionOf: SessionOf,
): Promise<Entry | null> {
  const stored = rows.get(token.toString('base64url'))
  const session = stored?.transport === transport ? await sessionOf(stored, usedMs, nowMs) : null
  if (!stored || !session) return null
  const untilMs = Math.min(nowMs + FRESH_MS, session.expiresAtMs)
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

/** False also when the clock was set back to before the read. */
function isFresh(one: Entry, nowMs: number): boolean {
  return nowMs >= one.readMs && nowMs < one.untilMs
}

function isWithin(nowMs: number, sinceMs: number, spanMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < spanMs
}
