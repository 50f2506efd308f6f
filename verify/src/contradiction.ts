import { parsePayoutLine } from '@tickmark/core/arbitrage/readLines'
import type { Crypto } from '@tickmark/core/crypto'
import { isRecord } from '@tickmark/core/json'
import {
  checkContradiction,
  CONTRADICTION_FORMAT,
  isContrary,
  parseSigned,
  saidInBoth,
  type ContradictionVerdict,
  type Said,
  type SignedFile,
} from '@tickmark/core/evidence/contradiction'
import { ADDRESS_FORMAT, type AddressFile } from '@tickmark/core/evidence/depositAddress'
import { WITHDRAWAL_FORMAT, type WithdrawalFile } from '@tickmark/core/evidence/withdrawalPromise'
import { readPublished, receiptOf, valueOf } from './published.ts'
import { keysHint, stepLines, type StepTexts } from './stepLines.ts'

/** Relation of two files of the house: `unrelated` when they are about different orders or not signed by the same keys. */
export type Beside = 'agrees' | 'contradiction' | 'unrelated'

/**
 * Compares the signed statements in a file with those by the same keys in another; null for an unreadable one. `keys` is a text of
 * published keys: with it, each file counts under the keys of its time.
 */
export function besideOf(
  file: SignedFile,
  { receipt, keys }: { receipt: string; keys: string | undefined },
  crypto: Crypto,
): Beside | null {
  const value = valueOf(receipt)
  const other = parseSigned(value) ?? parseSigned(receiptOf(value))
  if (!other) return null
  const published = keys === undefined ? null : readPublished(valueOf(keys), crypto)
  const [said, saidThere] = saidInBoth([file, other], crypto, published)
  if (isContrary(said, saidThere, crypto)) return 'contradiction'
  const orders = ordersIn(saidThere)
  return ordersIn(said).some((order) => orders.includes(order)) ? 'agrees' : 'unrelated'
}

/** The orders, withdrawals and accounts with an address of these statements. */
function ordersIn({ refusal, ticket, settlement, statement, line, promise, address }: Said): string[] {
  const orders = [refusal, ticket, settlement, statement, line?.line].flatMap((one) => one?.order ?? [])
  return [...orders, ...(promise ? [promise.id] : []), ...(address ? [address.account] : [])]
}

/** The check of a contradiction's evidence. */
export type ContradictionReport =
  | { readable: false; file: 'contradiction' | 'keys' }
  | (ContradictionVerdict & { readable: true })

/** Whether a file claims to be evidence of a contradiction. */
export function isContradictionFile(text: string): boolean {
  const value = valueOf(text)
  return isRecord(value) && value['format'] === CONTRADICTION_FORMAT
}

/** Checks evidence that the house signed two statements that cannot both be true. */
export function checkContradictionFile(
  { file, keys: published }: { file: string; keys: string | undefined },
  crypto: Crypto,
): ContradictionReport {
  const keys = published === undefined ? null : readPublished(valueOf(published), crypto)
  if (published !== undefined && !keys) return { readable: false, file: 'keys' }
  const checked = checkContradiction(valueOf(file), crypto, keys)
  return checked.evidence ? { ...checked, readable: true } : { readable: false, file: 'contradiction' }
}

const TEXTS: Record<ContradictionVerdict['steps'][number]['name'], StepTexts> = {
  form: { holds: 'The file has two files of the house in it, and nothing else.', broken: '' },
  keys: { holds: 'Both name the published keys.', broken: 'One names other keys than the published ones.' },
  key_changes: {
    holds: 'It shows that one log had the keys of both, with the entries that name them under its heads.',
    broken: 'The keys entries in it do not show that one log had the keys of both.',
  },
  both_signed: {
    holds: 'The house signed both.',
    broken: 'The keys that the first one names have not signed both.',
  },
  contrary: {
    holds: 'Both cannot be true.',
    broken: 'Both can be true: they are about different orders, withdrawals or accounts, or agree.',
  },
}

/** The report in plain words. */
export function contradictionReport(report: ContradictionReport, hasKeys: boolean): string {
  if (!report.readable) return `Unreadable: the ${report.file} file is not what it should be.`
  const lines = stepLines(report.steps, TEXTS)
  const keys = keysHint(hasKeys)
  const verdict =
    report.verdict === 'holds'
      ? 'CONTRADICTION: the house has signed two things, and only one can be true.'
      : 'BROKEN: this file shows nothing about the house.'
  return [...(report.evidence?.files ?? []).map(saidText), ...lines, '', verdict, ...keys].join('\n')
}

function saidText(file: SignedFile): string {
  const kind = file.format.split('/', 1)[0]?.replace('tickmark-', '')
  if (file.format === WITHDRAWAL_FORMAT)
    return `In a file of the kind ${kind}: withdrawal ${file.statement.id} (promise ${file.statement.number})`
  if (file.format === ADDRESS_FORMAT) {
    const { address, network, account } = file.statement
    return `In a file of the kind ${kind}: ${address} on ${network} of the account of ${account}`
  }
  return `In a file of the kind ${kind}: order ${orderOf(file)}`
}

function orderOf(file: Exclude<SignedFile, WithdrawalFile | AddressFile>): string {
  if ('statement' in file) return `${file.statement.order} (statement ${file.statement.number})`
  if ('shown' in file) return `${parsePayoutLine(file.shown.line)?.order ?? 'of nobody'}, on ${file.day}`
  if ('refusal' in file) return `${file.refusal.order}, refused as ${file.refusal.code}`
  return 'ticket' in file ? file.ticket.order : file.settlement.order
}
