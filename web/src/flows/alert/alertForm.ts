import {
  type AlertKind,
  type AlertSide,
  LEAST_MOVE,
  levelOf,
  MOST_MOVE,
} from '@tickmark/core/market/priceAlerts'
import { type Amount, parseAmount } from '@tickmark/core/money/money'
import { normaliseDecimal, withoutPoint } from '@tickmark/ui/form/digits.ts'

/** The state of the price alert's form. */
export interface AlertForm {
  kind: AlertKind
  /** Direction of a move in percent. */
  way: 'rise' | 'fall'
  /** A plain decimal with Latin digits, as typed so far: "", "68000.", "2.5". */
  value: string
}

export type AlertChange =
  | { field: 'kind'; value: AlertForm['kind'] }
  | { field: 'way'; value: AlertForm['way'] }
  | { field: 'value'; value: string }

interface AlertFacts {
  /** The current price; null while none is fresh. */
  now: Amount | null
  /** Number of waiting alerts, and the maximum. */
  waiting: number
  most: number
}

interface AlertSummary {
  /** The price in USDT at which it fires. */
  level: Amount
  side: AlertSide
  /** Distance to the current price in millionths of it, unsigned. */
  awayPpm: number
}

export type AlertProblem =
  | { code: 'value_missing' }
  | { code: 'value_invalid' }
  | { code: 'percent_out_of_range' }
  | { code: 'reached' }
  | { code: 'full'; most: number }

/** Maximum decimals of a move in percent. */
export const PERCENT_DECIMALS = 2

export function initial(): AlertForm {
  return { kind: 'price', way: 'rise', value: '' }
}

/** Applies one change. Changing the kind clears the value: a price is not a percentage. */
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

/**
 * The level at the current price; null until price and value are usable. The server sets the actual level when it
 * accepts the alert.
 */
export function summary(form: AlertForm, { now }: Pick<AlertFacts, 'now'>): AlertSummary | null {
  if (now === null || now <= 0n) return null
  const found = levelOf(form.kind, wireValue(form), now)
  if (!found.ok) return null
  const { level, side } = found.value
  const away = level > now ? level - now : now - level
  return { level, side, awayPpm: Number((away * 1_000_000n) / now) }
}

/** All problems that block the alert, the most helpful first. */
export function problems(form: AlertForm, facts: AlertFacts): AlertProblem[] {
  if (facts.waiting >= facts.most) return [{ code: 'full', most: facts.most }]
  if (form.value === '') return [{ code: 'value_missing' }]
  const value = valueOf(form)
  if (value === null || value <= 0n) return [{ code: 'value_invalid' }]
  if (form.kind === 'percent' && isOutOfRange(form, value)) return [{ code: 'percent_out_of_range' }]
  return form.kind === 'price' && value === facts.now ? [{ code: 'reached' }] : []
}

/** The value in the wire's form: a fall is negative. */
export function wireValue(form: AlertForm): string {
  const plain = withoutPoint(form.value)
  return form.kind === 'percent' && form.way === 'fall' ? `-${plain}` : plain
}

function valueOf(form: AlertForm): Amount | null {
  return parseAmount(withoutPoint(form.value))
}

function isOutOfRange({ way }: AlertForm, value: Amount): boolean {
  return value > (way === 'rise' ? MOST_MOVE : -LEAST_MOVE)
}
