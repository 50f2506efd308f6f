import type { Reply } from '../../api/api.ts'

/** A version of a hosting product, as operators see it. */
export type ProductVersion = Reply<'consoleHostingProducts'>['list'][number]

/** The highest daily yield, as a fraction: the second figure of "0.00021-0.0004". */
export function upperOf({ dayYield }: Pick<ProductVersion, 'dayYield'>): string {
  return dayYield.split('-').at(-1) ?? '0'
}

/** A fraction such as "0.0004" in percent, to four places: "0.04". */
export function percentOf(fraction: string): string {
  return String(Math.round(Number(fraction) * 1_000_000) / 10_000)
}
