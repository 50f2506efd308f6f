import type { Subscription } from '@tickmark/wire/live/socket'
import type { Session } from '../calls/context.ts'
import type { Reader } from './broadcast.ts'

/** One open socket, as the hub sees it. */
export interface Listener extends Reader {
  session: Session | null
  /** It came with a session that is over, and does not know it yet. */
  ended: boolean
  /** Closes it with a code of RFC 6455. */
  close(code: number): void
}

/** A subscription, alive until it is not renewed for too long; `seq` is that of the frame shown last. */
export interface Want {
  what: Subscription
  renewedAtMs: number
  seq: number
}

export interface Member extends Listener {
  wants: Map<string, Want>
  favourites: readonly number[]
  /** Messages that it may still send at once. */
  allowance: number
  heardAtMs: number
}

const BURST = 10
const PER_SECOND = 2

export function newMember(listener: Listener, nowMs: number): Member {
  return { ...listener, wants: new Map(), favourites: [], allowance: BURST, heardAtMs: nowMs }
}

/** Counts a message: two a second may come, with a burst of ten. */
export function takeAllowance(member: Member, nowMs: number): boolean {
  const regained = (Math.max(0, nowMs - member.heardAtMs) / 1_000) * PER_SECOND
  member.allowance = Math.min(BURST, member.allowance + regained)
  member.heardAtMs = nowMs
  if (member.allowance < 1) return false
  member.allowance--
  return true
}

/** Everyone who is connected, and which of them belong to a user. */
export interface Audience {
  readonly all: ReadonlySet<Member>
  of(userId: number): ReadonlySet<Member>
  /** The number of a user's next event; counts while he is connected. */
  nextEvent(userId: number): number
  add(member: Member): void
  remove(member: Member): void
  /** Stays connected, as nobody in particular. */
  forgetUser(member: Member): void
}

const NOBODY: ReadonlySet<Member> = new Set()

export function audience(): Audience {
  const all = new Set<Member>()
  const users = new Map<number, { members: Set<Member>; events: number }>()
  const forgetUser = (member: Member) => {
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
