import { readDelegation } from '@tickmark/core/consent/delegation'
import { judgeConsent } from '@tickmark/core/consent/judgeConsent'
import { readRepaymentText, repaymentTermsOf } from '@tickmark/core/consent/repaymentConsent'
import { unsignedFindings } from '../../module/proof/unsigned.ts'
import { type SignerOf, signersOf } from '../../module/proof/walletCheck.ts'
import type { Reader } from '../../db/pool.ts'
import type { AuditFacts } from '../../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../../module/finding.ts'
import { publicKeyOfP256, verifyP256 } from '../../platform/p256.ts'
import { sha256 } from '../../platform/sha256.ts'
import {
  FIRST,
  type KeptRepayment,
  repaidUnasked,
  repaidWithoutKey,
  repaymentsAfter,
} from './auditRepaymentStore.ts'

/**
 * Each repayment is what a key signed to which its borrower's wallet had delegated, and each early one was signed, unless his wallet had
 * signed in without a key, and never with one. A late fee is due
 * from its charge on, so that only a text that names it must agree with its payment. Nothing of this ever changes, so each
 * repayment is read once.
 */
export async function repaymentsOffConsents(
  reader: Reader,
  { since, wallets }: Pick<AuditFacts, 'since' | 'wallets'>,
): Promise<Finding[]> {
  const signerOf = signersOf(wallets)
  const findings = [
    ...(await repaidUnasked(reader, since)),
    ...(await unsignedFindings(reader, 'repaid = signed', repaidWithoutKey(since), signerOf)),
  ]
  for (let after = FIRST; findings.length < MOST_FINDINGS;) {
    const page = await repaymentsAfter(reader, since, after)
    const last = page.at(-1)
    if (!last) break
    for (const one of page) if (!(await isSigned(one, signerOf))) findings.push(findingOf(one))
    after = last
  }
  return findings
}

/** The house's own judgement at the time of the payment, on what was paid, with both signatures. */
async function isSigned(one: KeptRepayment, signerOf: SignerOf): Promise<boolean> {
  const terms = readRepaymentText(one.text)
  const delegation = one.delegation && readDelegation(one.delegation.text, sha256)
  const key = delegation && publicKeyOfP256(delegation.key)
  if (!terms || !key || delegation.address !== one.owner) return false
  if (terms.first !== one.first || terms.last !== one.last || terms.nonce !== one.nonce) return false
  const asked = { repay: repaymentTermsOf(one.loan, coveredBy(one, terms.fee !== '0')) }
  const judged = judgeConsent({ text: one.text, asked, delegation, nowMs: one.atMs })
  if (!judged.ok || !(await verifyP256(one.text, one.signature, key))) return false
  return one.delegation !== null && (await signerOf(one.delegation)) === one.owner
}

/** What a repayment paid of all that was paid at its time: a look may collect in the same millisecond. */
function coveredBy({ first, last, payments }: KeptRepayment, hasFee: boolean): KeptRepayment['payments'] {
  return payments.filter(({ number }) => (number === 0 ? hasFee : first <= number && number <= last))
}

function findingOf({ loan, first, last, atMs, text, payments }: KeptRepayment): Finding {
  const paid = payments.map(({ number, amount }) => `${number}: ${amount}`).join(', ')
  return {
    rule: 'repaid = signed',
    where: `loan ${loan}, repayment ${first} to ${last}`,
    expected: text.replace('\n', ' '),
    found: `paid at ${atMs}: ${paid || 'nothing'}`,
  }
}
