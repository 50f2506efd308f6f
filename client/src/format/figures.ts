import {
  floorTo,
  formatAmount,
  formatFixed,
  raiseTo,
  ONE,
  parseAmount,
  SCALE,
  type Amount,
} from '@tickmark/core/money/money'
import { currencyByCode } from '@tickmark/core/money/currencies'
import type { Direction } from '@tickmark/core/orders/terms'
import { productById } from '@tickmark/core/market/products'
import type { Format } from './format.ts'

/** A coin's price with the decimals of its ticks: "67,412.50". */
export function priceText(format: Format, pid: number, price: string): string {
  return format.figure(price, { decimals: decimalsOf(pid) })
}

/** The same for a price of the chart, which may be a float between two ticks. For display only. */
export function drawnPriceText(format: Format, pid: number, price: number): string {
  return priceText(format, pid, price.toFixed(8))
}

/**
 * A winning level with the decimals of the coin's ticks, cut for Up and rounded up for Down: a tick is above or below
 * the text exactly when it is above or below the level.
 */
export function levelText(format: Format, pid: number, level: Amount, direction: Direction): string {
  const decimals = decimalsOf(pid)
  const shown = direction === 'down' ? raiseTo(level, decimals) : level
  return format.figure(formatFixed(shown, decimals), { decimals })
}

/**
 * An amount in its currency: at least two decimals, at most as many as the currency shows. Rounded down, a loss too, so
 * that a stake and its net result as shown add up to the payout as shown.
 */
export function amountText(format: Format, code: string, amount: Amount, sign = false): string {
  const shown = floorTo(amount, currencyByCode(code)?.shown ?? SCALE)
  return format.figure(formatAmount(shown), { sign })
}

/** A stake, profit or payout in short: without decimals when it is whole. */
export function briefText(format: Format, code: string, amount: Amount): string {
  return amount % ONE === 0n
    ? format.figure(formatAmount(amount), { decimals: 0 })
    : amountText(format, code, amount)
}

/** A net result with six decimals and a leading sign: "+435.000000". */
export function resultText(format: Format, net: Amount): string {
  return format.figure(formatAmount(net), { decimals: 6, sign: true })
}

/** A share in millionths as percent: 350000 with no decimals is "35%". */
export function shareText(ppm: number, decimals = 0): string {
  return `${(ppm / 10_000).toFixed(decimals)}%`
}

/** Two shares in millionths as a range of percent, "4.0–7.1%"; one figure where they look the same. */
export function sharesText(leastPpm: number, mostPpm: number, decimals = 0): string {
  const [least, most] = [shareText(leastPpm, decimals), shareText(mostPpm, decimals)]
  return least === most ? most : `${least.slice(0, -1)}–${most}`
}

/** A rate of the wire as signed percent of the stake: "1.74" is "+174%". */
export function rateText(rate: string): string {
  const units = parseAmount(rate)
  return units === null ? rate : `+${(units / 1_000_000n).toString()}%`
}

function decimalsOf(pid: number): number {
  return productById(pid)?.decimals ?? 2
}
