import { HOUR_MS } from '@tickmark/core/days'
import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import type { UsdtPrice } from '@tickmark/core/limits/ownLimits'
import { DAY_HOURS, moneyUse, type ValuedHour, WEEK_HOURS } from '@tickmark/core/limits/use'
import { ONE, type Amount } from '@tickmark/core/money/money'
import type { Reader } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { LossCounter } from '../module/lossCounter.ts'
import type { LimitsDeps } from './ports.ts'
import { minutesOf } from './useStore.ts'

type FigureDeps = Pick<LimitsDeps, 'db' | 'usdtPrice' | 'counters'>

export interface Result {
  /** 1e-8 USDT at the index price, rounded down; negative for a net loss. */
  net: Amount
  /** Orders that were settled or closed. */
  orders: number
}

/** Use counted against each limit up to a time: 1e-8 USDT rounded up, or minutes. Open stakes count as lost. */
export function usedOf(
  { db, usdtPrice, counters }: FigureDeps,
  userId: number,
  nowMs: number,
): Promise<Record<LimitKind, bigint>> {
  const nowHour = Math.floor(nowMs / HOUR_MS)
  // All reads from one snapshot, so that an order that settles meanwhile counts once: in its hour or as open stake.
  const read = async (reader: Reader) => {
    const hours = await valuedHours(reader, counters, userId, nowHour - WEEK_HOURS, usdtPrice)
    const atStake = await openStake(reader, counters, userId, usdtPrice)
    const { day, week } = await minutesOf(reader, userId, nowMs)
    const { lostDay, lostWeek, stakeDay, stakeWeek } = moneyUse(hours, nowHour)
    const used = (lost: bigint) => ceilUnits((lost > 0n ? lost : 0n) + atStake)
    return {
      lossDay: used(lostDay),
      lossWeek: used(lostWeek),
      stakeDay: ceilUnits(stakeDay),
      stakeWeek: ceilUnits(stakeWeek),
      minutesDay: BigInt(day),
      minutesWeek: BigInt(week),
    }
  }
  return transact(db, read, { isolation: 'repeatable read' })
}

/** The user's results in the real book of the last 24 hours and 7 days, counted in whole hours. */
export async function resultsOf(
  { db, usdtPrice, counters }: FigureDeps,
  userId: number,
  nowMs: number,
): Promise<{ day: Result; week: Result }> {
  const nowHour = Math.floor(nowMs / HOUR_MS)
  const hours = await valuedHours(db, counters, userId, nowHour - WEEK_HOURS, usdtPrice)
  const since = (span: number): Result => {
    const those = hours.filter(({ hour }) => hour >= nowHour - span)
    const net = those.reduce((total, one) => total + one.won - one.lost, 0n)
    return { net: floorUnits(net), orders: those.reduce((total, one) => total + one.settled, 0) }
  }
  return { day: since(DAY_HOURS), week: since(WEEK_HOURS) }
}

/** What products counted in an hour, valued in 1e-16 USDT. */
interface SettledHour extends ValuedHour {
  settled: number
}

async function valuedHours(
  reader: Reader,
  counters: readonly LossCounter[],
  userId: number,
  fromHour: number,
  usdtPrice: UsdtPrice,
): Promise<SettledHour[]> {
  const valued: SettledHour[] = []
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
