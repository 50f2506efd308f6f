import type { HostingProduct } from '@tickmark/core/arbitrage/programme'
import { pastYield } from '@tickmark/core/arbitrage/pastYield'
import { exitOf } from '@tickmark/core/arbitrage/sharing'
import { dayName } from '@tickmark/core/market/simulated/prices'
import type { Book } from '@tickmark/core/money/currencies'
import type { Language } from '@tickmark/texts/languages'
import { serverText } from '@tickmark/texts/server/serverText'
import { formatAmount, ONE, type Amount } from '@tickmark/core/money/money'
import { percentText } from '@tickmark/core/money/percentText'
import type { HostingItem, HostingProductItem, ProgrammeDay } from '@tickmark/wire/schemas/arbitrage'
import type { ClosedDay } from '../dayStore.ts'
import type { HostedOrder } from '../order/order.ts'

/** The number of days whose yields a product shows. */
export const SHOWN_DAYS = 30

/** The reader's book and language. */
export interface Reading {
  book: Book
  language: Language
}

/** A product's name. */
function titleOf(days: number, language: Language): string {
  return serverText('products.hosting', language, { count: days })
}

/** A product as users see it, with what the last days of a book would have paid on its smallest order. */
export function productView(
  product: HostingProduct,
  days: readonly ClosedDay[],
  { book, language }: Reading,
): HostingProductItem {
  const { mid, version, upperPpm } = product
  const [least, most] = [formatAmount(product.least), formatAmount(product.most)]
  const upper = formatAmount(fraction(upperPpm))
  return {
    mid,
    version,
    title: titleOf(product.days, language),
    period: product.days,
    quotaScope: `${least} - ${most}`,
    least,
    most,
    dayYield: `${formatAmount(averageYield(product, days, book))}-${upper}`,
    serviceCharge: percentText(product.exitFeePpm),
  }
}

/** Average daily yield per unit of the smallest order, as a fraction in units of 1e-8, rounded down. */
function averageYield({ least, upperPpm }: HostingProduct, days: readonly ClosedDay[], book: Book): Amount {
  const past = days.slice(0, SHOWN_DAYS).map(({ pool, [book]: { hosted } }) => ({ pool, hosted }))
  if (past.length === 0) return 0n
  return (pastYield({ principal: least, upperPpm }, past) * ONE) / (least * BigInt(past.length))
}

/** Millionths as a fraction of one, in units of 1e-8. */
function fraction(ppm: bigint): Amount {
  return (ppm * ONE) / 1_000_000n
}

export function orderView(order: HostedOrder, language: Language): HostingItem {
  const { principal, ended } = order
  return {
    orderNumber: order.id,
    mid: order.mid,
    title: titleOf(order.days, language),
    period: order.days,
    profitDays: order.sharedDays,
    totArbitrage: formatAmount(order.yielded),
    createTime: order.placedAtMs,
    expireTime: order.expiresAtMs,
    orderMoney: formatAmount(principal),
    redeemMoney: formatAmount(ended ? principal - ended.fee : 0n),
    deductionMoney: formatAmount(ended?.fee ?? 0n),
    status: ended ? 2 : 1,
    isEarly: ended?.how === 'exit',
    sharesFrom: order.sharesFromMs,
  }
}

export function exitView(order: HostedOrder) {
  const { back, fee } = exitOf(order)
  return {
    redeemMoney: formatAmount(back),
    deductionMoney: formatAmount(fee),
    totArbitrage: formatAmount(order.yielded),
  }
}

export function dayView(closed: ClosedDay, book: Book): ProgrammeDay {
  const { hosted, paid } = closed[book]
  return {
    day: dayName(closed.day),
    profit: formatAmount(closed.profit),
    carried: formatAmount(closed.carried),
    pool: formatAmount(closed.pool),
    hosted: formatAmount(hosted),
    paid: formatAmount(paid),
    seq: closed.logSeq,
  }
}
