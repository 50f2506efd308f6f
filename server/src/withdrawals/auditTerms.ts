import { isAcceptedInTime } from '@tickmark/core/evidence/withdrawalPromise'
import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { Chain } from '../chains/node/network.ts'
import type { Reader } from '../db/pool.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'
import { gasPricesOffTicks } from './auditGasPrices.ts'
import { withdrawalsAfter, type OwnedWithdrawal } from './auditStore.ts'
import { intentVerdict, readIntent } from './withdrawal/signedIntent.ts'

/**
 * Each withdrawal has the terms that its owner's wallet signed, was accepted in the time for which they were signed, and has a gas
 * price that follows from the log. None of this changes, so each withdrawal is read once. A signature that only the owner's contract
 * could confirm needs a contract there, where a chain can be asked.
 */
export async function termsOffIntents(
  reader: Reader,
  { since, wallets, networks }: Pick<AuditFacts, 'since' | 'wallets' | 'networks'>,
): Promise<Finding[]> {
  const chains = new Map(networks.map(({ chain }) => [chain.id, chain]))
  const findings: Finding[] = []
  for (let place = 0n; findings.length < MOST_FINDINGS;) {
    const page = await withdrawalsAfter(reader, { sinceMs: since?.atMs ?? -1, place })
    const last = page.at(-1)
    if (!last) break
    for (const one of page) {
      findings.push(...offTerms(one, chains.get(one.withdrawal.chainId)), ...offTime(one))
      if (!(await isOwners(one, wallets))) findings.push(notOwners(one))
    }
    findings.push(...(await gasPricesOffTicks(reader, page)))
    place = last.place
  }
  return findings
}

/** Without `chain`, which is no network that is given, compares all but the network. */
function offTerms({ withdrawal: one }: OwnedWithdrawal, chain: Chain | undefined): Finding[] {
  const intent = readIntent(one.intent)
  const booked: Partial<WithdrawalIntent> = {
    ...(chain && { network: chain.name }),
    currency: currencyById(one.currencyId)?.code ?? '',
    amount: formatAmount(one.amount),
    feeCap: formatAmount(one.feeCap),
    to: one.to,
    nonce: one.nonce,
  }
  const fields = Object.keys(booked) as (keyof WithdrawalIntent)[]
  const textOf = (given: Partial<WithdrawalIntent> | null) =>
    fields.map((field) => `${field} ${given?.[field] ?? 'none'}`).join(', ')
  const [expected, found] = [textOf(intent), textOf(booked)]
  if (expected === found) return []
  return [{ rule: 'withdrawal = intent', where: `withdrawal ${one.id}`, expected, found }]
}

function offTime({ withdrawal: { id, intent: text, requestedAtMs: at } }: OwnedWithdrawal): Finding[] {
  const intent = readIntent(text)
  if (intent === null || isAcceptedInTime({ at, intent })) return []
  const [expected, found] = [`accepted before ${intent.expires}`, new Date(at).toISOString()]
  return [{ rule: 'withdrawal = intent', where: `withdrawal ${id}`, expected, found }]
}

async function isOwners(
  { withdrawal, owner, hasKey }: OwnedWithdrawal,
  wallets: AuditFacts['wallets'],
): Promise<boolean> {
  if (withdrawal.account !== owner) return false
  if (intentVerdict(withdrawal) === 'valid') return true
  if (hasKey) return false
  if (!wallets) return true
  return wallets.hasCode !== null && (await wallets.hasCode(owner).catch(() => false))
}

function notOwners({ withdrawal: one, owner }: OwnedWithdrawal): Finding {
  return {
    rule: 'intent = owner',
    where: `withdrawal ${one.id}`,
    expected: `signed by ${owner}`,
    found: `${intentVerdict(one)} signature of ${one.account}`,
  }
}
