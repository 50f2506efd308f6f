import { ledgerFloor } from '@tickmark/core/money/rawUnits'
import type { Amount } from '@tickmark/core/money/money'
import type { Reader } from '../db/pool.ts'
import type { AuditedPart, AuditFacts, AuditRule } from '../module/auditRule.ts'
import type { Finding } from '../module/finding.ts'
import { type AuditedNetwork, auditNetworks, codeOf } from './auditHoldings.ts'
import {
  CREDITED_WITHIN_BLOCKS,
  depositsOffAddresses,
  depositsOverdue,
  paymentsUncounted,
  readBlocks,
} from './auditDepositStore.ts'
import { chainSums, depositMismatches, lossMismatches, paidOut } from './auditStore.ts'
import { type Chain, coinsOf, findCoin } from './node/network.ts'
import { realLiabilities } from './deposits/fundingStore.ts'

declare module '../module/auditRule.ts' {
  interface AuditFacts {
    networks: readonly AuditedNetwork[]
  }
}

export const chainsAudit: readonly AuditRule[] = [
  {
    number: 12,
    sentence:
      'For each currency with a network, our addresses hold what the real book owes, less what lies at the venues. Every raw unit that left is a payout in the books. What the house recorded at a user’s address is credited to him, whole and in time.',
    check: (reader, { networks, since, next }) => {
      const chains = networks.map(({ chain }) => chain)
      return auditChainMoves(reader, chains, { since, next })
    },
  },
  {
    number: 29,
    sentence: 'Each of our addresses holds on its chain at least what the moves recorded there give.',
    readsAll: true,
    check: auditNetworks,
  },
]

/**
 * Compares deposits with their postings, their addresses and what came in, and what the real book owes with what our
 * addresses hold by the recorded moves. `chains` lists all networks; a currency without one is not checked.
 */
export async function auditChainMoves(
  reader: Reader,
  chains: readonly Chain[],
  steps: Steps = { since: null, next: null },
): Promise<Finding[]> {
  const deposits = [
    ...(await depositMismatches(reader, steps.since)),
    ...(await depositsOffAddresses(reader, chains, steps.since)),
    ...(await paymentsUncounted(reader, await paymentsAfter(reader, chains, steps))),
    ...(await depositsOverdue(reader, chains)),
  ]
  const losses = (await lossMismatches(reader)).map(({ currency, lost, booked }) => ({
    rule: 'losses = postings',
    where: codeOf(currency),
    expected: `${lost} borne by the house`,
    found: `${booked}`,
  }))
  return [...deposits, ...losses, ...(await auditCover(reader, chains, await paidInAll(reader, steps)))]
}

/**
 * The block of each chain after which a step looks for payments without a deposit; null to look in all. Carries those for the
 * next step: all deposits up to them are credited, unless the network is halted.
 */
async function paymentsAfter(
  reader: Reader,
  chains: readonly Chain[],
  { since, next }: Steps,
): Promise<Record<string, number> | null> {
  if (next) {
    const read = await readBlocks(
      reader,
      chains.map(({ id }) => id),
    )
    const settled = chains.flatMap(({ id, confirmations }) => {
      const block = (read.get(id) ?? 0) - PATIENCE * confirmations - CREDITED_WITHIN_BLOCKS
      return block > 0 ? [[String(id), block] as const] : []
    })
    next.carried[SETTLED] = Object.fromEntries(settled)
  }
  return since && { ...(since.carried[SETTLED] as Record<string, number> | undefined) }
}

const SETTLED = 'settledBlocks'

/** A payout must be in the books after this multiple of its chain's confirmations, counted in blocks. */
const PATIENCE = 2

interface Cover {
  currency: number
  /** Ledger units, rounded down. Payouts that the books may not show yet count as held. */
  held: Amount
  /** Outflow from our addresses, with and without the newest blocks; rounded down. */
  out: Amount
  settledOut: Amount
  outMoves: number
}

/**
 * For every currency with a network, the chains hold at least what the real book owes. Outflow from our addresses
 * equals what the books paid out, to less than one unit per move.
 */
async function auditCover(
  reader: Reader,
  chains: readonly Chain[],
  paid: ReadonlyMap<number, Amount>,
): Promise<Finding[]> {
  const owed = await realLiabilities(reader)
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

type Steps = Pick<AuditFacts, 'since' | 'next'>

/** Carries the payouts up to the end of the audited part; only later ones are read. */
async function paidInAll(reader: Reader, { since, next }: Steps): Promise<Map<number, Amount>> {
  const before = carriedPaid(since)
  const afterMs = since?.atMs ?? 0
  if (next) {
    const paid = added(before, await paidOut(reader, { afterMs, toMs: next.atMs }))
    next.carried[PAID] = Object.fromEntries([...paid].map(([currency, sum]) => [currency, String(sum)]))
  }
  return added(before, await paidOut(reader, { afterMs }))
}

const PAID = 'paid'

function carriedPaid(since: AuditedPart | null): Map<number, Amount> {
  const sums = Object.entries(since?.carried[PAID] ?? {})
  return new Map(sums.map(([currency, sum]) => [Number(currency), BigInt(String(sum))]))
}

function added(one: ReadonlyMap<number, Amount>, other: ReadonlyMap<number, Amount>): Map<number, Amount> {
  const sums = new Map(one)
  for (const [currency, sum] of other) sums.set(currency, (sums.get(currency) ?? 0n) + sum)
  return sums
}

async function coversOf(reader: Reader, chains: readonly Chain[]): Promise<Cover[]> {
  const young = new Map(chains.map((one) => [one.id, PATIENCE * one.confirmations]))
  const sums = await chainSums(reader, young)
  // There is nothing to compare until the sandbox has funded its house.
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

function currenciesOf(chains: readonly Chain[]): Set<number> {
  return new Set(chains.flatMap(coinsOf).map((one) => one.currency))
}
