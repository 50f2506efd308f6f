import {
  type AlertKind,
  type AlertSide,
  LEAST_MOVE,
  levelOf,
  MOST_MOVE,
} from '@tickmark/core/market/priceAlerts'
import { type Amount, parseAmount } from '@tickmark/core/money/money'
import { normaliseDecimal } from '@tickmark/ui/form/digits.ts'

/** What a person has chosen and typed to hear of a price. */
export interface AlertForm {
  kind: AlertKind
  /** For a move in percent: which way. */
  way: 'rise' | 'fall'
  /** A plain decimal with Latin digits, as far as it is typed: "", "68000.", "2.5". */
  value: string
}

export type AlertChange =
  | { field: 'kind'; value: AlertForm['kind'] }
  | { field: 'way'; value: AlertForm['way'] }
  | { field: 'value'; value: string }

interface AlertFacts {
  /** The price now; null while there is no fresh one. */
  now: Amount | null
  /** How many alerts wait, and how many may. */
  waiting: number
  most: number
}

interface AlertSummary {
  /** The price in USDT at which it fires. */
  level: Amount
  side: AlertSide
  /** How far that is from the price now, in millionths of it, without a sign. */
  awayPpm: number
}

export type AlertProblem =
  | { code: 'value_missing' }
  | { code: 'value_invalid' }
  | { code: 'percent_out_of_range' }
  | { code: 'reached' }
  | { code: 'full'; most: number }

/** A move in percent is typed with so many decimals at most. */
export const PERCENT_DECIMALS = 2

export function initial(): AlertForm {
  return { kind: 'price', way: 'rise', value: '' }
}

/** Takes one change. A price is no percentage: what was typed goes with its kind. */
export function reduce(form: AlertForm, change: AlertChange): AlertForm {
  switch (change.field) {
    case 'kind':
      return change.value === form.kind ? form : { ...form, kind: change.value, value: '' }
    case 'way':
      return { ...form, way: change.value }
    case 'value': {
      const value = normaliseDecimal(change.value, form.kind === 'percent' ? PERCENT_DECIMALS : undefined)
      return value === null ? form : { ...form, value }
    }
  }
}

/** Where it would fire by the price now; null until there are a price and a value of use. The server sets the level when it takes the alert. */
export function summary(form: AlertForm, { now }: Pick<AlertFacts, 'now'>): AlertSummary | null {
  if (now === null || now <= 0n) return null
  const found = levelOf(form.kind, wireValue(form), now)
  if (!found.ok) return null
  const { level, side } = found.value
  const away = level > now ? level - now : now - level
  return { level, side, awayPpm: Number((away * 1_000_000n) / now) }
}

/** Everything that keeps this alert from being set, the most useful first. */
export function problems(form: AlertForm, facts: AlertFacts): AlertProblem[] {
  if (facts.waiting >= facts.most) return [{ code: 'full', most: facts.most }]
  if (form.value === '') return [{ code: 'value_missing' }]
  const value = valueOf(form)
  if (value === null || value <= 0n) return [{ code: 'value_invalid' }]
  if (form.kind === 'percent' && isOutOfRange(form, value)) return [{ code: 'percent_out_of_range' }]
  return form.kind === 'price' && value === facts.now ? [{ code: 'reached' }] : []
}

/** The value in the words of the wire: a fall is below zero. */
export function wireValue(form: AlertForm): string {
  const plain = form.value.replace(/\.$/, '')
  return form.kind === 'percent' && form.way === 'fall' ? `-${plain}` : plain
}

function valueOf(form: AlertForm): Amount | null {
  return parseAmount(form.value.replace(/\.$/, ''))
}

function isOutOfRange({ way }: AlertForm, value: Amount): boolean {
  return value > (way === 'rise' ? MOST_MOVE : -LEAST_MOVE)
}
