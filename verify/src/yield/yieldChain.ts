import { areWhole } from '@tickmark/core/arbitrage/holdings'
import { canLeaveMoving } from '@tickmark/core/arbitrage/moving'
import { closeDay } from '@tickmark/core/arbitrage/sharing'
import { isWithin } from '@tickmark/core/arbitrage/day/dayInLog'
import { takenOn } from '@tickmark/core/arbitrage/day/taken'
import type { Crypto } from '@tickmark/core/crypto'
import { FIRST_SEQ, type LogEntry, type YieldEntry } from '@tickmark/core/log/log'
import { dayName, dayOfName } from '@tickmark/core/market/simulated/prices'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import type { House } from '../house.ts'
import { readExtract, readLog } from '../published.ts'
import type { YieldLogProblem } from './secondYield.ts'

type Keys = Omit<HouseKeys, 'receipts'>

/**
 * Follows a day's `yield` entry back to the log's first day, as each names its predecessor: the carried loss and the venues'
 * holdings must follow from day to day. Reads one entry for each day.
 */
export async function findBrokenChain(
  house: House,
  entry: YieldEntry,
  keys: Keys,
  crypto: Crypto,
): Promise<YieldLogProblem | null> {
  let later = entry
  while (later.before !== 0) {
    const earlier = await entryAt(house, later.before, keys, crypto)
    if (earlier === 'other_keys') return earlier
    if (earlier?.kind !== 'yield' || !leadsTo(earlier, later)) return 'broken_chain'
    later = earlier
  }
  const first = await entryAt(house, FIRST_SEQ, keys, crypto)
  if (first === 'other_keys') return first
  return first && isWithin(first.at, later.day) && leadsTo(null, later) ? null : 'broken_chain'
}

/** Whether a day's figures follow from those of the day before it; null before the first. */
function leadsTo(earlier: YieldEntry | null, later: YieldEntry): boolean {
  const { carried, pool } = closeDay(BigInt(later.profit), BigInt(earlier?.carried ?? 0))
  const isNext = earlier === null || later.day === dayName((dayOfName(earlier.day) ?? 0) + 1)
  return (
    isNext &&
    (earlier?.seq ?? 0) < later.seq &&
    later.first === (earlier?.last ?? 0) + 1 &&
    later.hostings[0] === (earlier?.hostings[1] ?? 0) + 1 &&
    later.carried === String(carried) &&
    later.pool === String(pool) &&
    areWhole(later, carried) &&
    canLeaveMoving(later, earlier?.moving ?? []) &&
    takenOn(later, earlier) !== null
  )
}

/** An entry of the log under its signed head; null when the house does not show one. */
async function entryAt(
  house: House,
  seq: number,
  keys: Keys,
  crypto: Crypto,
): Promise<LogEntry | 'other_keys' | null> {
  const extract = readExtract(await house.json(`api/getLog?from=${seq}&to=${seq}`))
  const shown = extract && readLog(extract, crypto, keys)
  if (shown?.ok === false && shown.problem === 'wrong_signature') return 'other_keys'
  const [entry] = shown?.ok ? shown.entries : []
  return entry?.seq === seq ? entry : null
}
