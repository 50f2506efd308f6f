import { formatFixed, parseAmount, type Amount } from '@tickmark/core/money/money'
import type { HostingProductItem } from '@tickmark/wire/schemas/arbitrage'

/** A product's terms as numbers. */
export interface Terms {
  least: Amount
  most: Amount
  /** Average daily yield of the last 30 days, and the daily maximum; in millionths. */
  averagePpm: bigint
  upperPpm: bigint
  /** Fee of an early exit, in millionths of the principal. */
  exitFeePpm: bigint
}

/** Parses a product's terms from the wire's decimals. */
export function termsOf(
  product: Pick<HostingProductItem, 'least' | 'most' | 'dayYield' | 'serviceCharge'>,
): Terms {
  const [average = '', upper = average] = product.dayYield.split('-')
  return {
    least: unitsOf(product.least),
    most: unitsOf(product.most),
    averagePpm: unitsOf(average) / 100n,
    upperPpm: unitsOf(upper) / 100n,
    exitFeePpm: unitsOf(product.serviceCharge) / 10_000n,
  }
}

/** A range of fractions as percent, cut to two decimals: "0.00021-0.0004" is "0.02–0.04%". */
export function yieldText(dayYield: string): string {
  const parts = dayYield.split('-').map((one) => formatFixed(unitsOf(one) * 100n, 2))
  return `${parts.join('–')}%`
}

/** A decimal of the wire in units; 0 for anything that is not an amount. */
export function unitsOf(decimal: string): Amount {
  return parseAmount(decimal) ?? 0n
}
