import type { Crypto } from '@tickmark/core/crypto'
import {
  checkAddressFile,
  parseAddressFile,
  type AddressFile,
  type AddressStep,
  type AddressVerdict,
} from '@tickmark/core/evidence/depositAddress'
import { isRecord } from '@tickmark/core/json'
import { ANSWER_TEXTS, BESIDE } from './answer.ts'
import { besideOf, type Beside } from '../contradiction.ts'
import { keysFor, valueOf } from '../published.ts'
import { keysHint, stepLines, type StepTexts } from '../stepLines.ts'

/** The check of the house's statement about a deposit address. `beside` compares it with another file of the house; null without one. */
export type AddressReport =
  | { readable: false; file: 'address' | 'keys' | 'receipt' }
  | (AddressVerdict & { readable: true; file: AddressFile; beside: Beside | null })

/** Whether a file claims to be the house's statement about a deposit address. */
export function isAddressFile(text: string): boolean {
  const value = valueOf(text)
  return isRecord(value) && String(value['format']).startsWith('tickmark-address/')
}

/** Checks the house's statement about a deposit address and, given another file of the house, whether both can be true. */
export function checkSaidAddress(
  {
    file: text,
    keys: published,
    receipt,
    owner,
  }: { file: string; keys: string | undefined; receipt: string | undefined; owner: string | undefined },
  crypto: Crypto,
): AddressReport {
  const named = parseAddressFile(valueOf(text))
  const keys = keysFor(published, named && { keys: named.keys, note: named.head }, crypto)
  if (keys === null) return { readable: false, file: 'keys' }
  const checked = checkAddressFile(valueOf(text), crypto, { ...keys, ...(owner !== undefined && { owner }) })
  const { file } = checked
  if (!file) return { readable: false, file: 'address' }
  const beside = receipt === undefined ? null : besideOf(file, { receipt, keys: published }, crypto)
  if (receipt !== undefined && !beside) return { readable: false, file: 'receipt' }
  return { ...checked, file, readable: true, beside }
}

const TEXTS: Record<AddressStep, StepTexts> = {
  ...ANSWER_TEXTS,
  form: { holds: 'The file is about a deposit address: every field is there, and no other.', broken: '' },
  answer_signature: {
    holds: 'The house signed this statement.',
    broken: "The house's signature over this statement is wrong.",
  },
  owner: {
    holds: 'It is of the account that you named.',
    broken: 'It is of another account than you named.',
  },
}

/** The report in plain words. */
export function addressReport(report: AddressReport, hasKeys: boolean): string {
  if (!report.readable) return `Unreadable: the ${report.file} file is not what it should be.`
  const { steps, beside, verdict, file } = report
  const lines = stepLines(steps, TEXTS)
  const besides = beside ? [BESIDE[beside]] : []
  const isLie = beside === 'contradiction' && verdict === 'holds'
  const said = isLie ? CONTRADICTION : verdictText(report)
  const keys = keysHint(hasKeys)
  return [saidText(file), ...lines, ...besides, '', said, ...keys].join('\n')
}

const CONTRADICTION =
  'CONTRADICTION: the house has signed two things about deposit addresses, and only one can be true.'

function verdictText({ verdict, file: { statement } }: AddressReport & { readable: true }): string {
  if (verdict === 'broken') return 'BROKEN: this file does not show whose address the house said this is.'
  const { address, network, account } = statement
  return [
    `ADDRESS HOLDS: the house has signed that what is sent to ${address} on ${network} belongs to the account of ${account}.`,
    "It does not show that anything was sent or credited: the chain shows what was sent, and only the house's books what it credited.",
  ].join('\n')
}

function saidText({ statement: { address, network, account, at } }: AddressFile): string {
  const time = new Date(at).toISOString().replace('T', ' ')
  return `Deposit address ${address} on ${network}: of the real account of ${account}, since ${time}`
}
