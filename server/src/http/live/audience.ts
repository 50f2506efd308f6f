import type { Subscription } from '@tickmark/wire/live/socket'
import type { Session } from '../calls/context.ts'
import type { Client } from './broadcast.ts'

/** One open socket, as the hub sees it. */
export interface Connection extends Client {
  session: Session | null
  /** It connected with an ended session and has not been notified yet. */
  ended: boolean
  /** Closes it with a code of RFC 6455. */
  close(code: number): void
}

/** A subscription; it expires when not renewed in time. `seq` is that of the last frame sent. */
export interface ActiveSubscription {
  what: Subscription
  renewedAtMs: number
  seq: number
}

export interface Subscriber extends Connection {
  wants: Map<string, ActiveSubscription>
  favourites: readonly number[]
  /** Messages that the client may still send at once. */
  allowance: number
  heardAtMs: number
}

const BURST = 10
const PER_SECOND = 2

export function newMember(listener: Connection, nowMs: number): Subscriber {
  return { ...listener, wants: new Map(), favourites: [], allowance: BURST, heardAtMs: nowMs }
}

/** Counts a message: two a second are allowed, with a burst of ten. */
export function takeAllowance(member: Subscriber, nowMs: number): boolean {
  const regained = (Math.max(0, nowMs - member.heardAtMs) / 1_000) * PER_SECOND
  member.allowance = Math.min(BURST, member.allowance + regained)
  member.heardAtMs = nowMs
  if (member.allowance < 1) return false
  member.allowance--
  return true
}

/** All connected sockets, and the user each belongs to. */
export interface Audience {
  readonly all: ReadonlySet<Subscriber>
  of(userId: number): ReadonlySet<Subscriber>
  /** The number of a user's next event; counts while the user is connected. */
  nextEvent(userId: number): number
  add(member: Subscriber): void
  remove(member: Subscriber): void
  /** Keeps the socket connected, without a user. */
  forgetUser(member: Subscriber): void
}

const NOBODY: ReadonlySet<Subscriber> = new Set()

export function audience(): Audience {
  const all = new Set<Subscriber>()
  const users = new Map<number, { members: Set<Subscriber>; events: number }>()
  const forgetUser = (member: Subscriber) => {
    const userId = member.session?.user?.id
    member.session = null
    member.favourites = []
    const entry = userId === undefined ? undefined : users.get(userId)
    if (userId === undefined || !entry?.members.delete(member)) return
    if (entry.members.size === 0) users.delete(userId)
  }
  return {
    all,
    of: (userId) => users.get(userId)?.members ?? NOBODY,
    nextEvent(userId) {
      const entry = users.get(userId)
      return entry ? ++entry.events : 1
    },
    add(member) {
      all.add(member)
      const userId = member.session?.user?.id
      if (userId === undefined) return
      const entry = users.get(userId) ?? { members: new Set(), events: 0 }
      entry.members.add(member)
      users.set(userId, entry)
    },
    remove(member) {
      all.delete(member)
      member.wants.clear()
      forgetUser(member)
    },
    forgetUser,
  }
}
