import { accept, refuse, type Decision } from '../decision.ts'
import { MOST, parseAmount, SCALE, type Amount } from './money.ts'

export type AmountRefusal = { code: 'amount_invalid' } | { code: 'amount_too_precise' }

/** Reads an amount as it was typed: a plain decimal above zero, of at most 8 places. One beyond the books' range is read as `MOST`. */
export function readAmount(text: string): Decision<Amount, AmountRefusal> {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match || !/[1-9]/.test(text)) return refuse({ code: 'amount_invalid' })
  // Zeros that say nothing are left out: only what is too large is no amount then.
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '')
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > SCALE) return refuse({ code: 'amount_too_precise' })
  return accept(parseAmount(`${whole}.${fraction || '0'}`) ?? MOST)
}
