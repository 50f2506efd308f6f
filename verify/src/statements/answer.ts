import type { Crypto, OwnerCrypto } from '@tickmark/core/crypto'
import { isRecord } from '@tickmark/core/json'
import { formatAmount } from '@tickmark/core/money/money'
import { parseAnswer } from '@tickmark/core/receipts/answerShape'
import { checkAnswer, type AnswerStep, type AnswerVerdict } from '@tickmark/core/receipts/answers'
import type { ClosingFile, RefusalFile } from '@tickmark/core/receipts/answerShape'
import type { KnownOwner } from '@tickmark/core/receipts/consentCheck'
import { refusesClose } from '@tickmark/core/receipts/refusal'
import { besideOf, type Beside } from '../contradiction.ts'
import { keysFor, valueOf } from '../published.ts'
import { brokenLine, keysHint, okLine, stepLines, type StepTexts } from '../stepLines.ts'

/**
 * The check of a refusal or of the answer to an early close. `beside` compares it with another file of the house: contradiction,
 * agreement, or unrelated, when that is about another order or not signed by these keys. Null without another file.
 */
export type AnswerReport =
  | { readable: false; file: 'answer' | 'keys' | 'receipt' }
  | (AnswerVerdict & { readable: true; beside: Beside | null })

/** Whether a file claims to be a refusal or the answer to a close. */
export function isAnswerFile(text: string): boolean {
  const value = valueOf(text)
  return isRecord(value) && /^tickmark-(refusal|closing)\//.test(String(value['format']))
}

/** Checks an answer and, given another file of the house, whether the two contradict each other. */
export function checkAnswerFiles(
  files: { answer: string; keys?: string | undefined; receipt?: string | undefined; known?: KnownOwner },
  crypto: Crypto & OwnerCrypto,
): AnswerReport {
  const named = parseAnswer(valueOf(files.answer))
  const keys = keysFor(files.keys, named && { keys: named.keys, note: named.head }, crypto)
  if (keys === null) return { readable: false, file: 'keys' }
  const checked = checkAnswer(valueOf(files.answer), crypto, { ...keys, ...files.known })
  const { answer } = checked
  if (!answer) return { readable: false, file: 'answer' }
  if (files.receipt === undefined) return { ...checked, readable: true, beside: null }
  const beside = besideOf(answer, { receipt: files.receipt, keys: files.keys }, crypto)
  return beside ? { ...checked, readable: true, beside } : { readable: false, file: 'receipt' }
}

/** The text of each step of an answer. */
export const ANSWER_TEXTS: Record<AnswerStep, StepTexts> = {
  form: { holds: 'The file is an answer: every field is there, and no other.', broken: '' },
  keys: { holds: 'It names the published keys.', broken: 'It names other keys than the published ones.' },
  answer_signature: {
    holds: 'The house signed this answer.',
    broken: "The answer's signature, or its place in the signed batch, is wrong.",
  },
  consent: {
    holds: "The owner's wallet signed exactly what it answers.",
    broken: "The owner's signature is not for this, or does not lead to the owner's wallet.",
  },
  checkpoint: {
    holds: 'The head of the log at that time is signed.',
    broken: 'The signature over the head of the log is wrong.',
  },
}

/** The texts about another file of the house. */
export const BESIDE = {
  agrees: okLine('The other file is of the same order, withdrawal or account and does not contradict it.'),
  contradiction: brokenLine('The other file, which the house signed too, cannot be true beside this one.'),
  unrelated:
    '  ?       The other file is of another one, or these keys did not sign it: it shows nothing here.',
}

/** The report in plain words. */
export function answerReport(report: AnswerReport, hasKeys: boolean): string {
  if (!report.readable) return `Unreadable: the ${report.file} file is not what it should be.`
  const lines = stepLines(report.steps, ANSWER_TEXTS, () => 'What the owner signed.')
  const head = report.answer ? [saidText(report.answer)] : []
  const beside = report.beside ? [BESIDE[report.beside]] : []
  return [...head, ...lines, ...beside, '', verdictText(report, hasKeys)].join('\n')
}

function verdictText(
  { verdict, beside, answer }: AnswerReport & { readable: true },
  hasKeys: boolean,
): string {
  if (verdict === 'broken') return 'BROKEN: this file does not show that the house gave this answer.'
  if (beside === 'contradiction')
    return 'CONTRADICTION: the house has signed two things about one order, and only one can be true.'
  const keys = keysHint(hasKeys)
    .map((hint) => ` ${hint}`)
    .join('')
  const what = answer && 'refusal' in answer ? 'REFUSAL' : 'CLOSE'
  if (verdict === 'not_proven')
    return `NOT PROVEN: the house gave this answer, but what its owner had signed is not shown.${keys}`
  return `${what} HOLDS: the house gave this answer to what the owner had signed.${keys}`
}

function saidText(answer: RefusalFile | ClosingFile): string {
  const at = (ms: number) => new Date(ms).toISOString().replace('T', ' ')
  if ('refusal' in answer) {
    const { refusal } = answer
    const what = refusesClose(refusal) ? 'An early close of order' : 'Order'
    return `${what} ${refusal.order}: refused (${refusal.code}), ${at(refusal.at)}`
  }
  const { order, bid, settledAt } = answer.settlement
  return `Order ${order}: closed early for ${formatAmount(BigInt(bid))}, ${at(settledAt)}`
}
