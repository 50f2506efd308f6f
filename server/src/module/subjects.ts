import type { Subject } from '@tickmark/wire/schemas/support'
import type { SubjectFacts } from '@tickmark/wire/texts/subjects/subjects'
import type { Reader } from '../db/pool.ts'

/** The subject of a conversation with support; a general one has none of these. */
export type SubjectKind = Exclude<Subject, 'general'>

/** Reads the facts of a conversation's subject for support. */
export interface SubjectReader {
  kind: SubjectKind
  /** The current facts of the user's own order or transfer; null when the user has none with that id. */
  describe(reader: Reader, userId: number, id: string): Promise<SubjectFacts | null>
}
