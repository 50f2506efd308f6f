import type { Crypto } from '@tickmark/core/crypto'
import { DAY_MS } from '@tickmark/core/days'
import { entryBody, type YieldEntry } from '@tickmark/core/log/log'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import { readDayLog, READ_ON, type DayLogProblem } from '../dayLog.ts'
import type { House } from '../house.ts'
import { readExtract, readLog } from '../published.ts'

export type YieldLogProblem =
  | DayLogProblem
  | 'second_yield'
  /** The log has a different entry at that number. */
  | 'not_in_log'
  /** The head is signed by another key than the day's file names, as after a change of keys. */
  | 'other_keys'
  /** The chain of earlier days does not lead back to the log's first day. */
  | 'broken_chain'

/** Reads the log from a day's end to `READ_ON` entries after its `yield` entry: the day must have only that one. */
export async function findSecondYield(
  house: House,
  entry: YieldEntry,
  keys: Omit<HouseKeys, 'receipts'>,
  crypto: Crypto,
): Promise<YieldLogProblem | null> {
  const { seq, day } = entry
  const extract = readExtract(await house.json(`api/getLog?from=${seq}&to=${seq}`))
  const shown = extract && readLog(extract, crypto, keys)
  if (shown?.ok === false && shown.problem === 'wrong_signature') return 'other_keys'
  if (!shown?.ok || shown.bodies.get(seq) !== entryBody(entry)) return 'not_in_log'
  const dayMs = Date.parse(day)
  const fromMs = dayMs + DAY_MS
  const wanted = { fromMs, day, dayMs, toMs: fromMs, pids: new Set<number>() }
  const log = await readDayLog(house, Math.min(shown.head.size, seq + READ_ON), wanted, keys, crypto)
  if (typeof log === 'string') return log
  return log.yields.length === 1 && log.yields[0] === seq ? null : 'second_yield'
}
