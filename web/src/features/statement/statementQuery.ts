import { hrefTo } from '../../navigation/hrefs.ts'
import { currencyByCode, CURRENCIES, type Currency } from '@tickmark/core/money/currencies'
import { assert } from '@tickmark/core/assert'
import { USER_KINDS, type UserKind } from '@tickmark/core/ledger/accounts'

/** Shortcuts: the number of days that a statement covers, including today. */
export const DAYS = ['1', '7', '30'] as const
export type Days = (typeof DAYS)[number]

/** The parameters of a statement. They come from the address alone, so that a link shows the same statement. */
export interface StatementQuery {
  currency: Currency
  kind: UserKind
  /** Local days as written in the address, the last one inclusive: "2026-11-21". */
  from: string
  to: string
  /** Milliseconds since 1970; `fromMs` inclusive, `toMs` exclusive. */
  fromMs: number
  toMs: number
  /** The chosen shortcut; null for custom days. */
  days: Days | null
}

/** Parses the address. Missing or invalid parts default to USDT, the available balance, and the last seven days. */
export function statementQueryOf(search: string, nowMs: number): StatementQuery {
  const query = new URLSearchParams(search)
  const [first] = CURRENCIES
  assert(first !== undefined, 'there is a currency')
  const own = dayOf(query.get('from')) !== null && dayOf(query.get('to')) !== null
  const days = own ? null : (DAYS.find((one) => one === query.get('days')) ?? '7')
  const to = days === null ? (query.get('to') ?? '') : dayText(nowMs, 0)
  const asked = days === null ? (query.get('from') ?? '') : dayText(nowMs, 1 - Number(days))
  const from = asked > to ? to : asked
  return {
    currency: currencyByCode(query.get('currency') ?? '') ?? first,
    kind: USER_KINDS.find((one) => one === query.get('kind')) ?? 'available',
    from,
    to,
    fromMs: dayOf(from) ?? 0,
    toMs: dayOf(to, 1) ?? 0,
    days,
  }
}

/** The address of a statement. Shortcuts are kept as such, so that "today" still means today tomorrow. */
export function hrefOf(
  asked: Pick<StatementQuery, 'kind' | 'days' | 'from' | 'to'> & { code: string },
): string {
  return hrefTo.statement({
    currency: asked.code,
    ...(asked.kind !== 'available' && { kind: asked.kind }),
    ...(asked.days === null ? { from: asked.from, to: asked.to } : { days: asked.days }),
  })
}

/** Whether a text is a complete day in the address's format; a half-typed year is not. */
export function isDay(text: string): boolean {
  return dayOf(text) !== null
}

/** The local day `days` days after that of a moment. */
function dayText(ms: number, after: number): string {
  const at = new Date(ms)
  const day = new Date(at.getFullYear(), at.getMonth(), at.getDate() + after)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** The start of a local day, `days` days later; null when the text is not a day. */
function dayOf(text: string | null, after = 0): number | null {
  const [, year, month, day] = (/^(20\d\d)-(\d\d)-(\d\d)$/.exec(text ?? '') ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return null
  // A day that its month does not have falls into another month.
  const exists = new Date(year, month - 1, day).getMonth() === month - 1
  return exists ? new Date(year, month - 1, day + after).getTime() : null
}
