import { DAY_FORMAT, type DayFile } from '@tickmark/core/arbitrage/day/dayFile'
import { FIRST_SEQ } from '@tickmark/core/log/log'
import { dayName } from '@tickmark/core/market/simulated/prices'
import { joinRuns } from '@tickmark/core/receipts/receipts'
import type { Db } from '../../db/pool.ts'
import type { Market } from '../../market/market.ts'
import { closedDay, payoutLinesOf, type ClosedDay } from '../dayStore.ts'
import type { ProgrammePort } from '../ports.ts'
import { versionEntries } from '../products/productStore.ts'
import { statementEntries, statementsFrom } from '../statements/statementStore.ts'
import { marketEntries, tradesEntries } from './yieldStore.ts'

export interface DayFileDeps {
  db: Db
  programme: Pick<ProgrammePort, 'tradesToShare'>
  market: Pick<Market, 'evidence' | 'keys'>
}

/** Payouts and statements read at once. */
export const AT_ONCE = 1_000

/**
 * Everything that decided a logged day, for `checkDay` in core: the text of a `DayFile`, piece by piece, read as its reader takes
 * it. None of its lines changes any more. Null while no signed head covers the day.
 */
export async function dayFile(closed: ClosedDay, deps: DayFileDeps): Promise<AsyncGenerator<string> | null> {
  const { db, market } = deps
  const { day, first, last, logSeq } = closed
  if (logSeq === null) return null
  const [before, earlier] = [await closedDay(db, day - 1), await closedDay(db, day - 2)]
  // Entries before the `yield` entry of two days ago hold no line of this day.
  const span = { afterSeq: earlier?.logSeq ?? 0, toSeq: logSeq }
  const trades = await tradesEntries(db, { first, last, ...span })
  const days = await marketEntries(db, [dayName(day - 1), dayName(day)])
  const hosted = { first: (before ?? closed).hostings.first, last: closed.hostings.last }
  const hostings = await statementEntries(db, hosted)
  const versions = await versionEntries(db, logSeq)
  const yields = before?.logSeq ? [before.logSeq, logSeq] : [FIRST_SEQ, logSeq]
  const seqs = [...trades.map(({ seq }) => seq), ...days, ...hostings, ...versions, ...yields]
  const evidence = await market.evidence(joinRuns(seqs.map((seq) => ({ from: seq, to: seq }))))
  return evidence && textOf({ closed, before, evidence, trades, hostings }, deps)
}

interface Parts {
  closed: ClosedDay
  before: ClosedDay | null
  evidence: Pick<DayFile, 'segments' | 'proof' | 'checkpoint'>
  trades: Awaited<ReturnType<typeof tradesEntries>>
  /** The log entries with its statements. */
  hostings: readonly number[]
}

async function* textOf(
  { closed, before, evidence, trades, hostings }: Parts,
  deps: DayFileDeps,
): AsyncGenerator<string> {
  const { db, market } = deps
  yield JSON.stringify({ format: DAY_FORMAT, day: dayName(closed.day), ...evidence }).slice(0, -1)
  yield* list('trades', linesIn(trades, deps))
  yield* list('payouts', payoutsOf(db, closed))
  yield* list('earlier', before ? payoutsOf(db, before) : none())
  yield* list('hostings', textsUnder(db, hostings))
  yield `,"keys":${JSON.stringify(market.keys())}}`
}

/** A field with a list of texts that arrive in pieces. */
async function* list(name: string, pieces: AsyncGenerator<readonly string[]>): AsyncGenerator<string> {
  let before = `,"${name}":[`
  for await (const texts of pieces) {
    if (texts.length === 0) continue
    yield before + JSON.stringify(texts).slice(1, -1)
    before = ','
  }
  yield before === ',' ? ']' : `${before}]`
}

async function* none(): AsyncGenerator<readonly string[]> {}

async function* payoutsOf(db: Db, { day, real, simulated }: ClosedDay): AsyncGenerator<readonly string[]> {
  const count = real.count + simulated.count
  for (let from = 0; from < count; from += AT_ONCE) yield payoutLinesOf(db, day, from, from + AT_ONCE - 1)
}

/** Texts of all statements under these entries. */
async function* textsUnder(db: Db, seqs: readonly number[]): AsyncGenerator<readonly string[]> {
  const [first, last] = [seqs[0], seqs.at(-1)]
  if (first === undefined || last === undefined) return
  for (let after = 0; ;) {
    const found = await statementsFrom(db, { first, last, after, most: AT_ONCE })
    yield found.map(({ text }) => text)
    if (found.length < AT_ONCE) return
    after = found.at(-1)?.number ?? after
  }
}

/** All lines of these entries; the first and last entry may also hold lines of another day. */
async function* linesIn(
  entries: Parts['trades'],
  { db, programme }: DayFileDeps,
): AsyncGenerator<readonly string[]> {
  const [earliest, latest] = [entries[0], entries.at(-1)]
  if (!earliest || !latest) return
  const { lines } = await programme.tradesToShare(db, earliest.first - 1, latest.at + 1)
  yield lines.slice(0, latest.last - earliest.first + 1)
}
