import { SANDBOX_CHAIN } from '../chains/sandbox/sandboxChain.ts'
import { readNote, sandboxFolderIn } from '../chains/sandbox/sandboxSupervisor.ts'
import type { AuditedNetwork } from '../chains/audit.ts'
import { chainNode } from '../chains/node/node.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from './config.ts'
import type { Database, Reader } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { createTickWindow } from '../market/ticks.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { AUDITS } from './audits.ts'

/** A finding with the number of the invariant that it breaks. */
export type NumberedFinding = Finding & { number: number }

/**
 * Recomputes the books from the first entry on, as of one snapshot. Changes nothing; an empty list means no findings.
 */
export function runAudit(database: Database, given: Partial<AuditFacts> = {}): Promise<NumberedFinding[]> {
  const facts = { ...factsOf(database), ...given }
  const work = async (reader: Reader) => {
    const findings: NumberedFinding[] = []
    for (const { number, check } of AUDITS.flat()) {
      for (const one of await check(reader, facts)) findings.push({ ...one, number })
    }
    return findings
  }
  return transact(database.db, work, { isolation: 'repeatable read' })
}

/**
 * The networks of a configuration, each with its node if that answers. The sandbox's node address comes from where its
 * server noted it.
 */
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

/** The report: one line for each invariant with its findings below, then the networks whose node did not answer. */
export function auditText(
  findings: readonly NumberedFinding[],
  networks: readonly AuditedNetwork[] = [],
): string {
  const silent = networks.filter(({ node }) => node === null).map(({ chain }) => chain.name)
  const unasked = silent.length === 0 ? [] : [`Not asked, for no node answers: ${silent.join(', ')}.`]
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
  const ticks = createTickWindow()
  return {
    networks: [],
    ticksBetween: (pid, fromMs, toMs) => ticks.between(database.db, pid, fromMs, toMs),
  }
}
