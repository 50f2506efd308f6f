import { accept, type Decision, refuse } from '../decision.ts'
import { formatAmount, MOST, ONE, parseAmount, type Amount } from '../money/money.ts'

/** Kind of alert: a price in USDT, or a move in percent of the present price. */
export type AlertKind = 'price' | 'percent'
/** An `above` alert fires at or above its level, a `below` alert at or below it. */
export type AlertSide = 'above' | 'below'

/** Limits of a move, in units of 1e-8 percent. */
export const LEAST_MOVE = -99n * ONE
export const MOST_MOVE = 1_000n * ONE
const WHOLE = 100n * ONE

/** The user's request in canonical form (`value`), and the price at which it fires (`level`, 1e-8 USDT). */
interface Level {
  value: string
  level: Amount
  side: AlertSide
}

export type LevelRefusal = { code: 'alert_value_invalid' | 'alert_reached' }

/** The level of an alert. For a percentage it is the first price that has moved that far from the present `price`. */
export function levelOf(kind: AlertKind, given: string, price: Amount): Decision<Level, LevelRefusal> {
  const units = parseAmount(given.replace(kind === 'percent' ? /^\+(?=\d)/ : /^$/, ''))
  if (units === null || units === 0n) return refuse({ code: 'alert_value_invalid' })
  const level = kind === 'price' ? units : moved(price, units)
  if (level === null || level <= 0n || level > MOST) return refuse({ code: 'alert_value_invalid' })
  if (level === price) return refuse({ code: 'alert_reached' })
  const sign = kind === 'percent' && units > 0n ? '+' : ''
  return accept({ value: `${sign}${formatAmount(units)}`, level, side: level > price ? 'above' : 'below' })
}

/**
 * Rounded away from the present price, so that the alert never fires too early; null when the move is out of limits.
 */
function moved(price: Amount, move: bigint): Amount | null {
  if (move < LEAST_MOVE || move > MOST_MOVE) return null
  const exact = price * (WHOLE + move)
  return move > 0n ? (exact + WHOLE - 1n) / WHOLE : exact / WHOLE
}
