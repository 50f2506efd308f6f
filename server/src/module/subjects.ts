import type { Subject } from '@tickmark/wire/schemas/support'
import type { SubjectFacts } from '@tickmark/wire/texts/subjects/subjects'
import type { Reader } from '../db/pool.ts'

/** What a conversation with support can be about besides nothing in particular. */
export type SubjectKind = Exclude<Subject, 'general'>

/** Tells support what a conversation is about. */
export interface SubjectReader {
  kind: SubjectKind
  /** The facts of an own order or transfer as it is now; null when the user has none of that id. */
  describe(reader: Reader, userId: number, id: string): Promise<SubjectFacts | null>
}
