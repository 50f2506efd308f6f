import { HOUR_MS } from '@tickmark/core/days'
import { currencyById } from '@tickmark/core/money/currencies'
import { payoutOf } from '@tickmark/core/wallet/payout'
import type { AuditedNetwork } from '../chains/auditHoldings.ts'
import { type Chain, findCoin } from '../chains/node/network.ts'
import type { Reader } from '../db/pool.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'
import { minedAfter, type MinedWithdrawal } from './auditStore.ts'

/** How long before its checkpoint a step begins: a payment may end before the house has read its block. */
const BACK_MS = 6 * HOUR_MS

/**
 * A mined payment's fee, and the house's part of its gas, follow from the gas that the chain recorded, to the unit. Leaves out
 * payments in blocks that were not read yet, and those on networks that are not given.
 */
export async function feesOffChain(
  reader: Reader,
  networks: readonly AuditedNetwork[],
  since: AuditedPart | null,
): Promise<Finding[]> {
  const chains = new Map(networks.map(({ chain }) => [chain.id, chain]))
  const findings: Finding[] = []
  const sinceMs = since === null ? -1 : since.atMs - BACK_MS
  for (let place = 0n; chains.size > 0 && findings.length < MOST_FINDINGS;) {
    const page = await minedAfter(reader, { sinceMs, place })
    const last = page.at(-1)
    if (!last) break
    for (const one of page) findings.push(...findingsOf(one, chains.get(one.withdrawal.chainId)))
    place = last.place
  }
  return findings
}

function findingsOf({ withdrawal, burned, isPaid }: MinedWithdrawal, chain: Chain | undefined): Finding[] {
  if (!chain) return []
  const native = chain.native.decimals
  const own = findCoin(chain, withdrawal.currencyId)?.decimals ?? native
  const due = payoutOf(withdrawal, { burned, isPaid, decimals: { native, own } })
  const { fee, gas } = withdrawal.end
  if (due.fee === fee && due.gas === gas && withdrawal.gasCurrencyId === chain.native.currency) return []
  const coin = currencyById(chain.native.currency)?.code ?? ''
  const [expected, found] = [
    `a fee of ${due.fee}, gas of ${due.gas} ${coin}`,
    `a fee of ${fee}, gas of ${gas} ${currencyById(withdrawal.gasCurrencyId)?.code ?? ''}`,
  ]
  return [{ rule: 'fee = chain', where: `withdrawal ${withdrawal.id}`, expected, found }]
}
