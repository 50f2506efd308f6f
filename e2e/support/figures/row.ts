import type { Page } from 'playwright-core'
import type { BaseInfo } from '@tickmark/wire/schemas/market'
import { productById } from '@tickmark/core/market/products'
import type { Answer, Ask, CallName } from './ask.ts'
import type { Account } from './lives.ts'
import { type Write, unitsOf } from './write.ts'

/** What a row's figures are made of. */
export interface Given {
  ask: Ask
  write: Write
  who: Account
  nowMs: number
  /** The heading of a coin's page, as the house sends it over its socket. */
  coin: (pid: number) => Promise<BaseInfo>
}

/** A page with figures of the user. */
export interface Row {
  page: string
  /** 0 real, 1 simulated. */
  book: 0 | 1
  /** Null for an account that has nothing to show there. */
  path: (who: Account) => string | null
  /** The steps from there to the row's subject. */
  open?: (page: Page, given: Given) => Promise<unknown>
  /** The calls whose answers give its figures. */
  calls: readonly CallName[]
  /** Every figure on the page, with its label in front. */
  figures: (given: Given) => Promise<string[]>
  /** Open orders in the strip at the foot: all, none, or those of other coins. */
  strip?: 'none' | 'otherCoins'
  /** Walked in Arabic too. */
  isArab?: boolean
}

export type OrderItem = Answer<'getMyLimitOrders'>['list'][number]

/** The finished and the waiting orders of the account, as a page of the list asks for them. */
export async function ordersIn(ask: Ask, status: 0 | 1): Promise<OrderItem[]> {
  return (await ask('getMyLimitOrders', { status, pageSize: 20 })).list
}

/** The strip of open orders at the foot of a page. */
export async function stripFigures(
  { ask, write, nowMs }: Given,
  kind: Row['strip'],
  path: string,
): Promise<string[]> {
  if (kind === 'none') return []
  const pid = kind === 'otherCoins' ? Number(new URL(path, 'http://x').searchParams.get('pid')) : null
  const orders = (await ordersIn(ask, 0))
    .filter((one) => one.pid !== pid)
    .toSorted((a, b) => a.dueAt - b.dueAt)
  const [first] = orders
  if (!first) return []
  const { currency } = first
  const value = await ask('getOrderValue', { orderId: first.orderId })
  const amount = write.brief(currency, first.stake)
  const left = leftText(first, nowMs).replace(/^00:/, '')
  const count = orders.length - 1
  return [
    `${productById(first.pid)?.symbol} ${wayOf(write, first)} ${write.say('trade:strip.order', { amount, currency })} ${left}`,
    `${write.say('trade:worthNow')} ${value ? `${write.sum(currency, value.value)} ${currency}` : '—'}`,
    ...(count > 0 ? [`+${count} ${write.say('trade:strip.more', { count })}`] : []),
  ]
}

export function wayOf(write: Write, order: Pick<OrderItem, 'direction'>): string {
  return write.say(order.direction === 0 ? 'trade:up' : 'trade:down')
}

/** The time until an order is due, as hh:mm:ss. */
export function leftText({ dueAt }: Pick<OrderItem, 'dueAt'>, nowMs: number): string {
  const seconds = Math.max(0, Math.ceil((dueAt - nowMs) / 1_000))
  return [seconds / 3_600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

/** What a win pays beside the stake: the rate is in whole percent. */
export function profitOf(stake: string, rate: string): bigint {
  return (unitsOf(stake) * (unitsOf(rate) / 1_000_000n)) / 100n
}

/** The sign of a change as a page writes it: none where nothing changed. */
export function signOf(change: string): '+' | '−' | '' {
  if (!/[1-9]/.test(change)) return ''
  return change.startsWith('-') ? '−' : '+'
}

/** Presses the first button with this name within what `where` selects. */
export function press(page: Page, name: string, where = 'main'): Promise<void> {
  return page.locator(where).getByRole('button', { name }).first().click()
}

/** The midnight in Berlin before a time; Berlin is an hour ahead in winter. */
export function midnightBefore(ms: number): number {
  return Math.floor((ms + 3_600_000) / 86_400_000) * 86_400_000 - 3_600_000
}
