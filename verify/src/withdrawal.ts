import type { Crypto } from '@tickmark/core/crypto'
import { isRecord } from '@tickmark/core/json'
import type { KnownOwner } from '@tickmark/core/receipts/consentCheck'
import {
  checkWithdrawalFile,
  type IntentCrypto,
  type WithdrawalStep,
  type WithdrawalVerdict,
} from '@tickmark/core/evidence/checkWithdrawalFile'
import { parseWithdrawalFile, type WithdrawalFile } from '@tickmark/core/evidence/withdrawalPromise'
import { ANSWER_TEXTS } from './answer.ts'
import { keysFor, valueOf } from './published.ts'

/** The check of the house's promise of a withdrawal. */
export type WithdrawalReport =
  | { readable: false; file: 'withdrawal' | 'keys' }
  | (WithdrawalVerdict & { readable: true })

/** Whether a file claims to be the house's promise of a withdrawal. */
export function isWithdrawalFile(text: string): boolean {
  const value = valueOf(text)
  return isRecord(value) && String(value['format']).startsWith('tickmark-withdrawal/')
}

/** Checks the house's promise of a withdrawal. */
export function checkPromisedWithdrawal(
  { file, keys: published, known }: { file: string; keys: string | undefined; known: KnownOwner },
  crypto: Crypto & IntentCrypto,
): WithdrawalReport {
  const named = parseWithdrawalFile(valueOf(file))
  const keys = keysFor(published, named && { keys: named.keys, note: named.head }, crypto)
  if (keys === null) return { readable: false, file: 'keys' }
  const checked = checkWithdrawalFile(valueOf(file), crypto, { ...keys, ...known })
  return checked.file ? { ...checked, readable: true } : { readable: false, file: 'withdrawal' }
}

const TEXTS: Record<WithdrawalStep, { holds: string; broken: string }> = {
  ...ANSWER_TEXTS,
  form: { holds: 'The file is a promise of a withdrawal: every field is there, and no other.', broken: '' },
  answer_signature: {
    holds: 'The house signed this promise.',
    broken: "The house's signature over this promise is wrong.",
  },
  consent: {
    holds: "The owner's wallet signed exactly these terms.",
    broken: "The wallet's signature is not the owner's, or not for these terms.",
  },
  owner: {
    holds: 'It is of the owner and site that you named.',
    broken: 'It is of another owner or site than you named.',
  },
}

/** The report in plain words. */
export function withdrawalReport(report: WithdrawalReport, hasKeys: boolean): string {
  if (!report.readable || !report.file)
    return `Unreadable: the ${report.readable ? 'withdrawal' : report.file} file is not what it should be.`
  const lines = report.steps.map(({ name, ok, unshown }) => {
    if (unshown) return '  NOT SHOWN  What the owner signed: only his contract could confirm the signature.'
    return ok ? `  ok      ${TEXTS[name].holds}` : `  BROKEN  ${TEXTS[name].broken}`
  })
  const keys = hasKeys
    ? []
    : ['The keys are those that the file names: to compare them, add --keys config.json.']
  return [...saidText(report.file), ...lines, '', verdictText(report.verdict, report.file), ...keys].join(
    '\n',
  )
}

function verdictText(verdict: WithdrawalVerdict['verdict'], { statement }: WithdrawalFile): string {
  if (verdict === 'broken') return 'BROKEN: this file does not show that the house accepted this withdrawal.'
  const { number, due, intent } = statement
  const owed = `Without a payment on ${intent.network} or the money back by ${timeOf(due)}, the house owes it. The log must have this promise under number ${number}.`
  if (verdict === 'not_proven')
    return `NOT PROVEN: the house accepted this withdrawal, but what its owner signed is not shown.\n${owed}`
  return `WITHDRAWAL HOLDS: the house accepted what the owner had signed.\n${owed}`
}

function saidText({ statement: { id, at, account, intent } }: WithdrawalFile): string[] {
  const { amount, currency, feeCap, network, to, site } = intent
  return [
    `Withdrawal ${id}: ${amount} ${currency} on ${network} to ${to}, ${timeOf(at)}`,
    `  asked by ${account} at ${site}, for a network fee of at most ${feeCap} ${currency}`,
  ]
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ')
}
