import { latinDigits } from './digits.ts'

/** The problem with a typed code; null when it may be sent. */
export type CodeProblem = 'missing' | 'sixDigits'

/**
 * Normalises a typed code: digits of any keyboard, without the spaces that authenticators show ("123 456"). Keeps the
 * letters and dashes of recovery codes.
 */
export function cleanCode(typed: string): string {
  return latinDigits(typed.normalize('NFKC'))
    .replace(/[^0-9A-Za-z-]/g, '')
    .toUpperCase()
    .slice(0, 16)
}

/** An authenticator's code has six digits. Where a recovery code is allowed, ten letters and digits are valid too. */
export function problemOf(code: string, takesRecovery: boolean): CodeProblem | null {
  if (code === '') return 'missing'
  if (/^\d{6}$/.test(code)) return null
  return takesRecovery && /^[0-9A-Z]{10}$/.test(code.replaceAll('-', '')) ? null : 'sixDigits'
}
