import { HOUR_MS } from '@tickmark/core/days'
import type { LimitKind } from '@tickmark/core/limits/limitKinds'
import { moneyUsed } from '@tickmark/core/limits/ownLimits'
import { DAY_HOURS, WEEK_HOURS } from '@tickmark/core/limits/use'
import { ONE, type Amount } from '@tickmark/core/money/money'
import type { Reader } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { LossCounter, LossHour } from '../module/lossCounter.ts'
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
    const hours = await hoursOf(reader, counters, userId, nowHour - WEEK_HOURS)
    const atStake = await openStake(reader, counters, userId)
    const { day, week } = await minutesOf(reader, userId, nowMs)
    const used = moneyUsed({ hours, atStake }, nowHour, (currencyId) => usdtPrice(currencyId) ?? 0n)
    return {
      lossDay: ceilUnits(used.lossDay),
      lossWeek: ceilUnits(used.lossWeek),
      stakeDay: ceilUnits(used.stakeDay),
      stakeWeek: ceilUnits(used.stakeWeek),
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
  const hours = await hoursOf(db, counters, userId, nowHour - WEEK_HOURS)
  const since = (span: number): Result => {
    const those = hours.filter(({ hour }) => hour >= nowHour - span)
    const netOf = ({ currencyId, won, lost }: LossHour) => (won - lost) * (usdtPrice(currencyId) ?? 0n)
    const net = those.reduce((total, one) => total + netOf(one), 0n)
    return { net: floorUnits(net), orders: those.reduce((total, one) => total + one.settled, 0) }
  }
  return { day: since(DAY_HOURS), week: since(WEEK_HOURS) }
}

/** What products counted, hour by hour. */
async function hoursOf(
  reader: Reader,
  counters: readonly LossCounter[],
  userId: number,
  fromHour: number,
): Promise<LossHour[]> {
  const hours: LossHour[] = []
  for (const counter of counters) hours.push(...(await counter.hours(reader, userId, fromHour)))
  return hours
}

async function openStake(
  reader: Reader,
  counters: readonly LossCounter[],
  userId: number,
): Promise<[currencyId: number, amount: Amount][]> {
  const open: [number, Amount][] = []
  for (const counter of counters) open.push(...(await counter.openStake(reader, userId)))
  return open
}

function floorUnits(value: bigint): Amount {
  return value >= 0n ? value / ONE : -((-value + ONE - 1n) / ONE)
}

function ceilUnits(value: bigint): Amount {
  return -floorUnits(-value)
}
