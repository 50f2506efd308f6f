import type { Crypto, OwnerCrypto } from '@tickmark/core/crypto'
import { isRecord } from '@tickmark/core/json'
import type { SealedLoan } from '@tickmark/core/loans/sealed'
import { checkSealed, type SealedStep, type SealedVerdict } from '@tickmark/core/loans/sealedCheck'
import type { KnownOwner } from '@tickmark/core/receipts/consentCheck'
import { valueOf } from '../published.ts'
import { stepLines, type StepTexts } from '../stepLines.ts'

/** The check of a sealed loan agreement. */
export type LoanReport = { readable: false } | (SealedVerdict & { readable: true })

/** Whether a file claims to be a sealed loan agreement, bare or inside an answer of getLoanFile. */
export function isLoanFile(text: string): boolean {
  const value = loanOf(text)
  return (
    isRecord(value) && typeof value['format'] === 'string' && value['format'].startsWith('tickmark-loan/')
  )
}

/** Checks a sealed loan agreement. */
export function checkLoanFile(text: string, known: KnownOwner, crypto: Crypto & OwnerCrypto): LoanReport {
  const checked = checkSealed(loanOf(text), crypto, known)
  return checked.sealed ? { ...checked, readable: true } : { readable: false }
}

/** The agreement, unwrapped from an answer of getLoanFile if needed. */
function loanOf(text: string): unknown {
  const value = valueOf(text)
  return isRecord(value) && 'file' in value ? value['file'] : value
}

const TEXTS: Record<SealedStep, StepTexts> = {
  form: { holds: 'The file is a loan agreement: every field is there, and no other.', broken: '' },
  terms: {
    holds: 'Amount and number of instalments are such as the house lends.',
    broken: 'The house lends no such amount, or not in so many instalments.',
  },
  schedule: {
    holds: 'The schedule follows from amount, instalments and date, and adds up to the amount.',
    broken: 'The schedule is not the one that amount, instalments and date give.',
  },
  text: {
    holds: 'The signed text says exactly these facts, and nothing else.',
    broken: 'The signed text is not the one that these facts give.',
  },
  details: {
    holds: "The personal details are those that the agreement's hash names.",
    broken: "The personal details are not those that the agreement's hash names.",
  },
  drawing: {
    holds: "The drawn signature is the one that the agreement's hash names.",
    broken: "The drawn signature is no picture, or not the one that the agreement's hash names.",
  },
  signature: {
    holds: "The borrower's wallet signed the text.",
    broken: "The wallet's signature is not the borrower's, or not for this text.",
  },
  owner: {
    holds: 'It is of the borrower and site that you named.',
    broken: 'It is of another borrower or site than you named.',
  },
}

/** The report in plain words. */
export function loanText(report: LoanReport): string {
  if (!report.readable || !report.sealed) return 'Unreadable: the loan file is not what it should be.'
  const lines = stepLines(report.steps, TEXTS, () => 'The personal details: the file leaves them out.')
  return [...headText(report.sealed), ...lines, '', VERDICTS[report.verdict]].join('\n')
}

const VERDICTS: Record<SealedVerdict['verdict'], string> = {
  holds: 'AGREEMENT HOLDS: the borrower signed this loan on these terms.',
  not_proven: 'NOT PROVEN: the borrower signed this loan on these terms, but who he said to be is not shown.',
  broken: 'BROKEN: this file does not show that the borrower signed this agreement.',
}

/** The file's claims. */
function headText({ agreement, schedule }: SealedLoan): string[] {
  const { application, amount, instalments, borrower, site, writtenAtMs } = agreement
  const at = new Date(writtenAtMs).toISOString().replace('T', ' ')
  return [
    `Loan ${application}: ${amount} USDT in ${instalments} instalments, written ${at}`,
    `Borrower ${borrower} at ${site}`,
    ...schedule.map((one) => `  ${one.due}  ${one.amount} USDT`),
  ]
}
