import { messageHash, recoverAddress } from '@tickmark/chainkit/signatures'
import { agreementText } from '@tickmark/core/loans/agreement'
import { scheduleOf } from '@tickmark/core/loans/schedule'
import { isLendable, LOAN } from '@tickmark/core/loans/terms'
import { formatAmount } from '@tickmark/core/money/money'
import type { Reader } from '../../db/pool.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../../module/finding.ts'
import { agreementOf, type LoanApplication } from '../application.ts'
import { findApplication } from '../store.ts'
import { type LentLoan, loansBegunAfter } from './auditStore.ts'

/** How long a loan's payout may wait for locks after its decision. */
const SLACK_MS = 60_000

/**
 * Each loan is what its borrower's wallet signed: the stored facts give the signed text, the wallet is its user's, and the stored
 * schedule follows from them. It was paid out before the application lapsed, and so before its first instalment was due. Nothing of
 * this ever changes, so each loan is read once.
 */
export async function loansOffAgreements(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = ''; findings.length < MOST_FINDINGS;) {
    const page = await loansBegunAfter(reader, since?.atMs ?? -1, after)
    const last = page.at(-1)
    if (!last) break
    for (const one of page) findings.push(...(await findingsOf(reader, one)))
    after = last.id
  }
  return findings
}

async function findingsOf(
  reader: Reader,
  { id, owner, startedAtMs, schedule }: LentLoan,
): Promise<Finding[]> {
  const application = await findApplication(reader, id)
  const where = `loan ${id}`
  if (!application || !isLendable(application.amount, application.instalments))
    return [{ rule: 'loan = agreement', where, expected: 'terms of a loan', found: 'none' }]
  const findings: Finding[] = []
  const signer = signerOf(application)
  const isSigned = signer === application.borrower && signer === owner
  if (!isSigned)
    findings.push({
      rule: 'loan = agreement',
      where,
      expected: `signed by ${owner}`,
      found: `signed by ${signer}`,
    })
  const { amount, instalments, writtenAtMs } = application
  const latestMs = writtenAtMs + LOAN.decisionLifeMs + SLACK_MS
  if (startedAtMs > latestMs)
    findings.push({
      rule: 'loan = agreement',
      where,
      expected: `paid out by ${latestMs}`,
      found: `paid out at ${startedAtMs}`,
    })
  const signed = scheduleOf(amount, instalments, writtenAtMs)
  const expected = signed.map((one) => `${formatAmount(one.amount)} by ${one.due}`).join(', ')
  const found = schedule.map((one) => `${formatAmount(one.amount)} by ${one.due}`).join(', ')
  if (expected !== found) findings.push({ rule: 'schedule = agreement', where, expected, found })
  return findings
}

function signerOf(application: LoanApplication): string {
  const { wallet, signature } = application
  const text = agreementText(agreementOf(application))
  return recoverAddress(messageHash(text, wallet), signature, wallet) ?? 'nobody'
}
