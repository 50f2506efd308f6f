import { currencyByCode } from '@tickmark/core/money/currencies'
import { productById } from '@tickmark/core/market/products'
import { parseAmount } from '@tickmark/core/money/money'
import { LANGUAGE_TAGS, type Language } from '@tickmark/texts/languages'
import { textIn } from '../page/texts.ts'

/** How figures must read. Written without the page's code, so that its mistakes are not repeated here. */
export interface Write {
  language: Language
  say(key: string, facts?: Record<string, string | number>): string
  /** At least two decimals, or exactly this many, cut. */
  figure(decimal: string, shape?: { decimals?: number; sign?: boolean }): string
  /** In the decimals of its currency, rounded down, a loss too. */
  sum(code: string, decimal: string | bigint, sign?: boolean): string
  /** Without decimals when it is whole. */
  brief(code: string, decimal: string | bigint): string
  price(pid: number, decimal: string): string
  /** The first price that wins or fires: cut for Up, raised for Down. */
  level(pid: number, decimal: string, isRaised: boolean): string
  /** Millionths as percent. */
  percent(ppm: number, decimals: number): string
  /** A large figure in short, with three digits. */
  compact(value: number): string
  /** Local date and time. */
  dateTime(ms: number): string
  /** The same to the second. */
  moment(ms: number): string
  time(ms: number): string
  /** The time of day with its date, without a year. */
  dated(ms: number): string
  clock(ms: number): string
  utcDay(day: string): string
}

export function writeIn(language: Language): Write {
  const tag = `${LANGUAGE_TAGS[language]}-u-nu-latn`
  const zone = { timeZone: 'Europe/Berlin', hourCycle: 'h23' } as const
  const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', ...zone })
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'medium', ...zone })
  const seconds = { hour: '2-digit', minute: '2-digit', second: '2-digit', ...zone } as const
  const time = new Intl.DateTimeFormat(tag, seconds)
  const dated = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', ...seconds })
  const clock = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', ...zone })
  const short = new Intl.NumberFormat(tag, { notation: 'compact', maximumSignificantDigits: 3 })
  const utcDay = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    language,
    say: (key, facts) => textIn(language, key, facts),
    figure,
    sum,
    brief: (code, given) => {
      const units = unitsOf(given)
      return units % UNIT === 0n ? figure(decimalOf(units), { decimals: 0 }) : sum(code, units)
    },
    price: (pid, decimal) => figure(decimal, { decimals: decimalsOf(pid) }),
    level: (pid, decimal, isRaised) => {
      const step = 10n ** BigInt(8 - decimalsOf(pid))
      const units = unitsOf(decimal)
      const raised = isRaised ? ((units + step - 1n) / step) * step : units
      return figure(decimalOf(raised), { decimals: decimalsOf(pid) })
    },
    percent: (ppm, decimals) => `${(ppm / 10_000).toFixed(decimals)}%`,
    compact: (value) => short.format(value),
    dateTime: (ms) => dateTime.format(ms),
    moment: (ms) => moment.format(ms),
    time: (ms) => time.format(ms),
    dated: (ms) => dated.format(ms),
    clock: (ms) => clock.format(ms),
    utcDay: (day) => utcDay.format(Date.parse(`${day}T00:00:00Z`)),
  }
}

export const UNIT = 100_000_000n

/** A decimal of the wire in units of 1e-8. */
export function unitsOf(given: string | bigint): bigint {
  if (typeof given === 'bigint') return given
  const units = parseAmount(given.replace(/^\+/, ''))
  if (units === null) throw new Error(`no amount: ${given}`)
  return units
}

/** Units as a decimal of the wire. */
export function decimalOf(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(9, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
}

function figure(
  decimal: string,
  { decimals, sign = false }: { decimals?: number; sign?: boolean } = {},
): string {
  const [whole = '0', rest = ''] = decimal.replace(/^[-+]/, '').split('.')
  const cut =
    decimals === undefined
      ? rest.replace(/0+$/, '').padEnd(2, '0')
      : rest.padEnd(decimals, '0').slice(0, decimals)
  const body = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (cut === '' ? '' : `.${cut}`)
  if (!/[1-9]/.test(body)) return body
  return decimal.startsWith('-') ? `−${body}` : `${sign ? '+' : ''}${body}`
}

function sum(code: string, given: string | bigint, sign = false): string {
  const step = 10n ** BigInt(8 - (currencyByCode(code)?.shown ?? 8))
  const units = unitsOf(given)
  const over = ((units % step) + step) % step
  return figure(decimalOf(units - over), { sign })
}

function decimalsOf(pid: number): number {
  return productById(pid)?.decimals ?? 2
}
