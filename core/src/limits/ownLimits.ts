import { HOUR_MS } from '../days.ts'
import type { Book } from '../money/currencies.ts'
import { ONE, type Amount } from '../money/money.ts'
import type { LimitKind } from './limitKinds.ts'
import { inForce, type Limit } from './limits.ts'
import { pauseAt, type PauseRefusal, type Pauses } from './pauses.ts'
import { minutesUsedAt, moneyUse, type UsedHour, type ValuedHour, WEEK_HOURS } from './use.ts'

/** An hour's results and stakes in units of a currency. */
export interface CountedHour {
  /** Milliseconds since 1970 / 3,600,000. */
  hour: number
  currencyId: number
  won: Amount
  lost: Amount
  stake: Amount
}

/** What money limits count. */
export interface CountedMoney {
  hours: readonly CountedHour[]
  /** Stakes and fees of open orders, by currency id: they count as lost until they settle. */
  atStake: Iterable<readonly [currencyId: number, amount: Amount]>
}

/** Input of a user's own limits: the last 168 hours and the present one, in the real book. */
export interface OwnLimitFacts extends Pauses, CountedMoney {
  limits: ReadonlyMap<LimitKind, Limit>
  minutes: readonly UsedHour[]
}

/** `limit` in whole USDT or minutes; `left` is how much of it new orders may still risk or stake, in 1e-8 USDT. */
export type OwnLimitRefusal =
  | { code: 'limit_loss' | 'limit_stake'; limit: bigint; left: Amount }
  | { code: 'limit_time'; limit: bigint }
  | PauseRefusal
  /** The price of a currency that a money limit needs is missing. */
  | { code: 'price_missing' }

/** The fields of an order that own limits read. */
export interface LimitedOrder {
  book: Book
  currencyId: number
  sums: { stake: Amount; fee: Amount }
  acceptedAtMs: number
}

/** One unit of a currency in USDT, in 1e-8; null while it is unknown. */
export type UsdtPrice = (currencyId: number) => Amount | null

/**
 * The user's own limit that an order would break; null when none. Breaks, exclusions and time limits apply in both books, money
 * limits only in the real one. Of several money limits it names the tightest.
 */
export function ownLimitAgainst(
  order: LimitedOrder,
  facts: OwnLimitFacts,
  usdtPrice: UsdtPrice,
): OwnLimitRefusal | null {
  const { acceptedAtMs: nowMs, book } = order
  const pause = pauseAt(facts, nowMs)
  if (pause) return pause
  const held = (kind: LimitKind) => {
    const limit = facts.limits.get(kind)
    return limit ? inForce(limit, nowMs) : null
  }
  return timeLimit(held, facts, nowMs) ?? (book === 'real' ? moneyLimit(held, order, facts, usdtPrice) : null)
}

type Held = (kind: LimitKind) => number | null

function timeLimit(held: Held, { minutes }: OwnLimitFacts, nowMs: number): OwnLimitRefusal | null {
  const [day, week] = [held('minutesDay'), held('minutesWeek')]
  if (day === null && week === null) return null
  const used = minutesUsedAt(minutes, nowMs)
  if (day !== null && used.day > day) return { code: 'limit_time', limit: BigInt(day) }
  return week !== null && used.week > week ? { code: 'limit_time', limit: BigInt(week) } : null
}

/** 1 USDT in 1e-16. */
const USDT = ONE * ONE

function moneyLimit(
  held: Held,
  order: LimitedOrder,
  facts: OwnLimitFacts,
  usdtPrice: UsdtPrice,
): OwnLimitRefusal | null {
  const { sums, currencyId, acceptedAtMs } = order
  const limits = (['lossDay', 'lossWeek', 'stakeDay', 'stakeWeek'] as const).flatMap((kind) => {
    const limit = held(kind)
    return limit === null ? [] : [{ kind, limit: BigInt(limit) }]
  })
  if (limits.length === 0) return null
  const price = usdtPrice(currencyId)
  const nowHour = Math.floor(acceptedAtMs / HOUR_MS)
  if (!price || [...currenciesIn(facts, nowHour)].some((one) => !usdtPrice(one)))
    return { code: 'price_missing' }
  const used = moneyUsed(facts, nowHour, (one) => usdtPrice(one) ?? 0n)
  let tightest: (OwnLimitRefusal & { room: Amount }) | null = null
  for (const { kind, limit } of limits) {
    const code = kind === 'lossDay' || kind === 'lossWeek' ? 'limit_loss' : 'limit_stake'
    const asked = code === 'limit_loss' ? sums.stake + sums.fee : sums.stake
    const room = limit * USDT - used[kind]
    if (asked * price <= room || (tightest && tightest.room <= room)) continue
    tightest = { code, limit, left: room > 0n ? room / ONE : 0n, room }
  }
  if (!tightest) return null
  const { room: _, ...refusal } = tightest
  return refusal
}

/**
 * Use of each money limit, in 1e-16 USDT: losses count less gains, but never below zero, and open orders as lost. Of the hours,
 * those of the last 168 count.
 */
export function moneyUsed(
  { hours, atStake }: CountedMoney,
  nowHour: number,
  usdtPrice: (currencyId: number) => Amount,
): Record<'lossDay' | 'lossWeek' | 'stakeDay' | 'stakeWeek', Amount> {
  const valued = hours.map(({ hour, currencyId, won, lost, stake }): ValuedHour => {
    const price = usdtPrice(currencyId)
    return { hour, won: won * price, lost: lost * price, stake: stake * price }
  })
  let open = 0n
  for (const [currencyId, amount] of atStake) open += amount * usdtPrice(currencyId)
  const { lostDay, lostWeek, stakeDay, stakeWeek } = moneyUse(valued, nowHour)
  const loss = (lost: Amount) => (lost > 0n ? lost : 0n) + open
  return { lossDay: loss(lostDay), lossWeek: loss(lostWeek), stakeDay, stakeWeek }
}

/** The currencies in which `moneyUsed` finds money. */
function currenciesIn({ hours, atStake }: CountedMoney, nowHour: number): Set<number> {
  const recent = hours.filter(({ hour }) => nowHour - hour <= WEEK_HOURS).map((one) => one.currencyId)
  const open = [...atStake].flatMap(([currencyId, amount]) => (amount === 0n ? [] : [currencyId]))
  return new Set([...recent, ...open])
}
