import { PRODUCTS } from '@tickmark/core/market/products'

export const OUTCOMES = ['won', 'lost', 'tied', 'void', 'closed'] as const

/** A filter of closed orders; an absent part matches every order. */
export interface OrderFilter {
  pid?: number
  outcome?: (typeof OUTCOMES)[number]
}

/** The filter in the address: "?tab=finished&coin=BTC&result=won". */
export function filterOf(search: string): OrderFilter {
  const params = new URLSearchParams(search)
  const pid = PRODUCTS.find((one) => one.symbol === params.get('coin'))?.pid
  const outcome = OUTCOMES.find((one) => one === params.get('result'))
  return { ...(pid !== undefined && { pid }), ...(outcome && { outcome }) }
}

/** An address with another filter. */
export function hrefWith(href: string, { pid, outcome }: OrderFilter): string {
  const url = new URL(href)
  const symbol = PRODUCTS.find((one) => one.pid === pid)?.symbol
  for (const [name, value] of [
    ['coin', symbol],
    ['result', outcome],
  ] as const) {
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  return url.pathname + url.search
}
