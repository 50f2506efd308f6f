import { DAY_SECONDS, dayOfName } from '@tickmark/core/market/simulated/prices'
import { assert } from '@tickmark/core/assert'
import { openRecord, type ReadRecord } from '@tickmark/core/record/readRecord'
import { lineText } from '@tickmark/core/record/recordLine'
import type { Reader } from '../db/pool.ts'
import { sha256 } from '../platform/sha256.ts'
import { refusalLines } from './refusalLines.ts'
import { loggedBatches, orderLines, withdrawalLines, type Span } from './lineStore.ts'

/** A UTC day in ms. */
export function spanOf(day: string): Span {
  const number = dayOfName(day)
  assert(number !== null, `${day} is a day`)
  const fromMs = number * DAY_SECONDS * 1000
  return { fromMs, toMs: fromMs + DAY_SECONDS * 1000 }
}

/** Orders were placed so long before their logged result that only a search of all orders finds them. */
class UnusualDay extends Error {
  constructor(day: string) {
    super(`the results of ${day} are of orders placed long before`)
    this.name = 'UnusualDay'
  }
}

/**
 * Makes the record of a day from the books, passing some thousand lines at a time to `onLines`. Deterministic: the same books
 * give the same bytes. An order belongs to the day of its logged result, a refusal to the day in which it reaches its age,
 * a withdrawal to the day in which the log says that it is paid. Runs in a transaction. Throws `UnusualDay` when it finds fewer orders than the log's batches have.
 */
export async function readDayLines(
  reader: Reader,
  day: string,
  usual: boolean,
  onLines: (text: string) => Promise<void> | void,
): Promise<ReadRecord> {
  const span = spanOf(day)
  const record = openRecord(sha256)
  const batches = await loggedBatches(reader, span)
  let orders = 0
  for await (const page of orderLines(reader, batches, span, usual)) {
    orders += page.length
    await give(page.map(lineText))
  }
  if (orders < batches.orders && usual) throw new UnusualDay(day)
  assert(orders === batches.orders, `each result that the log has of ${day} is of an order`)
  for await (const page of refusalLines(reader, span)) await give(page.map(lineText))
  const withdrawals = await withdrawalLines(reader, batches)
  if (withdrawals.length > 0) await give(withdrawals.map(lineText))
  return record.end()

  async function give(lines: readonly string[]): Promise<void> {
    for (const line of lines) record.add(line)
    await onLines(`${lines.join('\n')}\n`)
  }
}

/** Runs `work` with the usual search, and repeats it with the thorough one if that finds too few orders. */
export async function withSearch<T>(work: (usual: boolean) => Promise<T>): Promise<T> {
  try {
    return await work(true)
  } catch (thrown) {
    if (thrown instanceof UnusualDay) return work(false)
    throw thrown
  }
}
