import { isEvidence } from './evidence.ts'
import { isAddressFile } from './statements/address.ts'
import { isAnswerFile } from './statements/answer.ts'
import { isBalancesFile } from './statements/balances.ts'
import { isHostingFile } from './statements/hosting.ts'
import { isLoanFile } from './statements/loan.ts'
import { isPromiseFile } from './statements/promise.ts'
import { isWithdrawalFile } from './withdrawal/withdrawal.ts'

/** The command's options for a file; every file takes `json` besides these. */
export const OPTIONS = {
  keys: { type: 'string' },
  log: { type: 'string', multiple: true },
  owner: { type: 'string' },
  site: { type: 'string' },
  receipt: { type: 'string' },
  policy: { type: 'string' },
  url: { type: 'string' },
  full: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

type Option = keyof typeof OPTIONS

/** What the files of the house's signed statements about an order take. */
const ABOUT_ORDER: readonly Option[] = ['keys', 'owner', 'site', 'receipt', 'policy', 'url']

const TAKEN: readonly (readonly [isOfKind: (text: string) => boolean, options: readonly Option[]])[] = [
  [isPromiseFile, ABOUT_ORDER],
  [isAnswerFile, ABOUT_ORDER],
  [isHostingFile, ABOUT_ORDER],
  [isAddressFile, ['keys', 'owner', 'receipt', 'policy', 'url']],
  [isBalancesFile, ['keys', 'owner', 'policy', 'url']],
  [isWithdrawalFile, ['keys', 'log', 'owner', 'site', 'receipt', 'policy', 'url', 'full']],
  [isEvidence, ['keys']],
  [isLoanFile, ['owner', 'site']],
]
const BY_RECEIPT: readonly Option[] = ['keys', 'log', 'owner', 'site', 'policy', 'url']
const BY_DAY: readonly Option[] = ['log']

/** Whether the check of this file uses every given option: one that it ignored would seem to have been checked. */
export function usesAll(text: string, given: Readonly<Record<string, unknown>>): boolean {
  return areOf(TAKEN.find(([isOfKind]) => isOfKind(text))?.[1] ?? BY_RECEIPT, given)
}

/** The same for a revealed day of the simulated market. */
export function dayUsesAll(given: Readonly<Record<string, unknown>>): boolean {
  return areOf(BY_DAY, given)
}

function areOf(options: readonly string[], given: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(given).every(
    ([name, value]) => name === 'json' || value === undefined || value === false || options.includes(name),
  )
}
