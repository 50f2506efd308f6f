import { hexOf } from '@tickmark/core/bytes'
import type { Crypto } from '@tickmark/core/crypto'
import { isRecord } from '@tickmark/core/json'
import { checkpointKey, type Checkpoint } from '@tickmark/core/log/checkpoint'
import { checkFork, type ForkProblem } from '@tickmark/core/log/fork'
import { chainFrom, chainOf } from '@tickmark/core/log/keyChanges'
import { keyText, parseKeyText } from '@tickmark/core/log/note'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import { readKeys, valueOf } from './published.ts'
import { brokenLine, okLine } from './stepLines.ts'

/** A head as the report shows it: the root in hex. */
interface ShownHead {
  origin: string
  size: number
  root: string
}

/** The check of evidence of a fork. `published` says whether its key is the published one; null without keys. */
export type ForkFileReport =
  | { readable: false; file: 'evidence' | 'keys' }
  | {
      readable: true
      vkey: string
      older: ShownHead | null
      newer: ShownHead | null
      problem: ForkProblem | null
      published: boolean | null
    }

/** Whether a file claims to be evidence of a fork. */
export function isForkFile(text: string): boolean {
  const value = valueOf(text)
  return (
    isRecord(value) && typeof value['format'] === 'string' && value['format'].startsWith('tickmark-fork/')
  )
}

/** Checks evidence of a fork and, given published keys, whether it convicts their owner. */
export function checkForkFiles(evidence: string, keys: string | undefined, crypto: Crypto): ForkFileReport {
  const report = checkFork(valueOf(evidence), crypto)
  if (!report.readable) return { readable: false, file: 'evidence' }
  const known = keys === undefined ? undefined : readKeys(valueOf(keys))
  if (known === null) return { readable: false, file: 'keys' }
  return {
    ...report,
    older: shown(report.older),
    newer: shown(report.newer),
    published: known ? isPublished(report.vkey, known, valueOf(keys ?? ''), crypto) : null,
  }
}

/** Whether a key is the published one or, by an answer of getLogHead, a predecessor of it. */
function isPublished(vkey: string, { origin, log }: HouseKeys, published: unknown, crypto: Crypto): boolean {
  const key = parseKeyText(vkey, crypto.sha256)
  const texts = isRecord(published) ? published['keyChanges'] : undefined
  const changes = Array.isArray(texts) ? texts.filter((one) => typeof one === 'string') : []
  if (!key) return false
  const chain = chainFrom(chainOf(key), changes, crypto)
  return keyText(chain.keys.at(-1) ?? key) === keyText(checkpointKey(origin, log, crypto.sha256))
}

function shown(head: Checkpoint | null): ShownHead | null {
  return head && { origin: head.origin, size: head.size, root: hexOf(head.root) }
}

const PROBLEMS: Record<ForkProblem, string> = {
  older_not_signed: 'The older head is not signed by the key, or by one that it has led to.',
  newer_not_signed: 'The newer head is not signed by the key, or by one that it has led to.',
  wrong_changes: 'The entries do not lead from the one key to the other.',
  wrong_order: 'The older head is not of a smaller log, or it is of an empty one.',
  not_proved: 'The newer log does not have that root at the older size.',
  same_history: 'The newer log continues the older one.',
}

/** The report in plain words. */
export function forkText(report: ForkFileReport): string {
  if (!report.readable) return `Unreadable: the ${report.file} file is not what it should be.`
  const { older, newer, problem, published, vkey } = report
  const heads = [older && line('older', older), newer && line('newer', newer)]
  const key =
    published === null
      ? `  ?       The key is ${vkey}. To compare it with the published one, add --keys config.json.`
      : published
        ? okLine('The key is the published one, or has led to it.')
        : brokenLine(`The key is not the published one, and has not led to it: ${vkey}`)
  const proof = problem
    ? brokenLine(PROBLEMS[problem])
    : okLine('The newer log has another root at the older size: no log has both heads.')
  const verdict =
    problem === null && published !== false
      ? 'FORK: the owner of this key has signed two histories of one log.'
      : 'NO FORK: this file does not show that the owner of the key has signed two histories.'
  return [...heads.filter((one) => one !== null), key, proof, '', verdict].join('\n')
}

function line(name: string, { origin, size, root }: ShownHead): string {
  return `  signed  The ${name} head: ${origin}, ${size} entries, root ${root}`
}
