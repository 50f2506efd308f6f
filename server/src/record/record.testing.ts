import { openRecord, type ReadRecord } from '@tickmark/core/record/readRecord'
import { parseLine, type OrderLine, type RecordLine } from '@tickmark/core/record/recordLine'
import { parseEntry, type RecordEntry } from '@tickmark/core/log/log'
import type { Db } from '../db/pool.ts'
import { silentLog } from '../platform/log.ts'
import { sha256 } from '../platform/sha256.ts'
import { askOf, openOrderFixture, type OrderFixture } from '../orders/orders.testing.ts'
import { collectRecords, fileOf } from './buildDay.ts'
import { createKeeping } from './keepRecord.ts'
import { recordEntries } from './store.ts'

/** The fixture's clock starts at the beginning of 2026-11-21. */
export const DAY = '2026-11-21'
export const NEXT_DAY = '2026-11-22'
export const DAY_MS = 86_400_000

/** The orders module with its record, joined as in `app/compose.ts`. */
export async function openRecordFixture(): Promise<OrderFixture> {
  const fixture = await openOrderFixture()
  const { market, deps } = fixture
  const keep = createKeeping({
    db: deps.db,
    log: silentLog(),
    isWriting: market.isWriting,
    signal: new AbortController().signal,
  })
  market.beforeTick(collectRecords)
  market.onTick(({ atMs }) => keep(atMs))
  return fixture
}

/** Places a one-minute order on BTC; returns its ticket's hash. */
export async function placeOrder(
  { answers, clock, deps }: OrderFixture,
  { user = 1, type = 0, stake = '100', place = 0 } = {},
): Promise<{ orderId: string; ticket: string }> {
  const offer = await answers.getTimeAccountCurrency({ type, pid: 1, timeId: 110 }, askOf(clock, user))
  const quoteId = offer.ranges[place]?.id ?? ''
  const placed = await answers.createLimitOrder(
    { pid: 1, stake, timeId: 110, currencyId: 1, quoteId },
    askOf(clock, user),
  )
  const { orderId } = placed
  const row = await deps.db
    .selectFrom('orders')
    .select('ticket')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return { orderId, ticket: row.ticket.toString('hex') }
}

/** Moves the clock to the second after the next midnight, and two more, in which the record is logged. */
export async function toNextDay({ clock, pass }: OrderFixture): Promise<void> {
  clock.advance(DAY_MS - (clock.nowMs() % DAY_MS) - 1_000 + 250)
  await pass(3)
}

export async function entriesOf(db: Db): Promise<RecordEntry[]> {
  return (await recordEntries(db)).map(parseEntry).filter((one) => one?.kind === 'record')
}

export async function fileText(db: Db, day: string): Promise<string> {
  let text = ''
  for await (const part of fileOf(db, day)) text += part.toString('latin1')
  return text
}

export function linesOf(text: string): RecordLine[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const parsed = parseLine(line)
      if (!parsed) throw new Error(`${line} is a line`)
      return parsed
    })
}

export function orderLinesOf(text: string): OrderLine[] {
  return linesOf(text).filter((one) => one.kind === 'order')
}

export function readText(text: string): ReadRecord {
  const record = openRecord(sha256)
  for (const line of text.split('\n').slice(0, -1)) record.add(line)
  return record.end()
}
