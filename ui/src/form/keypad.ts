import { latinDigits, normaliseDecimal } from './digits.ts'

export type PadKey = `${Digit}` | '.' | 'delete'
type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** The keys in rows of three, as on a phone, in every language. */
export const PAD_KEYS: readonly PadKey[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'delete']

/** The amount after a key press; unchanged when the key would make it too long, too precise or not a number. */
export function afterKey(value: string, key: PadKey, { decimals = 2, mostDigits = 12 } = {}): string {
  if (key === 'delete') return value.slice(0, -1)
  const next = normaliseDecimal(value + key, decimals)
  return next === null || next.replace('.', '').length > mostDigits ? value : next
}

/** The pad key for a key of a hardware keyboard; null for any other key. */
export function padKeyOf(key: string): PadKey | null {
  if (key === 'Backspace' || key === 'Delete') return 'delete'
  if (/^[.,\u066b]$/.test(key)) return '.'
  const digit = latinDigits(key)
  return /^\d$/.test(digit) ? (digit as PadKey) : null
}
