import type { HitKind, Incident, Overview, QueueName } from '@tickmark/wire/routes/operators/overview'
import type { Person, PersonCount, UserMark } from '@tickmark/wire/routes/operators/people'
import type { UserCondition } from '../db/condition.ts'
import type { Reader, Tx } from '../db/pool.ts'

/** Work that waits for operators. */
export interface Queue {
  /** Stable, shown through texts. */
  name: QueueName
  waiting: number
  /** Since when the oldest waits (ms); null when nothing waits. */
  oldestAtMs: number | null
}

/** One thing that a search found. */
export interface Hit {
  kind: HitKind
  id: string
  /** What tells it from its like: an address, an amount. */
  label: string
}

/** A domain's parts of a user. */
export interface PersonParts extends Partial<Omit<Person, 'counts'>> {
  counts?: Partial<Record<PersonCount, number>>
}

/** Tells users in whom something stands out from all others. */
export interface MarkRule {
  mark: UserMark
  /** Quick for each of a page of users. */
  holds: UserCondition
}

/** What a module shows on the operators' console beside its own calls. None of it changes anything. */
export interface DeskPart {
  queues?(reader: Reader, nowMs: number): Promise<readonly Queue[]>
  /** What a text names exactly: an address, an id, the hash of a transaction. At most a few hits. */
  search?(reader: Reader, text: string): Promise<readonly Hit[]>
  /** Its own parts of the overview; each part has one module. Asked once in two seconds at most, whoever watches. */
  overview?(reader: Reader, nowMs: number): Promise<Partial<Overview>>
  /** Its own parts of a user, read in one snapshot with those of the others. */
  person?(tx: Tx, userId: number, nowMs: number): Promise<PersonParts>
  /** What broke a promise of the module; the newest, at most 100 of a kind. */
  incidents?(reader: Reader, nowMs: number): Promise<readonly Incident[]>
  marks?: readonly MarkRule[]
}
