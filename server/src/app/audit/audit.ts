import { assert } from '@tickmark/core/assert'
import { hexOf } from '@tickmark/core/bytes'
import { accessSync, constants } from 'node:fs'
import { SANDBOX_CHAIN } from '../../chains/sandbox/sandboxChain.ts'
import { readNote, sandboxFolderIn } from '../../chains/sandbox/sandboxSupervisor.ts'
import type { AuditedNetwork } from '../../chains/auditHoldings.ts'
import { chainNode } from '../../chains/node/node.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../config.ts'
import type { Database, Reader } from '../../db/pool.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { createTickWindow } from '../../market/ticks.ts'
import { tagSecretOf } from '../../orders/receipts/userTag.ts'
import { readKeys, signerOf } from '../../platform/keys.ts'
import type { AuditFacts } from '../../module/auditRule.ts'
import type { Finding } from '../../module/finding.ts'
import { loggedKeys } from './auditCheckpoint.ts'
import { AUDITS } from './audits.ts'

/** A finding with the number of the invariant that it breaks. */
export type NumberedFinding = Finding & { number: number }

/**
 * Recomputes the books, from the first entry or since an earlier audit, as of one snapshot. Changes nothing; an empty list means
 * no findings. Two connections share the snapshot and take rule after rule, slowest first.
 */
export async function runAudit(
  database: Database,
  given: Partial<AuditFacts> = {},
): Promise<NumberedFinding[]> {
  const facts = { ...factsOf(database), ...given }
  const rules = [...AUDITS.flat().entries()]
  const waiting = rules.toSorted(([, one], [, other]) => placeOf(one.number) - placeOf(other.number))
  const found: NumberedFinding[][] = []
  const work = async (reader: Reader) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [i, { number, check }] = next
      found[i] = (await check(reader, facts)).map((one) => ({ ...one, number }))
    }
  }
  await inSnapshot(database.db, async (tx, snapshot) => {
    const both = await Promise.allSettled([work(tx), inSnapshot(database.db, work, snapshot)])
    for (const one of both) if (one.status === 'rejected') throw one.reason
  })
  // If a transaction had been restarted, the rule it was running would be missing.
  assert(
    rules.every(([i]) => found[i] !== undefined),
    'every rule was audited',
  )
  return found.flat()
}

/** Numbers of the slowest rules, slowest first: tickets and ends of orders, what owners signed, the log, what orders moved, balances. */
const LONGEST = [8, 14, 13, 7, 3]

function placeOf(number: number): number {
  const place = LONGEST.indexOf(number)
  return place < 0 ? LONGEST.length : place
}

/** The configured networks, each with its node if it answers. The sandbox's node address is read from its server's note. */
export function networksToAudit({ chains, dataDir }: Pick<Config, 'chains' | 'dataDir'>) {
  const own = readNote(sandboxFolderIn(dataDir))
  const networks = chains ?? [{ ...SANDBOX_CHAIN, rpc: own === null ? [] : [own] }]
  return Promise.all(
    networks.map(async (chain): Promise<AuditedNetwork> => {
      const keepsStates = chain.kind === 'evm'
      const node = chainNode({ urls: () => chain.rpc, keepsStates, nowMs: systemClock().nowMs })
      const answers = await node.chainId().catch(() => null)
      return { chain, node: answers === chain.chainId ? node : null }
    }),
  )
}

/** The secret for users' tags from the keys file; null without the file, or when its receipts key is not in this house's log. */
export async function tagSecretToAudit(
  { keysFile }: Pick<Config, 'keysFile'>,
  reader: Reader,
): Promise<AuditFacts['tagSecret']> {
  const keys = isReadable(keysFile) ? readKeys(keysFile) : null
  if (!keys || !(await loggedKeys(reader)).has(signerOf(keys.receiptsKey).publicKey)) return null
  return hexOf(tagSecretOf(keys.pepper))
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** The report: one line for each invariant with its findings below, then what could not be read. */
export function auditText(
  findings: readonly NumberedFinding[],
  { networks, tagSecret }: Partial<Pick<AuditFacts, 'networks' | 'tagSecret'>> = {},
): string {
  const silent = (networks ?? []).filter(({ node }) => node === null).map(({ chain }) => chain.name)
  const unasked = silent.length === 0 ? [] : [`Not asked, for no node answers: ${silent.join(', ')}.`]
  if (tagSecret === null)
    unasked.push(
      'Tickets were not recomputed from their orders, for KEYS_FILE names no keys file of this house.',
    )
  const sentences = sentencesByNumber().flatMap(([number, sentence]) => {
    const own = findings.filter((one) => one.number === number)
    const lines = own.map(
      (one) => `      ${one.rule}  ${one.where}  expected ${one.expected}, found ${one.found}`,
    )
    return [`${own.length === 0 ? 'ok ' : 'NO '} ${String(number).padStart(2)}. ${sentence}`, ...lines]
  })
  const end = findings.length === 0 ? 'The books balance: 0 findings.' : `${findings.length} findings`
  return [...sentences, ...unasked, end].map((line) => `${line}\n`).join('')
}

function sentencesByNumber(): [number, string][] {
  const all = AUDITS.flat().map(({ number, sentence }) => [number, sentence] as const)
  return [...new Map(all)].toSorted(([one], [other]) => one - other)
}

function factsOf(database: Database): AuditFacts {
  return {
    networks: [],
    since: null,
    next: null,
    receiptsKey: null,
    tagSecret: null,
    ticksBetween: ticksIn(database),
  }
}

/** Reads the log's ticks. */
export function ticksIn(database: Database): AuditFacts['ticksBetween'] {
  const ticks = createTickWindow()
  return (pid, fromMs, toMs) => ticks.between(database.db, pid, fromMs, toMs)
}
