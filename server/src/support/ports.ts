import type { SubjectFacts } from '@tickmark/wire/texts/subjects/subjects'
import type { Db } from '../db/pool.ts'
import type { Events } from '../module/events.ts'
import type { LivePages } from '../module/runtime.ts'
import type { SubjectKind } from '../module/subjects.ts'

/** What support needs of the runtime and of other modules. */
export interface SupportDeps {
  db: Db
  /** For the codes of users and operators. */
  key: Uint8Array
  /** Address of another system for the chat; null is our own page. */
  chatUrl: string | null
  /** Whether somebody can answer: an operator with that right who used the console lately, or another system. */
  isStaffed(): Promise<boolean>
  /** In minutes of the UTC day; null means always. */
  officeHours: OfficeHours | null
  typing: Typing
  events: Pick<Events, 'emit' | 'announce'>
  /** An open page shows when support is typing. */
  live: Pick<LivePages, 'hasOpenPage'>
  /** The current facts of the user's own order or transfer; null when the user has none with that id. */
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
