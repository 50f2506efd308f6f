import { currencyByCode, currencyById, type Currency } from '@tickmark/core/money/currencies'
import type { BookId } from '../../session/session.ts'

export const TABS = ['receive', 'send', 'swap'] as const
export type Tab = (typeof TABS)[number]

/** The kind of records that a tab shows. */
export const RECORDS = { receive: 'deposit', send: 'withdrawal', swap: 'swap' } as const

/** The currency in the address, by id, code or name. USDT when none is named; null for an unknown one. */
export function currencyOf(params: URLSearchParams): Currency | null {
  const [aid, name, coin] = ['aid', 'name', 'coin'].map((key) => params.get(key))
  if (!aid && !name && !coin) return currencyByCode('USDT') ?? null
  if (aid) return currencyById(Number(aid)) ?? null
  return currencyByCode(name ?? '') ?? currencyByCode(coin ?? '') ?? null
}

/** The tab in the address. The simulated account has Swap only. */
export function tabOf(params: URLSearchParams, book: BookId): Tab {
  if (book === 1) return 'swap'
  return TABS.find((tab) => tab === params.get('tab')) ?? 'receive'
}
