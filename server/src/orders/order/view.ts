import { assert } from '@tickmark/core/assert'
import { currencyById, type Currency } from '@tickmark/core/money/currencies'
import { durationById, type Duration } from '@tickmark/core/orders/durations'
import type { Tick } from '@tickmark/core/market/fixing'
import { formatAmount, type Amount } from '@tickmark/core/money/money'
import { FEE_PPM, winningLevel } from '@tickmark/core/orders/orders'
import { productById } from '@tickmark/core/market/products'
import { pairOf } from '@tickmark/core/receipts/receipts'
import type { Language } from '@tickmark/texts/languages'
import { coinPicture } from '@tickmark/wire/pictures'
import type { orderItem } from '@tickmark/wire/routes/orders'
import { durationText } from '@tickmark/texts/server/durations'
import { rangeText } from '@tickmark/texts/server/ranges'
import type * as z from 'zod/mini'
import type { Order } from './order.ts'

export type OrderItem = z.output<typeof orderItem>

/** An order for lists and sheets. `entry` is an open order's entry tick; a finished order brings its own. */
export function itemOf(order: Order, entry: Tick | null, language: Language, nowMs: number): OrderItem {
  const { terms, sums, result } = order
  const { currency, duration, symbol } = namesOf(order)
  const start = result ? result.entry : entry
  // A settlement price without an entry price decides nothing.
  const end = result?.entry ? result.exit : null
  const level = start && winningLevel(terms.direction, terms.barrierPpm, start.price)
  return {
    orderId: order.id,
    orderNumber: numberOf(order.id),
    pid: terms.pid,
    picture: coinPicture(symbol),
    pair: pairOf(terms.pid),
    secondsLeft: result ? 0 : secondsUp(order.dueAtMs - nowMs),
    totalSeconds: secondsUp(order.dueAtMs - order.acceptedAtMs),
    timeName: durationText(duration.seconds, language),
    timeId: duration.id,
    direction: terms.direction === 'up' ? 0 : 1,
    rangeText: rangeText(terms.direction, terms.barrierPpm, language),
    rate: rateText(terms.ratePct),
    stake: formatAmount(sums.stake),
    feeRate: FEE_TEXT,
    fee: formatAmount(sums.fee),
    profit: formatAmount(result ? result.net : sums.profit - sums.fee),
    currency: currency.code,
    acceptedAt: order.acceptedAtMs,
    dueAt: order.dueAtMs,
    status: result ? 1 : 0,
    outcome: result?.outcome ?? null,
    barrierPpm: terms.barrierPpm,
    chancePpm: terms.chancePpm,
    marginPpm: terms.marginPpm,
    entryPrice: priceText(start?.price),
    entryAt: start?.atMs ?? null,
    exitPrice: priceText(end?.price),
    exitAt: end?.atMs ?? null,
    level: priceText(level ?? undefined),
    hasReceipt: result !== null,
    endedAt: result && (result.outcome === 'closed' ? result.settledAtMs : order.dueAtMs),
  }
}

/** Profit on a win as a multiple of the stake, two decimals: 92 is "0.92". */
export function rateText(ratePct: number): string {
  return `${Math.floor(ratePct / 100)}.${String(ratePct % 100).padStart(2, '0')}`
}

/** The rate of the fee, as a share of the stake. */
export const FEE_TEXT = formatAmount(BigInt(FEE_PPM) * 100n)

/** Whole seconds, rounded up, never below zero. */
export function secondsUp(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000))
}

function namesOf({ currencyId, terms }: Order): { currency: Currency; duration: Duration; symbol: string } {
  const currency = currencyById(currencyId)
  const duration = durationById(terms.durationId)
  const product = productById(terms.pid)
  assert(currency && duration && product, 'an order is of a known currency, duration and product')
  return { currency, duration, symbol: product.symbol }
}

/** The short number that people read out: the random end of the id. */
function numberOf(orderId: string): string {
  return orderId.slice(-12).toUpperCase()
}

function priceText(price: Amount | undefined): string | null {
  return price === undefined ? null : formatAmount(price)
}
