import { currencyByCode, currencyById, type Currency } from '@tickmark/core/money/currencies'
import type { BookId } from '../../session/session.ts'

export const TABS = ['receive', 'send', 'swap'] as const
export type Tab = (typeof TABS)[number]

/** What a tab's records are of. */
export const RECORDS = { receive: 'deposit', send: 'withdrawal', swap: 'swap' } as const

/** The currency that an address names, by id, code or name; USDT when it names none, null for one that is not here. */
export function currencyOf(params: URLSearchParams): Currency | null {
  const [aid, name, coin] = ['aid', 'name', 'coin'].map((key) => params.get(key))
  if (!aid && !name && !coin) return currencyByCode('USDT') ?? null
  if (aid) return currencyById(Number(aid)) ?? null
  return currencyByCode(name ?? '') ?? currencyByCode(coin ?? '') ?? null
}

/** The tab that an address names. The simulated account has Swap alone. */
export function tabOf(params: URLSearchParams, book: BookId): Tab {
  if (book === 1) return 'swap'
  return TABS.find((tab) => tab === params.get('tab')) ?? 'receive'
}
