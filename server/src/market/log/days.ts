import type { LogEntry } from '@tickmark/core/log/log'
import { dayCommitment } from '@tickmark/core/market/simulated/day'
import { DAY_SECONDS, dayName, dayOfName } from '@tickmark/core/market/simulated/prices'
import type { LogDraft } from './log.ts'
import type { PriceSource } from '../source.ts'
import { sha256 } from '../../platform/sha256.ts'
import { insertDay } from '../store.ts'

/** Days with a commitment and no reveal yet, with their commitments. */
export type OpenDays = Map<string, string>

/** The log has committed to days that this source does not generate: the market seed was changed. */
export class SeedChanged extends Error {
  constructor(day: string) {
    super(
      `the market seed is not the one that the price log committed to for ${day}; restore it or start a new log`,
    )
    this.name = 'SeedChanged'
  }
}

/** Updates the open days as entries are logged. */
export function trackDays(days: OpenDays, entry: LogEntry): void {
  if (entry.kind === 'day') days.set(entry.day, entry.commit)
  if (entry.kind === 'reveal') days.delete(entry.day)
}

/**
 * Log entries about days due before the tick of a second: reveals of the days that ended, in order, and commitments to
 * that day and the next.
 */
export function dueDays(days: OpenDays, source: PriceSource, second: number): LogDraft[] {
  const today = Math.floor(second / DAY_SECONDS)
  const drafts: LogDraft[] = []
  for (const [name, commit] of [...days].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if ((dayOfName(name) ?? today) >= today) continue
    const reveal = source.day(name)
    if (!reveal) continue
    if (dayCommitment(reveal, sha256) !== commit) throw new SeedChanged(name)
    drafts.push({
      entry: { kind: 'reveal', ...reveal },
      onLogged: (tx, seq) => insertDay(tx, name, 'revealed', seq),
    })
  }
  for (const name of [dayName(today), dayName(today + 1)]) {
    const drawn = days.has(name) ? null : source.day(name)
    if (!drawn) continue
    drafts.push({
      entry: { kind: 'day', day: name, commit: dayCommitment(drawn, sha256) },
      onLogged: (tx, seq) => insertDay(tx, name, 'committed', seq),
    })
  }
  return drafts
}

/** Throws when the source cannot have made the open commitments. */
export function checkSeed(days: OpenDays, source: PriceSource): void {
  for (const [name, commit] of days) {
    const drawn = source.day(name)
    if (drawn && dayCommitment(drawn, sha256) !== commit) throw new SeedChanged(name)
  }
}
