import { accept, type Decision, refuse } from '@tickmark/core/decision'
import { formatAmount, MOST, ONE, parseAmount, type Amount } from '@tickmark/core/money'
import type { Alert } from './alert.ts'

/** Bounds of a move, in units of 1e-8 percent. */
const LEAST_MOVE = -99n * ONE
const MOST_MOVE = 1_000n * ONE
const WHOLE = 100n * ONE

export type LevelRefusal = { code: 'alert_value_invalid' | 'alert_reached' }

/** Where an alert fires, by the price now. A percentage is one of that price: the first price that has moved so far. */
export function levelOf(
  kind: Alert['kind'],
  given: string,
  price: Amount,
): Decision<Pick<Alert, 'value' | 'level' | 'side'>, LevelRefusal> {
  const units = parseAmount(given.replace(kind === 'percent' ? /^\+(?=\d)/ : /^$/, ''))
  if (units === null || units === 0n) return refuse({ code: 'alert_value_invalid' })
  const level = kind === 'price' ? units : moved(price, units)
  if (level === null || level <= 0n || level > MOST) return refuse({ code: 'alert_value_invalid' })
  if (level === price) return refuse({ code: 'alert_reached' })
  const sign = kind === 'percent' && units > 0n ? '+' : ''
  return accept({ value: `${sign}${formatAmount(units)}`, level, side: level > price ? 'above' : 'below' })
}

/** Rounded away from the price, so that it is never reached too early; null when the move is out of bounds. */
function moved(price: Amount, move: bigint): Amount | null {
  if (move < LEAST_MOVE || move > MOST_MOVE) return null
  const exact = price * (WHOLE + move)
  return move > 0n ? (exact + WHOLE - 1n) / WHOLE : exact / WHOLE
}
