import type { KnownOwner } from '@tickmark/core/receipts/consentCheck'
import type { Crypto, OwnerCrypto } from '@tickmark/core/crypto'
import { isRecord } from '@tickmark/core/json'
import { formatAmount } from '@tickmark/core/money/money'
import { checkPromise, type PromiseStep, type PromiseVerdict } from '@tickmark/core/receipts/promise'
import { parsePromise } from '@tickmark/core/receipts/promiseShape'
import type { Ticket } from '@tickmark/core/receipts/receipts'
import { BESIDE } from './answer.ts'
import { besideOf, type Beside } from '../contradiction.ts'
import { keysFor, valueOf } from '../published.ts'
import { keysHint, stepLines, type StepTexts } from '../stepLines.ts'

/** The check of a promise. `receipt` compares it with another file of the house; null without one. */
export type PromiseReport =
  | { readable: false; file: 'promise' | 'keys' | 'receipt' }
  | (PromiseVerdict & { readable: true; receipt: Beside | null })

/** Whether a file claims to be a promise. */
export function isPromiseFile(text: string): boolean {
  const value = valueOf(text)
  return (
    isRecord(value) && typeof value['format'] === 'string' && value['format'].startsWith('tickmark-promise/')
  )
}

/** Checks a promise and, given another file of the house, whether both can be true. */
export function checkPromiseFiles(
  files: { promise: string; keys?: string | undefined; receipt?: string | undefined; known?: KnownOwner },
  crypto: Crypto & OwnerCrypto,
): PromiseReport {
  const named = parsePromise(valueOf(files.promise))
  const keys = keysFor(files.keys, named && { keys: named.keys, note: named.head }, crypto)
  if (keys === null) return { readable: false, file: 'keys' }
  const checked = checkPromise(valueOf(files.promise), crypto, { ...keys, ...files.known })
  const { promise } = checked
  if (!promise) return { readable: false, file: 'promise' }
  if (files.receipt === undefined) return { ...checked, readable: true, receipt: null }
  const receipt = besideOf(promise, { receipt: files.receipt, keys: files.keys }, crypto)
  return receipt ? { ...checked, readable: true, receipt } : { readable: false, file: 'receipt' }
}

const TEXTS: Record<PromiseStep, StepTexts> = {
  form: { holds: 'The file is a promise: every field is there, and no other.', broken: '' },
  keys: { holds: 'It names the published keys.', broken: 'It names other keys than the published ones.' },
  ticket_signature: {
    holds: 'The house signed the ticket with these terms.',
    broken: "The ticket's signature, or its place in the signed batch, is wrong.",
  },
  consent: {
    holds: "The owner's wallet consented to exactly this order by signature.",
    broken: "The owner's signature is not for this order, or does not lead to the owner's wallet.",
  },
  checkpoint: {
    holds: 'The head of the log at that time is signed.',
    broken: 'The signature over the head of the log is wrong.',
  },
}

/** The report in plain words. */
export function promiseText(report: PromiseReport, hasKeys: boolean): string {
  if (!report.readable) return `Unreadable: the ${report.file} file is not what it should be.`
  const lines = stepLines(report.steps, TEXTS, () => "The owner's consent.")
  const beside = report.receipt ? [BESIDE[report.receipt]] : []
  const head = report.promise ? [termsText(report.promise.ticket)] : []
  return [...head, ...lines, ...beside, '', verdictText(report, hasKeys)].join('\n')
}

function verdictText({ verdict, receipt }: PromiseReport & { readable: true }, hasKeys: boolean): string {
  if (verdict === 'broken') return 'BROKEN: this file does not show that the house accepted the order.'
  if (receipt === 'contradiction')
    return 'CONTRADICTION: the house has signed two things about one order, and only one can be true.'
  const keys = keysHint(hasKeys)
    .map((hint) => ` ${hint}`)
    .join('')
  if (verdict === 'not_proven')
    return `NOT PROVEN: the house accepted this order on these terms, but its owner's consent is not shown.${keys}`
  return `PROMISE HOLDS: the house accepted this order on these terms.${keys}`
}

function termsText({
  order,
  direction,
  pair,
  stake,
  currency,
  duration,
  ratePct,
  acceptedAt,
}: Ticket): string {
  const sum = `${formatAmount(BigInt(stake))} ${currency}`
  const at = new Date(acceptedAt).toISOString().replace('T', ' ')
  return `Order ${order}: ${direction} on ${pair} for ${duration} s, ${sum} at ${ratePct} %, accepted ${at}`
}
