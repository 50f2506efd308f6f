import { GENESIS, checkChain } from '@tickmark/core/log/log'
import { auditChainMoves, auditHoldings } from '../chains/audit.ts'
import type { Chain } from '../chains/node/network.ts'
import { type ChainNode, chainNode } from '../chains/node/node.ts'
import { SANDBOX_CHAIN } from '../chains/sandbox/sandboxChain.ts'
import { readNote, sandboxFolderIn } from '../chains/sandbox/sandboxSupervisor.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from './config.ts'
import type { Database, Reader } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { auditLedger, type Finding } from '../ledger/audit.ts'
import { sha256 } from '../platform/sha256.ts'
import { readEntries } from '../market/store.ts'
import { createTickWindow } from '../market/ticks.ts'
import { auditOrders } from '../orders/audit.ts'
import type { TickReader } from '../orders/order/fixings.ts'
import { auditSwaps } from '../swaps/audit.ts'
import { auditWithdrawals } from '../withdrawals/audit.ts'

/** A network, and a node that tells what lies there; without one, the books are compared with the moves that were read. */
export interface AuditedNetwork {
  chain: Chain
  node: ChainNode | null
}

export interface AuditDeps {
  networks: readonly AuditedNetwork[]
  ticksBetween: TickReader
  /** What is wrong with the public log's hash chain. */
  checkLog(reader: Reader): Promise<Finding[]>
}

/** Recomputes the books from their first entry on, as of one moment. Changes nothing; an empty list is the good news. */
export function runAudit(database: Database, given: Partial<AuditDeps> = {}): Promise<Finding[]> {
  const { networks, ticksBetween, checkLog } = { ...depsOf(database), ...given }
  const work = async (reader: Reader) => [
    ...(await auditLedger(reader)),
    ...(await auditOrders(reader, ticksBetween)),
    ...(await auditSwaps(reader)),
    ...(await auditWithdrawals(reader)),
    ...(await auditNetworks(reader, networks)),
    ...(await checkLog(reader)),
  ]
  return transact(database.db, work, { isolation: 'repeatable read' })
}

/** Deposits and cover by the books, then every address on the chain itself. */
async function auditNetworks(reader: Reader, networks: readonly AuditedNetwork[]): Promise<Finding[]> {
  const chains = networks.map(({ chain }) => chain)
  const findings = await auditChainMoves(reader, chains)
  for (const { chain, node } of networks) {
    if (node) findings.push(...(await auditHoldings(reader, chain, node)))
  }
  return findings
}

/** The networks of a configuration, each with its node if that answers; the sandbox's own is where its server noted it. */
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

/** Findings as lines of text, and which networks could not be asked. */
export function auditText(findings: readonly Finding[], networks: readonly AuditedNetwork[] = []): string {
  const silent = networks.filter(({ node }) => node === null).map(({ chain }) => chain.name)
  const unasked = silent.length === 0 ? '' : `Not asked, for no node answers: ${silent.join(', ')}.\n`
  if (findings.length === 0) return `${unasked}The books balance: 0 findings.\n`
  const lines = findings.map(
    (one) => `${one.rule}  ${one.where}  expected ${one.expected}, found ${one.found}`,
  )
  return `${unasked}${lines.join('\n')}\n${findings.length} findings\n`
}

function depsOf(database: Database): AuditDeps {
  const ticks = createTickWindow()
  const ticksBetween: TickReader = (pid, fromMs, toMs) => ticks.between(database.db, pid, fromMs, toMs)
  return { networks: [], ticksBetween, checkLog }
}

const PAGE = 2_000

/** Hashes the whole log again. */
async function checkLog(reader: Reader): Promise<Finding[]> {
  let prevHash: Uint8Array = GENESIS
  for (let from = 1; ; from += PAGE) {
    const entries = await readEntries(reader, from, from + PAGE - 1)
    const first = entries[0]
    if (!first) return []
    const checked = checkChain(entries, prevHash, sha256)
    if (!checked.ok || first.seq !== from) {
      const at = checked.ok ? first.seq : entries[checked.index]?.seq
      const found = checked.ok ? 'wrong_seq' : checked.problem
      return [{ rule: 'I7 chain', where: `log entry ${at}`, expected: 'an unbroken chain', found }]
    }
    prevHash = (entries.at(-1) ?? first).hash
  }
}
