import { ledgerFloor } from '@tickmark/core/chainUnits'
import { currencyById } from '@tickmark/core/currencies'
import type { Reader } from '../db/pool.ts'
import { type Finding, MOST_FINDINGS } from '../ledger/audit.ts'
import { spelledAddress } from './addresses.ts'
import { addressSums, chainSums, depositMismatches, lossMismatches } from './auditStore.ts'
import type { Chain } from './chain.ts'
import { realLiabilities } from './fundingStore.ts'
import type { ChainNode } from './node.ts'
import { decimalsOf } from './scan.ts'
import { lastBlock } from './store.ts'

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

/** I6: of every currency with a network, the chains hold at least what the real book owes. */
async function auditCover(reader: Reader, chains: readonly Chain[]): Promise<Finding[]> {
  const owed = await realLiabilities(reader)
  const sums = await chainSums(reader)
  const findings: Finding[] = []
  for (const currency of currenciesOf(chains)) {
    const parts = sums.filter((one) => one.currency === currency)
    const chainOf = (id: number) => chains.find((one) => one.id === id)
    const held = parts.reduce((all, { chain, raw }) => {
      const found = chainOf(chain)
      return found ? all + ledgerFloor(raw > 0n ? raw : 0n, decimalsOf(found, currency)) : all
    }, 0n)
    const liabilities = owed.get(currency) ?? 0n
    if (held >= liabilities) continue
    findings.push({
      rule: 'I6 chain >= liabilities',
      where: codeOf(currency),
      expected: `${liabilities} or more`,
      found: `${held}`,
    })
  }
  return findings
}

/** Addresses that are asked for in one request. */
const PAGE = 1_000

/**
 * Every address holds on the chain what its moves sum up to, after the newest block that was read. Less is a finding.
 * More is not: anybody can put coins where no transaction tells of it, and they are nobody's.
 */
export async function auditHoldings(reader: Reader, chain: Chain, node: ChainNode): Promise<Finding[]> {
  const last = await lastBlock(reader, chain.id)
  if (last === null) return []
  const contractOf = new Map(chain.tokens.map((one) => [one.currency, one.contract]))
  const findings: Finding[] = []
  for (let after = ''; ;) {
    const sums = await addressSums(reader, chain.id, after, PAGE)
    const holders = sums.map(({ address, currency }) => ({
      address,
      contract: contractOf.get(currency) ?? null,
    }))
    const held = await node.holdings(holders, last.number)
    for (const [i, { address, currency, raw }] of sums.entries()) {
      const found = held[i] ?? 0n
      if (found >= raw) continue
      const where = `${spelledAddress(address, chain.kind)} ${codeOf(currency)}`
      findings.push({ rule: 'I6 held on chain', where, expected: `${raw}`, found: `${found}` })
    }
    const next = sums.at(-1)?.address
    if (next === undefined || findings.length >= MOST_FINDINGS) return findings
    after = next
  }
}

function currenciesOf(chains: readonly Chain[]): Set<number> {
  return new Set(chains.flatMap((one) => [one.native.currency, ...one.tokens.map((token) => token.currency)]))
}

function codeOf(currency: number): string {
  return currencyById(currency)?.code ?? `currency ${currency}`
}
