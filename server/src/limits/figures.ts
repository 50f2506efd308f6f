import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import { ONE, type Amount } from '@tickmark/core/money/money'
import type { Reader } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { LossCounter } from '../module/lossCounter.ts'
import type { LimitsDeps } from './ports.ts'
import { minutesOf } from './useStore.ts'

/** Price of one unit of a currency in USDT, 1e-8; null when no price was ever known. */
export type UsdtPrice = (currencyId: number) => Amount | null

type FigureDeps = Pick<LimitsDeps, 'db' | 'usdtPrice' | 'counters'>

export interface Result {
  /** 1e-8 USDT at the index price, rounded down; negative for a net loss. */
  net: Amount
  /** Orders that were settled or closed. */
  orders: number
}

const HOUR_MS = 3_600_000
const [DAY, WEEK] = [24, 168]

/** Use counted against each limit up to a time: 1e-8 USDT rounded up, or minutes. Open stakes count as lost. */
export function usedOf(
  { db, usdtPrice, counters }: FigureDeps,
  userId: number,
  nowMs: number,
): Promise<Record<LimitKind, bigint>> {
  const nowHour = Math.floor(nowMs / HOUR_MS)
  // All reads from one snapshot, so that an order that settles meanwhile counts once: in its hour or as open stake.
  const read = async (reader: Reader) => {
    const hours = await valuedHours(reader, counters, userId, nowHour - WEEK, usdtPrice)
    const atStake = await openStake(reader, counters, userId, usdtPrice)
    const { day, week } = await minutesOf(reader, userId, nowMs)
    const sum = (span: number, pick: (one: ValuedHour) => bigint, isWhole: boolean) =>
      hours
        .filter(({ hour }) => (isWhole ? hour >= nowHour - span : hour > nowHour - span))
        .reduce((total, one) => total + pick(one), 0n)
    // The oldest hour counts in full for losses, and not at all for gains.
    const lost = (span: number) => sum(span, (one) => one.lost, true) - sum(span, (one) => one.won, false)
    const used = (span: number) => ceilUnits((lost(span) > 0n ? lost(span) : 0n) + atStake)
    return {
      lossDay: used(DAY),
      lossWeek: used(WEEK),
      stakeDay: ceilUnits(sum(DAY, (one) => one.stake, true)),
      stakeWeek: ceilUnits(sum(WEEK, (one) => one.stake, true)),
      minutesDay: BigInt(day),
      minutesWeek: BigInt(week),
    }
  }
  return transact(db, read, { isolation: 'repeatable read' })
}

/** The user's net result in the real book for both spans, in whole hours. */
export async function resultsOf(
  { db, usdtPrice, counters }: FigureDeps,
  userId: number,
  nowMs: number,
): Promise<{ day: Result; week: Result }> {
  const nowHour = Math.floor(nowMs / HOUR_MS)
  const hours = await valuedHours(db, counters, userId, nowHour - WEEK, usdtPrice)
  const since = (span: number): Result => {
    const those = hours.filter(({ hour }) => hour >= nowHour - span)
    const net = those.reduce((total, one) => total + one.won - one.lost, 0n)
    return { net: floorUnits(net), orders: those.reduce((total, one) => total + one.settled, 0) }
  }
  return { day: since(DAY), week: since(WEEK) }
}

/** An hour with sums in 1e-16 USDT, so that only the end result is rounded. */
interface ValuedHour {
  hour: number
  won: bigint
  lost: bigint
  stake: bigint
  settled: number
}

async function valuedHours(
  reader: Reader,
  counters: readonly LossCounter[],
  userId: number,
  fromHour: number,
  usdtPrice: UsdtPrice,
): Promise<ValuedHour[]> {
  const valued: ValuedHour[] = []
  for (const counter of counters) {
    for (const { currencyId, won, lost, stake, ...one } of await counter.hours(reader, userId, fromHour)) {
      const price = usdtPrice(currencyId) ?? 0n
      valued.push({ ...one, won: won * price, lost: lost * price, stake: stake * price })
    }
  }
  return valued
}

async function openStake(
  reader: Reader,
  counters: readonly LossCounter[],
  userId: number,
  usdtPrice: UsdtPrice,
): Promise<bigint> {
  let total = 0n
  for (const counter of counters) {
    for (const [currencyId, stake] of await counter.openStake(reader, userId)) {
      total += stake * (usdtPrice(currencyId) ?? 0n)
    }
  }
  return total
}

function floorUnits(value: bigint): Amount {
  return value >= 0n ? value / ONE : -((-value + ONE - 1n) / ONE)
}

function ceilUnits(value: bigint): Amount {
  return -floorUnits(-value)
}
