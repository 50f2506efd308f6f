import type { Crypto, OwnerCrypto } from '@tickmark/core/crypto'
import { parseCheckpoint } from '@tickmark/core/log/checkpoint'
import { splitNote } from '@tickmark/core/log/note'
import { isSame } from '@tickmark/core/log/tree/tree'
import { checkReceipt, type Step, type StepName, type Verdict } from '@tickmark/core/receipts/receiptCheck'
import type { KnownOwner } from '@tickmark/core/receipts/consentCheck'
import { isEarlierReceipt } from '@tickmark/core/receipts/receiptFile'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import { keysFor, readExtract, readLog, receiptOf, valueOf, type LogExtract } from './published.ts'

/** A step of the check; `log` compares with an extract of the public log and appears only when one is given. */
export interface CheckStep extends Omit<Step, 'name'> {
  name: StepName | 'log'
}

export type Report =
  | { readable: false; file: 'receipt' | 'earlier_receipt' | 'keys' | 'log' }
  | (Omit<Verdict, 'steps'> & { readable: true; steps: CheckStep[] })

/** Contents of files: the receipt, and published data to compare it with. */
export interface Files {
  receipt: string
  /** /config.json or an answer of getLogHead. */
  keys?: string
  /** An answer of getLog. */
  log?: string
  /** The order's owner, and the host of the house's page. */
  known?: KnownOwner
}

/**
 * Checks a receipt file with any published data given. Needs no network, no clock and no trust in the receipt's author.
 */
export function checkFiles(files: Files, crypto: Crypto & OwnerCrypto): Report {
  const receipt = receiptOf(valueOf(files.receipt))
  if (receipt === undefined) return { readable: false, file: 'receipt' }
  if (isEarlierReceipt(receipt)) return { readable: false, file: 'earlier_receipt' }
  const named = parseReceipt(receipt)
  const shown = named && { keys: named.keys, note: named.checkpoint }
  const keys = keysFor(files.keys, shown, crypto)
  if (keys === null) return { readable: false, file: 'keys' }
  const extract = files.log === undefined ? undefined : readExtract(valueOf(files.log))
  if (extract === null) return { readable: false, file: 'log' }
  const verdict = checkReceipt(receipt, crypto, { ...keys, ...files.known })
  if (!extract) return { ...verdict, readable: true }
  const log = compareWithLog(receipt, extract, crypto)
  return {
    ...verdict,
    readable: true,
    verdict: log.ok ? verdict.verdict : 'broken',
    steps: [...verdict.steps, log],
  }
}

/** Common entries must be equal, and so must heads of the same size. Inconclusive without a common entry. */
function compareWithLog(given: unknown, extract: LogExtract, crypto: Crypto): CheckStep {
  const fails = (problem: string, seq: number): CheckStep => {
    return { name: 'log', ok: false, facts: { problem, seq: String(seq) } }
  }
  const receipt = parseReceipt(given)
  const log = readLog(extract, crypto, receipt?.keys)
  if (!log.ok) return fails(log.problem, log.seq)
  const own = parseCheckpoint(splitNote(receipt?.checkpoint ?? '')?.text ?? '')
  if (own?.size === log.head.size && !isSame(own.root, log.head.root)) return fails('other_head', own.size)
  let compared = 0
  for (const segment of receipt?.segments ?? []) {
    for (const [i, body] of segment.bodies.entries()) {
      const seq = segment.from + 1 + i
      const published = log.bodies.get(seq)
      if (published === undefined) continue
      if (published !== body) return fails('differs', seq)
      compared += 1
    }
  }
  if (compared === 0) return fails('nothing_in_common', 0)
  return { name: 'log', ok: true, facts: { compared: String(compared) } }
}
