import type { SubjectFacts } from '@tickmark/wire/texts/subjects/subjects'
import type { Db } from '../db/pool.ts'
import type { Events } from '../module/events.ts'
import type { LivePages } from '../module/runtime.ts'
import type { SubjectKind } from '../module/subjects.ts'

/** What support stands on. */
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
  events: Pick<Events, 'emit' | 'announce'>
  /** An open page shows who types. */
  live: Pick<LivePages, 'hasOpenPage'>
  /** The facts of an own order or transfer as it is now; null when he has none of that id. */
  describe(userId: number, subject: SubjectKind, id: string): Promise<SubjectFacts | null>
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
