import type { Currency } from '@tickmark/core/money/currencies'

/** Types of a record in its address. */
const RECORD_TYPES = { deposit: 0, withdrawal: 1, swap: 2 } as const

/** Where a currency is received, sent and swapped. */
export function rechargeHref(
  { id, code, name }: Pick<Currency, 'id' | 'code' | 'name'>,
  tab?: 'receive' | 'send' | 'swap',
): string {
  const query = new URLSearchParams({ aid: String(id), name: code, coin: name, ...(tab && { tab }) })
  return `/recharge?${query.toString()}`
}

/** Where what came in, went out or was swapped is listed. */
export function recordHref(kind: keyof typeof RECORD_TYPES): string {
  return `/record?type=${RECORD_TYPES[kind]}`
}
