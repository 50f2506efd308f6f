import { currencyById } from '@tickmark/core/money/currencies'
import { CONSENT_LIFE_MS } from '@tickmark/core/consent/consentText'
import { formatAmount, ONE, shareFloor, type Amount } from '@tickmark/core/money/money'
import { pairOf } from '@tickmark/core/receipts/receipts'
import type { ReplyOf } from '@tickmark/wire/call'
import { DUE_WITHIN_MS, type operatorOrderRoutes } from '@tickmark/wire/routes/operators/orders'
import type { Reader } from '../../db/pool.ts'
import type { PlaceLimits } from '../placing/admitBatch.ts'
import { coverNow, openSums, placedBySecond } from './exposureStore.ts'

type Exposure = ReplyOf<(typeof operatorOrderRoutes)['consoleExposure']>

export interface ExposureDeps {
  limits: Pick<PlaceLimits, 'exposure'>
  /** One unit of a currency in USDT; null while the coin that values it is paused. */
  usdtPrice(currencyId: number): Amount | null
  placed: PlacedCounts
}

/** The possible winnings of open orders, and the house's money for them. */
export async function exposureNow(reader: Reader, nowMs: number, deps: ExposureDeps): Promise<Exposure> {
  const [sums, house, placed] = await Promise.all([
    openSums(reader, nowMs, DUE_WITHIN_MS),
    houseCover(reader, deps.limits),
    deps.placed.lastMinute(reader, nowMs),
  ])
  const rows = sums.map(({ currencyId, stake, profit, ...one }) => ({
    ...one,
    pair: pairOf(one.pid),
    currency: codeOf(currencyId),
    stake: formatAmount(stake),
    profit: formatAmount(profit),
    value: formatAmount(shareFloor(profit, deps.usdtPrice(currencyId) ?? 0n, ONE)),
  }))
  return { asOf: nowMs, rows, house, placed }
}

/** More than any bankroll can hold: no limit. */
const UNBOUNDED = 2n ** 60n

/** By book and currency: the possible winnings of open orders, their limit, and the bankroll's remainder. */
export async function houseCover(
  reader: Reader,
  limits: Pick<PlaceLimits, 'exposure'>,
): Promise<Exposure['house']> {
  return (await coverNow(reader)).map(({ book, currencyId, atRisk, bankroll }) => {
    const most = limits.exposure(currencyId, book).house
    return {
      book,
      currency: codeOf(currencyId),
      atRisk: formatAmount(atRisk),
      most: most >= UNBOUNDED ? null : formatAmount(most),
      bankroll: formatAmount(bankroll),
    }
  })
}

function codeOf(currencyId: number): string {
  return currencyById(currencyId)?.code ?? String(currencyId)
}

const SECONDS = 60
/** A second is counted again until it is this old: by then its orders are committed. */
const SETTLES_S = 5

/** Counts the orders placed in each of the last seconds, by any process; reads only the newest ones again. */
export interface PlacedCounts {
  /** The last 60 whole seconds, oldest first; `from` is the ms at which the first of them began. */
  lastMinute(reader: Reader, nowMs: number): Promise<{ from: number; counts: number[] }>
}

export function createPlacedCounts(): PlacedCounts {
  let known = new Map<number, number>()
  /** Seconds before this one are counted for good. */
  let countedTo = 0
  return {
    async lastMinute(reader, nowMs) {
      const now = Math.floor(nowMs / 1000)
      const first = now - SECONDS
      const from = Math.max(first, countedTo)
      const fresh = await placedBySecond(reader, from, CONSENT_LIFE_MS)
      const isKept = ([second]: [number, number]) => second >= first && second < from
      known = new Map([...[...known].filter(isKept), ...fresh])
      countedTo = now - SETTLES_S
      const counts = Array.from({ length: SECONDS }, (_, i) => known.get(first + i) ?? 0)
      return { from: first * 1000, counts }
    },
  }
}
