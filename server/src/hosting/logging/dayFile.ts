import { DAY_FORMAT, type DayFile } from '@tickmark/core/arbitrage/day/dayFile'
import { dayName } from '@tickmark/core/market/simulated/prices'
import { joinRuns } from '@tickmark/core/receipts/receipts'
import type { Db } from '../../db/pool.ts'
import type { Market } from '../../market/market.ts'
import { closedDay, payoutLinesOf, type ClosedDay } from '../dayStore.ts'
import type { ProgrammePort } from '../ports.ts'
import { versionEntries } from '../products/productStore.ts'
import { statementEntries, statementsUnder } from '../statements/statementStore.ts'
import { marketEntries, tradesEntries } from './yieldStore.ts'

export interface DayFileDeps {
  db: Db
  programme: Pick<ProgrammePort, 'tradesToShare'>
  market: Pick<Market, 'evidence' | 'keys'>
}

/** Everything that decided a logged day, for `checkDay` in core; null while no signed head has it. */
export async function dayFile(
  closed: ClosedDay,
  { db, programme, market }: DayFileDeps,
): Promise<DayFile | null> {
  const { day, first, last, logSeq } = closed
  if (logSeq === null) return null
  const [before, earlier] = [await closedDay(db, day - 1), await closedDay(db, day - 2)]
  // Entries before the `yield` entry of two days ago hold no line of this day.
  const span = { afterSeq: earlier?.logSeq ?? 0, toSeq: logSeq }
  const entries = await tradesEntries(db, { first, last, ...span })
  const others = await marketEntries(db, [dayName(day - 1), dayName(day)])
  if (before?.logSeq) others.push(before.logSeq)
  const hosted = { first: (before ?? closed).hostings.first, last: closed.hostings.last }
  const statements = await statementEntries(db, hosted)
  others.push(...statements, ...(await versionEntries(db, logSeq)))
  const seqs = [...entries.map(({ seq }) => seq), ...others, logSeq]
  const evidence = await market.evidence(joinRuns(seqs.map((seq) => ({ from: seq, to: seq }))))
  if (!evidence) return null
  return {
    format: DAY_FORMAT,
    day: dayName(day),
    ...evidence,
    trades: await linesIn(entries, db, programme),
    payouts: await payoutLinesOf(db, day),
    earlier: before ? await payoutLinesOf(db, before.day) : [],
    hostings: await textsUnder(db, statements),
    keys: market.keys(),
  }
}

/** Texts of all statements that these entries have. */
async function textsUnder(db: Db, seqs: readonly number[]): Promise<string[]> {
  const [first, last] = [seqs[0], seqs.at(-1)]
  if (first === undefined || last === undefined) return []
  return (await statementsUnder(db, { first, last })).map(({ text }) => text)
}

/** All lines of these entries, the first and last of which may have some of another day. */
async function linesIn(
  entries: Awaited<ReturnType<typeof tradesEntries>>,
  db: Db,
  programme: DayFileDeps['programme'],
): Promise<readonly string[]> {
  const [earliest, latest] = [entries[0], entries.at(-1)]
  if (!earliest || !latest) return []
  const { lines } = await programme.tradesToShare(db, earliest.first - 1, latest.at + 1)
  return lines.slice(0, latest.last - earliest.first + 1)
}
