import type { Crypto } from '@tickmark/core/crypto'
import {
  checkBalancesFile,
  owedBalances,
  parseBalancesFile,
  type BalancesFile,
  type BalancesStep,
  type BalancesVerdict,
} from '@tickmark/core/evidence/balancesFile'
import { isRecord } from '@tickmark/core/json'
import type { UserKind } from '@tickmark/core/ledger/accounts'
import { formatAmount } from '@tickmark/core/money/money'
import { keysFor, valueOf } from '../published.ts'
import { ANSWER_TEXTS } from './answer.ts'
import { keysHint, stepLines, type StepTexts } from '../stepLines.ts'

/** The check of the house's debt to the owner of an account by its log. */
export type BalancesReport =
  | { readable: false; file: 'balances' | 'keys' }
  | (BalancesVerdict & { readable: true; file: BalancesFile })

/** Whether a file claims to be an owner's balances. */
export function isBalancesFile(text: string): boolean {
  const value = valueOf(text)
  return isRecord(value) && String(value['format']).startsWith('tickmark-balances/')
}

/** Checks whether all shares of the file are part of the house's debts in its log. */
export function checkOwedBalances(
  {
    file: text,
    keys: published,
    owner,
  }: { file: string; keys: string | undefined; owner: string | undefined },
  crypto: Crypto,
): BalancesReport {
  const named = parseBalancesFile(valueOf(text))
  const keys = keysFor(published, named && { keys: named.keys, note: named.head }, crypto)
  if (keys === null) return { readable: false, file: 'keys' }
  const checked = checkBalancesFile(valueOf(text), crypto, { ...keys, ...(owner !== undefined && { owner }) })
  const { file } = checked
  return file ? { ...checked, file, readable: true } : { readable: false, file: 'balances' }
}

const TEXTS: Record<BalancesStep, StepTexts> = {
  form: { holds: 'The file is about balances: every field is there, and no other.', broken: '' },
  keys: ANSWER_TEXTS.keys,
  owner: {
    holds: 'It is of the account that you named.',
    broken: 'It is of another account than you named.',
  },
  checkpoint: { holds: 'The head of the log is signed.', broken: ANSWER_TEXTS.checkpoint.broken },
  audited: {
    holds: 'The log under this head tells of that audit, and of what the house owed.',
    broken: 'The entry is not about an audit, or not in the log of this head.',
  },
  shares: {
    holds: 'Every share is part of what the house says that it owed.',
    broken: 'A share is not part of what the house says that it owed.',
  },
}

/** The report in plain words. */
export function balancesReport(report: BalancesReport, hasKeys: boolean): string {
  if (!report.readable) return `Unreadable: the ${report.file} file is not what it should be.`
  const lines = stepLines(report.steps, TEXTS)
  const keys = keysHint(hasKeys)
  return [`Balances of ${report.file.account}`, ...lines, '', ...verdictLines(report), ...keys].join('\n')
}

const KIND: Record<UserKind, string> = {
  available: 'available',
  hold: 'in withdrawals on their way',
  hosted: 'hosted in the arbitrage programme',
}

function verdictLines({ verdict, file, entry }: BalancesReport & { readable: true }): string[] {
  if (verdict === 'broken' || !entry)
    return ['BROKEN: this file does not show that the house said that it owed this.']
  const when = new Date(entry.until).toISOString().replace('T', ' ')
  const owed = owedBalances(file).map(({ book, currency, kind, amount }) => {
    const account = book === 'real' ? 'real' : 'practice'
    return `  ${formatAmount(amount)} ${currency} ${KIND[kind]}, ${account} account`
  })
  const sums = entry.liabilities
    .filter(({ currency, book }) => file.shares.some((one) => one.currency === currency && one.book === book))
    .map(({ book, currency, amount }) => {
      return `  ${formatAmount(BigInt(amount))} ${currency} in all ${book === 'real' ? 'real' : 'practice'} accounts`
    })
  return [
    `BALANCES HOLD: entry ${entry.seq} of the log says that on ${when} the house owed the owner of this account:`,
    ...owed,
    'These are part of what it said that it owed all of its users:',
    ...sums,
    'Stakes of open orders are in their tickets. This file shows neither other balances nor that the house has what it owes.',
  ]
}
