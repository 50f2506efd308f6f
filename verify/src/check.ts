import type { Crypto } from '@tickmark/core/crypto'
import { parseEntry } from '@tickmark/core/log/log'
import { checkReceipt, type Step, type StepName, type Verdict } from '@tickmark/core/receipts/receiptCheck'
import { parseReceipt } from '@tickmark/core/receipts/receiptShape'
import { isRecord } from '@tickmark/core/json'
import { readExtract, readKeys, readLog, valueOf, type LogExtract } from './published.ts'

/** A step of the check; `log` compares with an extract of the public log and appears only when one is given. */
export interface CheckStep extends Omit<Step, 'name'> {
  name: StepName | 'log'
}

export type Report =
  | { readable: false; file: 'receipt' | 'keys' | 'log' }
  | (Omit<Verdict, 'steps'> & { readable: true; steps: CheckStep[] })

/** Contents of files: the receipt, and published data to compare it with. */
export interface Files {
  receipt: string
  /** /config.json or an answer of getLogHead. */
  keys?: string
  /** An answer of getLog. */
  log?: string
}

/**
 * Checks a receipt file with any published data given. Needs no network, no clock and no trust in the receipt's author.
 */
export function checkFiles(files: Files, crypto: Crypto): Report {
  const receipt = receiptOf(valueOf(files.receipt))
  if (receipt === undefined) return { readable: false, file: 'receipt' }
  const keys = files.keys === undefined ? undefined : readKeys(valueOf(files.keys))
  if (keys === null) return { readable: false, file: 'keys' }
  const extract = files.log === undefined ? undefined : readExtract(valueOf(files.log))
  if (extract === null) return { readable: false, file: 'log' }
  const verdict = checkReceipt(receipt, crypto, keys)
  if (!extract) return { ...verdict, readable: true }
  const log = compareWithLog(receipt, extract, crypto)
  return {
    ...verdict,
    readable: true,
    verdict: log.ok ? verdict.verdict : 'broken',
    steps: [...verdict.steps, log],
  }
}

/** A receipt by itself, or in an answer of getReceipt. */
function receiptOf(value: unknown): unknown {
  return isRecord(value) && 'receipt' in value ? value.receipt : value
}

/** Every entry in both must be equal, and so must the hash at each end. No common entry is inconclusive. */
function compareWithLog(given: unknown, extract: LogExtract, crypto: Crypto): CheckStep {
  const receipt = parseReceipt(given)
  const log = readLog(extract, crypto, receipt?.keys.log)
  if (!log.ok) return { name: 'log', ok: false, facts: { problem: log.problem, seq: String(log.seq) } }
  let compared = 0
  for (const segment of receipt?.segments ?? []) {
    for (const body of segment.bodies) {
      const seq = parseEntry(body)?.seq ?? 0
      const published = log.bodies.get(seq)
      if (published === undefined) continue
      if (published !== body)
        return { name: 'log', ok: false, facts: { problem: 'differs', seq: String(seq) } }
      compared += 1
    }
    const hash = log.hashes.get(segment.root.seq)
    if (hash !== undefined && hash !== segment.root.hash) {
      return { name: 'log', ok: false, facts: { problem: 'wrong_hash', seq: String(segment.root.seq) } }
    }
  }
  if (compared === 0) return { name: 'log', ok: false, facts: { problem: 'nothing_in_common', seq: '0' } }
  return { name: 'log', ok: true, facts: { compared: String(compared) } }
}
