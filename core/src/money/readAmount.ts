import { accept, refuse, type Decision } from '../decision.ts'
import { MOST, parseAmount, SCALE, type Amount } from './money.ts'

export type AmountRefusal = { code: 'amount_invalid' } | { code: 'amount_too_precise' }

/**
 * Parses a typed amount: a plain decimal above zero with at most 8 places. A value beyond the books' range becomes
 * `MOST`.
 */
export function readAmount(text: string): Decision<Amount, AmountRefusal> {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match || !/[1-9]/.test(text)) return refuse({ code: 'amount_invalid' })
  // Drop leading zeros, so that length alone never makes an amount invalid.
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '')
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > SCALE) return refuse({ code: 'amount_too_precise' })
  return accept(parseAmount(`${whole}.${fraction || '0'}`) ?? MOST)
}
