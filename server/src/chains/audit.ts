import { ledgerFloor } from '@tickmark/core/money/rawUnits'
import { currencyById } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import type { Reader } from '../db/pool.ts'
import type { AuditRule } from '../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'
import { spelledAddress } from './node/addresses.ts'
import { addressSums, chainSums, depositMismatches, lossMismatches, paidOut } from './auditStore.ts'
import { type Chain, coinsOf, findCoin } from './node/network.ts'
import { realLiabilities } from './deposits/fundingStore.ts'
import { type ChainNode, type Holder, NodesDisagree } from './node/node.ts'
import { NodeUnreachable, RpcRefusal } from './node/rpc.ts'
import { lastBlock } from './deposits/store.ts'

/** A network, and a node that tells what lies there; without one, the books are compared with the moves that were read. */
export interface AuditedNetwork {
  chain: Chain
  node: ChainNode | null
}

declare module '../module/auditRule.ts' {
  interface AuditFacts {
    networks: readonly AuditedNetwork[]
  }
}

export const chainsAudit: readonly AuditRule[] = [
  {
    number: 12,
    sentence:
      'What the real book owes of a currency with a network lies on the chain, and every raw unit that left is a payout in the books.',
    check: (reader, { networks }) => auditNetworks(reader, networks),
  },
]

/** Deposits and cover by the books, then every address on the chain itself. */
async function auditNetworks(reader: Reader, networks: readonly AuditedNetwork[]): Promise<Finding[]> {
  const chains = networks.map(({ chain }) => chain)
  const findings = await auditChainMoves(reader, chains)
  for (const { chain, node } of networks) {
    if (node) findings.push(...(await auditHoldings(reader, chain, node)))
  }
  return findings
}

/**
 * Deposits against their postings, and what the real book owes against what our addresses hold by the moves that were
 * read. `chains` are all networks; a currency that has none is not looked at.
 */
export async function auditChainMoves(reader: Reader, chains: readonly Chain[]): Promise<Finding[]> {
  const deposits = (await depositMismatches(reader, MOST_FINDINGS)).map(({ id, expected, found }) => ({
    rule: 'deposits = postings',
    where: `deposit ${id}`,
    expected,
    found,
  }))
  const losses = (await lossMismatches(reader)).map(({ currency, lost, booked }) => ({
    rule: 'losses = postings',
    where: codeOf(currency),
    expected: `${lost} borne by the house`,
    found: `${booked}`,
  }))
  return [...deposits, ...losses, ...(await auditCover(reader, chains))]
}

/** Blocks until a payout must be in the books, as a multiple of its confirmations. */
const PATIENCE = 2

interface Cover {
  currency: number
  /** Ledger units, rounded down; payouts that the books may not have yet count as held. */
  held: Amount
  /** What left our addresses, with the latest and without: rounded down. */
  out: Amount
  settledOut: Amount
  outMoves: number
}

/**
 * Of every currency with a network, the chains hold at least what the real book owes; and what left our addresses is
 * what the books paid out, to less than a unit for each time.
 */
async function auditCover(reader: Reader, chains: readonly Chain[]): Promise<Finding[]> {
  const owed = await realLiabilities(reader)
  const paid = await paidOut(reader)
  const findings: Finding[] = []
  const expect = (rule: string, currency: number, isSo: boolean, expected: string, found: Amount) => {
    if (!isSo) findings.push({ rule, where: codeOf(currency), expected, found: String(found) })
  }
  for (const { currency, held, out, settledOut, outMoves } of await coversOf(reader, chains)) {
    const [owes, pays] = [owed.get(currency) ?? 0n, paid.get(currency) ?? 0n]
    const most = out + BigInt(outMoves)
    expect('chain >= liabilities', currency, held >= owes, `${owes} or more`, held)
    const isPaid = settledOut <= pays && pays <= most
    expect('outgoing = payouts', currency, isPaid, `${settledOut} to ${most} in the books`, pays)
  }
  return findings
}

async function coversOf(reader: Reader, chains: readonly Chain[]): Promise<Cover[]> {
  const young = new Map(chains.map((one) => [one.id, PATIENCE * one.confirmations]))
  const sums = await chainSums(reader, young)
  // Until the sandbox has paid its house in there is nothing to compare with.
  const isBegun = (currency: number) =>
    chains.some((one) => !one.isTest) || sums.some((one) => one.currency === currency)
  return [...currenciesOf(chains)].filter(isBegun).map((currency) => {
    const cover: Cover = { currency, held: 0n, out: 0n, settledOut: 0n, outMoves: 0 }
    for (const chain of chains) {
      const sum = sums.find((one) => one.chain === chain.id && one.currency === currency)
      const coin = findCoin(chain, currency)
      if (!sum || !coin) continue
      const units = (raw: bigint) => ledgerFloor(raw > 0n ? raw : 0n, coin.decimals)
      cover.held += units(sum.raw + sum.youngOut)
      cover.out += units(sum.out)
      cover.settledOut += units(sum.out - sum.youngOut)
      cover.outMoves += sum.outMoves
    }
    return cover
  })
}

/** Addresses that are read at a time. */
const PAGE = 1_000

/**
 * Every address holds on the chain what its moves sum up to, after the newest block that was read. Less is a finding.
 * More is not: anybody can put coins where no transaction tells of it, and they are nobody's. Nodes that do not tell are
 * a finding, too.
 */
export async function auditHoldings(reader: Reader, chain: Chain, node: ChainNode): Promise<Finding[]> {
  const last = await lastBlock(reader, chain.id)
  if (last === null) return []
  const findings: Finding[] = []
  for (let after = ''; ;) {
    const sums = await addressSums(reader, chain.id, after, PAGE)
    // A coin that the table has no more cannot be asked for.
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

/** In words, why the nodes do not tell: what was found before is worth as much, and nothing that was not asked is fine. */
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

function currenciesOf(chains: readonly Chain[]): Set<number> {
  return new Set(chains.flatMap(coinsOf).map((one) => one.currency))
}

function codeOf(currency: number): string {
  return currencyById(currency)?.code ?? `currency ${currency}`
}
