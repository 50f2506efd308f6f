import type { Subject } from '@tickmark/wire/schemas/support'
import type { UserEvent } from '@tickmark/wire/live/socket'
import type { SubjectFacts } from '@tickmark/wire/texts/subjects/subjects'
import type { Db, Tx } from '../db/pool.ts'

/** What a conversation can be about besides nothing in particular. */
export type Matter = Exclude<Subject, 'general'>

/** What support needs of the other rooms. */
export interface SupportDeps {
  db: Db
  /** For the codes that stand for users and operators. */
  key: Uint8Array
  /** Another system for the chat; null is our own page. */
  chatUrl: string | null
  /** Whether there is anybody to answer: an operator with that role, or another system. */
  isStaffed: boolean
  /** In minutes of the UTC day; null is always. */
  officeHours: OfficeHours | null
  typing: Typing
  /** Tells a user's open pages. */
  publish(userId: number, event: UserEvent): void
  /** Whether a page of the user's is open, so that it shows who types. */
  hears(userId: number): boolean
  /** The facts of an own order or transfer as it is now; null when he has none of that id. */
  describe(userId: number, subject: Matter, id: string): Promise<SubjectFacts | null>
  /** Writes the user that support replied; a repeat of `ref` writes nothing. */
  notifyReply(tx: Tx, told: { userId: number; ref: string; atMs: number }): Promise<void>
  /** What was written to the user under refs that begin so counts as read; ms since 1970. */
  noteRead(tx: Tx, read: { userId: number; refPrefix: string; atMs: number }): Promise<void>
}

export interface OfficeHours {
  fromMinute: number
  toMinute: number
}

/** Who is typing, by conversation. */
export interface Typing {
  note(threadId: string, nowMs: number): void
  stop(threadId: string): void
  isTyping(threadId: string, nowMs: number): boolean
}
