import type { Crypto, OwnerCrypto } from '@tickmark/core/crypto'
import { isRecord } from '@tickmark/core/json'
import { formatAmount } from '@tickmark/core/money/money'
import {
  checkAnswer,
  contradictsAnswer,
  type AnswerStep,
  type AnswerVerdict,
  type SignedElsewhere,
} from '@tickmark/core/receipts/answers'
import {
  CLOSING_FORMAT,
  parseAnswer,
  type ClosingFile,
  type RefusalFile,
} from '@tickmark/core/receipts/answerShape'
import type { KnownOwner } from '@tickmark/core/receipts/consentCheck'
import { checkPromise } from '@tickmark/core/receipts/promise'
import { parsePromise } from '@tickmark/core/receipts/promiseShape'
import { checkReceipt } from '@tickmark/core/receipts/receiptCheck'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import { refusesClose } from '@tickmark/core/receipts/refusal'
import { readKeys, receiptOf, valueOf } from './published.ts'

/**
 * The check of a refusal or of the answer to an early close. `beside` says what another file of the house shows beside it: a
 * contradiction, agreement, or nothing, when it is of another order or not signed by these keys. Null without one.
 */
export type AnswerReport =
  | { readable: false; file: 'answer' | 'keys' | 'receipt' }
  | (AnswerVerdict & { readable: true; beside: 'agrees' | 'contradiction' | 'unrelated' | null })

/** Whether a file claims to be a refusal or the answer to a close. */
export function isAnswerFile(text: string): boolean {
  const value = valueOf(text)
  return isRecord(value) && /^tickmark-(refusal|closing)\//.test(String(value['format']))
}

/** Checks an answer, and with a receipt, a promise or another answer, whether the house has signed what contradicts it. */
export function checkAnswerFiles(
  files: { answer: string; keys?: string | undefined; receipt?: string | undefined; known?: KnownOwner },
  crypto: Crypto & OwnerCrypto,
): AnswerReport {
  const keys = files.keys === undefined ? undefined : readKeys(valueOf(files.keys))
  if (keys === null) return { readable: false, file: 'keys' }
  const checked = checkAnswer(valueOf(files.answer), crypto, { ...keys, ...files.known })
  const { answer } = checked
  if (!answer) return { readable: false, file: 'answer' }
  if (files.receipt === undefined) return { ...checked, readable: true, beside: null }
  const other = signedIn(valueOf(files.receipt), answer.keys, crypto)
  if (other === 'unreadable') return { readable: false, file: 'receipt' }
  const isSame = orderOf(answer) === (other?.ticket ?? other?.settlement)?.order
  const beside = other && contradictsAnswer(answer, other) ? 'contradiction' : isSame ? 'agrees' : 'unrelated'
  return { ...checked, readable: true, beside }
}

function orderOf(answer: RefusalFile | ClosingFile): string {
  return 'refusal' in answer ? answer.refusal.order : answer.settlement.order
}

/** What of another file the same keys have signed; null for nothing. */
function signedIn(
  value: unknown,
  keys: HouseKeys,
  crypto: Crypto & OwnerCrypto,
): SignedElsewhere | null | 'unreadable' {
  const holds = (steps: readonly { name: string; ok: boolean }[], ...names: string[]) =>
    steps.every(({ name, ok }) => ok || !['keys', ...names].includes(name))
  const receipt = parseReceipt(receiptOf(value))
  if (receipt) {
    const { steps } = checkReceipt(receipt, crypto, keys)
    const { ticket, settlement } = receipt
    return {
      ...(holds(steps, 'ticket_signature') && { ticket }),
      ...(holds(steps, 'receipt_signature') && { settlement }),
    }
  }
  const promise = parsePromise(value)
  if (promise)
    return holds(checkPromise(promise, crypto, keys).steps, 'ticket_signature')
      ? { ticket: promise.ticket }
      : null
  const answer = parseAnswer(value)
  if (answer?.format !== CLOSING_FORMAT) return 'unreadable'
  return holds(checkAnswer(answer, crypto, keys).steps, 'answer_signature')
    ? { settlement: answer.settlement }
    : null
}

/** What each step of an answer says. */
export const ANSWER_TEXTS: Record<AnswerStep, { holds: string; broken: string }> = {
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

const BESIDE = {
  agrees: '  ok      The other file is of the same order and does not contradict it.',
  contradiction: '  BROKEN  The other file, which the house signed too, cannot be true beside this answer.',
  unrelated:
    '  ?       The other file is of another order, or these keys did not sign it: it shows nothing here.',
}

/** The report in plain words. */
export function answerReport(report: AnswerReport, hasKeys: boolean): string {
  if (!report.readable) return `Unreadable: the ${report.file} file is not what it should be.`
  const lines = report.steps.map(({ name, ok, unshown }) => {
    if (unshown) return '  NOT SHOWN  What the owner signed.'
    return ok ? `  ok      ${ANSWER_TEXTS[name].holds}` : `  BROKEN  ${ANSWER_TEXTS[name].broken}`
  })
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
  const keys = hasKeys
    ? ''
    : ' The keys are those that the file names: to compare them, add --keys config.json.'
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
