import type { ProductVersion } from './productVersion.ts'

/** A product for hosts, open from the beginning. */
export function aProduct(given: Partial<ProductVersion> = {}): ProductVersion {
  return {
    mid: 3,
    version: 2,
    title: '7 days',
    period: 7,
    quotaScope: '100 - 5000',
    least: '100',
    most: '5000',
    dayYield: '0.00021-0.0004',
    serviceCharge: '0.5',
    isOpen: true,
    from: 0,
    ...given,
  }
}
