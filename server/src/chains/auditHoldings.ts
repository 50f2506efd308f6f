import { currencyById } from '@tickmark/core/money/currencies'
import type { Reader } from '../db/pool.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'
import { addressSums } from './auditStore.ts'
import { lastBlock } from './deposits/store.ts'
import { spelledAddress } from './node/addresses.ts'
import { type Chain, findCoin } from './node/network.ts'
import { type ChainNode, type Holder, NodesDisagree } from './node/node.ts'
import { NodeUnreachable, RpcRefusal } from './node/rpc.ts'

/**
 * A network with a node to read its holdings from. Without a node, only the books are compared with the recorded moves.
 */
export interface AuditedNetwork {
  chain: Chain
  node: ChainNode | null
}

/** Audits every address on its chain itself. */
export async function auditNetworks(reader: Reader, { networks }: AuditFacts): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { chain, node } of networks) {
    if (node) findings.push(...(await auditHoldings(reader, chain, node)))
  }
  return findings
}

/** Addresses read in one request. */
const PAGE = 1_000

/**
 * After the newest recorded block, every address holds on the chain at least the sum of its moves; less is a finding.
 * More is none: anybody can send coins without a visible transaction, and nobody is credited for them. A node that
 * cannot report holdings is a finding, too.
 */
export async function auditHoldings(reader: Reader, chain: Chain, node: ChainNode): Promise<Finding[]> {
  const last = await lastBlock(reader, chain.id)
  if (last === null) return []
  const findings: Finding[] = []
  for (let after = ''; ;) {
    const sums = await addressSums(reader, chain.id, after, PAGE)
    // A coin that was removed from the table cannot be queried.
    const asked = sums.flatMap((sum) => {
      const coin = findCoin(chain, sum.currency)
      return coin ? [{ ...sum, contract: coin.contract }] : []
    })
    const held = await holdingsAfter(node, asked, last.number)
    if (typeof held === 'string') return [...findings, unasked(chain, last.number, held)]
    for (const [i, { address, currency, raw }] of asked.entries()) {
      const found = held[i] ?? 0n
      if (found >= raw) continue
      const where = `${spelledAddress(address, chain.kind)} ${codeOf(currency)}`
      findings.push({ rule: 'held on chain', where, expected: `${raw}`, found: `${found}` })
    }
    const next = sums.at(-1)?.address
    if (next === undefined || findings.length >= MOST_FINDINGS) return findings
    after = next
  }
}

/**
 * Returns the reason as text when the nodes cannot report holdings. Earlier findings stay; unread holdings do not count
 * as correct.
 */
async function holdingsAfter(
  node: ChainNode,
  holders: readonly Holder[],
  number: number,
): Promise<bigint[] | string> {
  try {
    return await node.holdings(holders, number)
  } catch (thrown) {
    if (thrown instanceof RpcRefusal) return 'not kept by the node'
    if (thrown instanceof NodeUnreachable) return 'not asked, for no node answers'
    if (thrown instanceof NodesDisagree) return 'two nodes disagree'
    throw thrown
  }
}

function unasked({ name }: Chain, number: number, found: string): Finding {
  return { rule: 'held on chain', where: name, expected: `holdings after block ${number}`, found }
}

export function codeOf(currency: number): string {
  return currencyById(currency)?.code ?? `currency ${currency}`
}
