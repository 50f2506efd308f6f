import { DAY_FORMAT, type DayFile } from '@tickmark/core/arbitrage/dayFile'
import { dayName } from '@tickmark/core/market/simulated/prices'
import { joinRuns } from '@tickmark/core/receipts/receipts'
import type { Db } from '../db/pool.ts'
import type { Market } from '../market/market.ts'
import { payoutLinesOf, type ClosedDay } from './dayStore.ts'
import type { ProgrammePort } from './ports.ts'
import { dayEntries, tradesEntries } from './yieldStore.ts'

const DAY_MS = 86_400_000

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
  const entries = await tradesEntries(db, { first, last, fromMs: day * DAY_MS, toSeq: logSeq })
  const others = await dayEntries(db, {
    yieldOf: dayName(day - 1),
    marketOf: [dayName(day - 1), dayName(day)],
  })
  const seqs = [...entries.map(({ seq }) => seq), ...others, logSeq]
  const evidence = await market.evidence(joinRuns(seqs.map((seq) => ({ from: seq, to: seq }))))
  if (!evidence) return null
  return {
    format: DAY_FORMAT,
    day: dayName(day),
    ...evidence,
    trades: await linesIn(entries, db, programme),
    payouts: await payoutLinesOf(db, day),
    keys: market.keys(),
  }
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
