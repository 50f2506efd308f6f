import { currencyById } from '@tickmark/core/money/currencies'
import { formatAmount } from '@tickmark/core/money/money'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { Reader } from '../db/pool.ts'
import type { AuditedPart } from '../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'
import { gasPricesOffTicks } from './auditGasPrices.ts'
import { withdrawalsAfter, type OwnedWithdrawal } from './auditStore.ts'
import { intentVerdict, readIntent } from './withdrawal/signedIntent.ts'

/**
 * Each withdrawal has the terms that its owner's wallet signed, at a price of gas from the log. They never change, so each is read once. A signature that
 * only the owner's contract could confirm is not judged.
 */
export async function termsOffIntents(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let place = 0n; findings.length < MOST_FINDINGS;) {
    const page = await withdrawalsAfter(reader, { sinceMs: since?.atMs ?? -1, place })
    const last = page.at(-1)
    if (!last) break
    for (const one of page) findings.push(...findingsOf(one))
    findings.push(...(await gasPricesOffTicks(reader, page)))
    place = last.place
  }
  return findings
}

function findingsOf({ withdrawal: one, owner, hasKey }: OwnedWithdrawal): Finding[] {
  const where = `withdrawal ${one.id}`
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
  const findings: Finding[] = []
  const [expected, found] = [textOf(intent), textOf(booked)]
  if (expected !== found) findings.push({ rule: 'withdrawal = intent', where, expected, found })
  const isOwn = one.account === owner && (!hasKey || intentVerdict(one) === 'valid')
  if (!isOwn)
    findings.push({
      rule: 'intent = owner',
      where,
      expected: `signed by ${owner}`,
      found: `${intentVerdict(one)} signature of ${one.account}`,
    })
  return findings
}
