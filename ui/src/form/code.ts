import { latinDigits } from './digits.ts'

/** What is wrong with a code as it is typed; null when it may be sent. */
export type CodeProblem = 'missing' | 'sixDigits'

/**
 * Digits of any of the keyboards in use, with blanks, are typed as authenticators show them: "123 456". Letters and
 * dashes are those of recovery codes.
 */
export function cleanCode(typed: string): string {
  return latinDigits(typed.normalize('NFKC'))
    .replace(/[^0-9A-Za-z-]/g, '')
    .toUpperCase()
    .slice(0, 16)
}

/** A code of the authenticator has six digits; where a recovery code will do, ten letters and digits are one as well. */
export function problemOf(code: string, takesRecovery: boolean): CodeProblem | null {
  if (code === '') return 'missing'
  if (/^\d{6}$/.test(code)) return null
  return takesRecovery && /^[0-9A-Z]{10}$/.test(code.replaceAll('-', '')) ? null : 'sixDigits'
}
