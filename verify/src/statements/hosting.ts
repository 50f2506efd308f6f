import { checkHosting, parseHostingFile, type HostingVerdict } from '@tickmark/core/arbitrage/hostingPromise'
import type { Crypto, OwnerCrypto } from '@tickmark/core/crypto'
import { isRecord } from '@tickmark/core/json'
import { formatAmount } from '@tickmark/core/money/money'
import type { KnownOwner } from '@tickmark/core/receipts/consentCheck'
import { ANSWER_TEXTS, BESIDE } from './answer.ts'
import { besideOf, type Beside } from '../contradiction.ts'
import { keysFor, valueOf } from '../published.ts'
import { keysHint, stepLines } from '../stepLines.ts'

/** The check of a hosting ticket or of an early exit. `beside` compares it with another file of the house; null without one. */
export type HostingReport =
  | { readable: false; file: 'hosting' | 'keys' | 'receipt' }
  | (HostingVerdict & { readable: true; beside: Beside | null })

/** Whether a file claims to be the house's statement about a hosting order. */
export function isHostingFile(text: string): boolean {
  const value = valueOf(text)
  return isRecord(value) && String(value['format']).startsWith('tickmark-hosting/')
}

/** Checks a hosting ticket or an early exit and, given another file of the house, whether both can be true. */
export function checkHostingFile(
  {
    file,
    keys: published,
    receipt,
    known,
  }: { file: string; keys: string | undefined; receipt?: string | undefined; known: KnownOwner },
  crypto: Crypto & OwnerCrypto,
): HostingReport {
  const named = parseHostingFile(valueOf(file))
  const keys = keysFor(published, named && { keys: named.keys, note: named.head }, crypto)
  if (keys === null) return { readable: false, file: 'keys' }
  const checked = checkHosting(valueOf(file), crypto, { ...keys, ...known })
  if (!checked.file) return { readable: false, file: 'hosting' }
  if (receipt === undefined) return { ...checked, readable: true, beside: null }
  const beside = besideOf(checked.file, { receipt, keys: published }, crypto)
  return beside ? { ...checked, readable: true, beside } : { readable: false, file: 'receipt' }
}

/** The report in plain words. */
export function hostingReport(report: HostingReport, hasKeys: boolean): string {
  if (!report.readable) return `Unreadable: the ${report.file} file is not what it should be.`
  const lines = stepLines(report.steps, ANSWER_TEXTS, () => 'What the owner signed.')
  const keys = keysHint(hasKeys)
  const { beside, verdict } = report
  const besides = beside ? [BESIDE[beside]] : []
  const said = beside === 'contradiction' && verdict !== 'broken' ? CONTRADICTION : VERDICTS[verdict]
  return [...saidText(report), ...lines, ...besides, '', said, ...keys].join('\n')
}

const CONTRADICTION =
  'CONTRADICTION: the house has signed two things about hosting, and only one can be true.'

const VERDICTS: Record<HostingVerdict['verdict'], string> = {
  holds:
    'HOSTING HOLDS: the house signed this to what the owner had signed. The log must have it under its number.',
  not_proven: 'NOT PROVEN: the house signed this, but what its owner had signed is not shown.',
  broken: 'BROKEN: this file does not show that the house signed this.',
}

function saidText({ file }: HostingVerdict): string[] {
  if (!file) return []
  const { statement } = file
  const at = new Date(statement.at).toISOString().replace('T', ' ')
  const usdt = (units: string) => `${formatAmount(BigInt(units))} USDT`
  if (statement.kind === 'exit') {
    const { number, order, back, fee } = statement
    return [
      `Hosting order ${order}: ended early, ${usdt(back)} back, fee ${usdt(fee)}, ${at} (statement ${number})`,
    ]
  }
  const { number, order, book, principal, mid, version, first, last } = statement
  return [
    `Hosting order ${order}: ${usdt(principal)} in the ${book} account, ${at} (statement ${number})`,
    `  product ${mid}, version ${version}; shares from ${first} to ${last}`,
  ]
}
