import type { Crypto } from '@tickmark/core/crypto'
import { checkExits, EXITS_FORMAT, type ExitsVerdict } from '@tickmark/core/evidence/exitFees'
import { isRecord } from '@tickmark/core/json'
import { formatAmount } from '@tickmark/core/money/money'
import { readPublished, valueOf } from './published.ts'
import { keysHint, stepLines, type StepTexts } from './stepLines.ts'

/** The check of evidence that early exits together took too much; sums in USDT. */
export type ExitsReport =
  | { readable: false; file: 'exits' | 'keys' }
  | (Omit<ExitsVerdict, 'fees'> & {
      readable: true
      fees: { delegation: string; book: string; taken: string; most: string } | null
    })

/** Whether a file claims to be evidence about the fees of early exits. */
export function isExitsFile(text: string): boolean {
  const value = valueOf(text)
  return isRecord(value) && value['format'] === EXITS_FORMAT
}

/** Checks evidence that the house took more for early exits under one sign-in than its text allows. */
export function checkExitsFile(
  { file, keys: published }: { file: string; keys: string | undefined },
  crypto: Crypto,
): ExitsReport {
  const keys = published === undefined ? null : readPublished(valueOf(published), crypto)
  if (published !== undefined && !keys) return { readable: false, file: 'keys' }
  const { fees, ...checked } = checkExits(valueOf(file), crypto, keys)
  if (!checked.evidence) return { readable: false, file: 'exits' }
  const shown = fees && { ...fees, taken: formatAmount(fees.taken), most: formatAmount(fees.most) }
  return { ...checked, fees: shown, readable: true }
}

const TEXTS: Record<ExitsVerdict['steps'][number]['name'], StepTexts> = {
  form: { holds: 'The file has statements about hosting in it, and nothing else.', broken: '' },
  keys: {
    holds: 'They name the published log and receipts key.',
    broken: 'One names another log or receipts key than the published one.',
  },
  all_signed: {
    holds: 'The receipts key signed all of them.',
    broken: 'The receipts key that the first one names has not signed all of them.',
  },
  beyond: {
    holds: 'The exits under one sign-in took more in one book than its text allows.',
    broken: 'No sign-in that the exits name allows less than they took in one book.',
  },
}

/** The report in plain words. */
export function exitsText(report: ExitsReport, hasKeys: boolean): string {
  if (!report.readable) return `Unreadable: the ${report.file} file is not what it should be.`
  const { fees, verdict } = report
  const lines = stepLines(report.steps, TEXTS)
  const sums = fees
    ? [`Early exits in the ${fees.book} account: ${fees.taken} USDT taken, ${fees.most} USDT allowed`]
    : []
  const said =
    verdict === 'holds'
      ? 'FEES EXCEEDED: the house has signed that it took more than the wallet allowed.'
      : 'BROKEN: this file shows nothing about the house.'
  const keys = keysHint(hasKeys)
  return [...sums, ...lines, '', said, ...keys].join('\n')
}
