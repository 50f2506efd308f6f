import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { Reader } from '../db/pool.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'
import { gasPricesOffTicks } from './auditGasPrices.ts'
import { withdrawalsAfter, type OwnedWithdrawal } from './auditStore.ts'
import { intentVerdict, readIntent } from './withdrawal/signedIntent.ts'

/**
 * Each withdrawal has the terms that its owner's wallet signed, and its gas price follows from the log. They never change, so each
 * is read once. A signature that only the owner's contract could confirm needs a contract there, where a chain can be asked.
 */
export async function termsOffIntents(
  reader: Reader,
  { since, wallets }: Pick<AuditFacts, 'since' | 'wallets'>,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let place = 0n; findings.length < MOST_FINDINGS;) {
    const page = await withdrawalsAfter(reader, { sinceMs: since?.atMs ?? -1, place })
    const last = page.at(-1)
    if (!last) break
    for (const one of page) {
      findings.push(...offTerms(one))
      if (!(await isOwners(one, wallets))) findings.push(notOwners(one))
    }
    findings.push(...(await gasPricesOffTicks(reader, page)))
    place = last.place
  }
  return findings
}

function offTerms({ withdrawal: one }: OwnedWithdrawal): Finding[] {
  const intent = readIntent(one.intent)
  const booked: Partial<WithdrawalIntent> = {
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
