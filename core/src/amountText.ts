import { accept, refuse, type Decision } from './decision.ts'
import { MOST, parseAmount, type Amount } from './money.ts'

export type AmountRefusal = { code: 'amount_invalid' } | { code: 'amount_too_precise' }

/** Reads an amount as it was typed: a plain decimal above zero, of at most 8 places. One beyond the books' range is read as `MOST`. */
export function readAmount(text: string): Decision<Amount, AmountRefusal> {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!match || !/[1-9]/.test(text)) return refuse({ code: 'amount_invalid' })
  if ((match[2] ?? '').replace(/0+$/, '').length > 8) return refuse({ code: 'amount_too_precise' })
  return accept(parseAmount(text) ?? MOST)
}
