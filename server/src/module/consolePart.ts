import type { HitKind, Incident, Overview, QueueName } from '@tickmark/wire/routes/operators/overview'
import type { Person, PersonCount, UserMark } from '@tickmark/wire/routes/operators/people'
import type { UserCondition } from '../db/condition.ts'
import type { Reader, Tx } from '../db/pool.ts'

/** Work that waits for operators. */
export interface Queue {
  /** Stable, shown through texts. */
  name: QueueName
  waiting: number
  /** Since when the oldest item waits (ms); null when nothing waits. */
  oldestAtMs: number | null
}

/** One thing that a search found. */
export interface Hit {
  kind: HitKind
  id: string
  /** What distinguishes it from similar hits: an address, an amount. */
  label: string
}

/** A domain's parts of a user. */
export interface PersonParts extends Partial<Omit<Person, 'counts'>> {
  counts?: Partial<Record<PersonCount, number>>
}

/** Marks users with something that sets them apart. */
export interface MarkRule {
  mark: UserMark
  /** Quick for each of a page of users. */
  holds: UserCondition
}

/** A module's contribution to the operators' console besides its own calls. All of it is read-only. */
export interface ConsolePart {
  queues?(reader: Reader, nowMs: number): Promise<readonly Queue[]>
  /** The objects that a text names exactly: an address, an id, the hash of a transaction. At most a few hits. */
  search?(reader: Reader, text: string): Promise<readonly Hit[]>
  /**
   * Its own parts of the overview; each part has one module. Called at most once in two seconds, however many operators watch.
   */
  overview?(reader: Reader, nowMs: number): Promise<Partial<Overview>>
  /** Its own parts of a user, read in one snapshot with the other modules' parts. */
  person?(tx: Tx, userId: number, nowMs: number): Promise<PersonParts>
  /** Broken promises of the module; the newest, at most 100 of a kind. */
  incidents?(reader: Reader, nowMs: number): Promise<readonly Incident[]>
  marks?: readonly MarkRule[]
}
