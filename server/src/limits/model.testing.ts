import { LIMIT_KINDS, type LimitKind } from '@tickmark/core/limits/limitKinds'
import { changeOf, inForce, type Limit, NO_LIMIT } from '@tickmark/core/limits/limits'
import type { Amount } from '@tickmark/core/money/money'
import type { Book } from '@tickmark/core/money/currencies'

/** An order with the fields that limits depend on. */
export interface ModelOrder {
  id: string
  book: Book
  currencyId: number
  stake: Amount
  acceptedAtMs: number
  result: { net: Amount; settledAtMs: number } | null
}

/** One user's limits, pauses, minutes and orders in memory. Every question recounts from the first order on. */
export interface LimitModel {
  limits: Map<LimitKind, Limit>
  breakUntilMs: number
  excludedUntilMs: number
  minutes: Set<number>
  orders: ModelOrder[]
}

export function newModel(): LimitModel {
  return { limits: new Map(), breakUntilMs: 0, excludedUntilMs: 0, minutes: new Set(), orders: [] }
}

export function wish(model: LimitModel, kind: LimitKind, value: number | null, nowMs: number): void {
  model.limits.set(kind, changeOf(model.limits.get(kind) ?? NO_LIMIT, value, nowMs))
}

const UNIT = 10n ** 16n
const hourOf = (ms: number) => Math.floor(ms / 3_600_000)
const sum = (list: Amount[]) => list.reduce((a, b) => a + b, 0n)

/** The use counted against a limit, in 1e-16 USDT or minutes, including the running minute. */
export function counted(
  model: LimitModel,
  kind: LimitKind,
  nowMs: number,
  prices: ReadonlyMap<number, Amount>,
): Amount {
  const oldest = hourOf(nowMs) - (kind.endsWith('Day') ? 24 : 168)
  if (kind.startsWith('minutes')) {
    const minutes = new Set(model.minutes).add(Math.floor(nowMs / 60_000))
    return BigInt([...minutes].filter((one) => Math.floor(one / 60) >= oldest).length)
  }
  const real = model.orders.filter((one) => one.book === 'real')
  const value = (one: ModelOrder, amount: Amount) => amount * (prices.get(one.currencyId) ?? 0n)
  if (kind.startsWith('stake')) {
    const staked = real.filter((one) => hourOf(one.acceptedAtMs) >= oldest)
    return sum(staked.map((one) => value(one, one.stake)))
  }
  const open = sum(real.filter((one) => !one.result).map((one) => value(one, one.stake)))
  const nets = real.map((one) => {
    const { net, settledAtMs } = one.result ?? { net: 0n, settledAtMs: 0 }
    const hour = hourOf(settledAtMs)
    // The oldest hour counts only when it is a loss.
    return hour > oldest || (hour === oldest && net < 0n) ? value(one, net) : 0n
  })
  const lost = -sum(nets)
  return (lost > 0n ? lost : 0n) + open
}

/** The user's limit or pause that refuses an order; null without one. */
export function holdsBack(
  model: LimitModel,
  order: Pick<ModelOrder, 'book' | 'currencyId' | 'stake'>,
  nowMs: number,
  prices: ReadonlyMap<number, Amount>,
): string | null {
  if (model.excludedUntilMs > nowMs) return 'excluded'
  if (model.breakUntilMs > nowMs) return 'on_break'
  const asked = order.stake * (prices.get(order.currencyId) ?? 0n)
  const broken = LIMIT_KINDS.flatMap((kind) => {
    const most = inForce(model.limits.get(kind) ?? NO_LIMIT, nowMs)
    if (most === null) return []
    const now = counted(model, kind, nowMs, prices)
    if (kind.startsWith('minutes')) return now > BigInt(most) ? [{ code: 'limit_time', room: 0n }] : []
    const code = kind.startsWith('loss') ? 'limit_loss' : 'limit_stake'
    const room = BigInt(most) * UNIT - now
    return order.book === 'real' && asked > room ? [{ code, room }] : []
  })
  if (broken.some((one) => one.code === 'limit_time')) return 'limit_time'
  // The refusal names the limit with the least left; of two equal ones, either.
  const least = broken.toSorted((a, b) => (a.room < b.room ? -1 : 1))[0]
  if (!least) return null
  return [...new Set(broken.filter((one) => one.room === least.room).map((one) => one.code))]
    .toSorted()
    .join(' or ')
}
