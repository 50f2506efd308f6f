import { readDelegation } from '@tickmark/core/consent/delegation'
import { judgeConsent } from '@tickmark/core/consent/judgeConsent'
import { readSwapText } from '@tickmark/core/consent/swapConsent'
import { bookOfCode, currencyById } from '@tickmark/core/money/currencies'
import { unsignedFindings } from '../module/proof/unsigned.ts'
import { type SignerOf, signersOf } from '../module/proof/walletCheck.ts'
import type { Reader } from '../db/pool.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'
import { publicKeyOfP256, verifyP256 } from '../platform/p256.ts'
import { sha256 } from '../platform/sha256.ts'
import { signedSwaps, type SignedSwap, unsignedSwaps } from './auditConsentStore.ts'
import { swapIdOf } from './swapTerms.ts'

const RULE = 'swap = signed'

/**
 * Each swap is what its owner signed with the key of a session of his; without a signed text, his wallet had signed in without a
 * key. The wallets' own signatures are verified where `wallets` is given.
 */
export async function swapsOffConsents(
  reader: Reader,
  { since, wallets }: Pick<AuditFacts, 'since' | 'wallets'>,
): Promise<Finding[]> {
  const signerOf = signersOf(wallets)
  const findings = await unsignedFindings(reader, RULE, unsignedSwaps(since), signerOf)
  for await (const page of signedSwaps(reader, since)) {
    for (const one of page) if (!(await isSigned(one, signerOf))) findings.push(findingOf(one))
    if (findings.length >= MOST_FINDINGS) break
  }
  return findings.slice(0, MOST_FINDINGS)
}

/** Whether the owner's session signed exactly this swap, in time and for no more than it pays. */
async function isSigned(one: SignedSwap, signerOf: SignerOf): Promise<boolean> {
  const { swap, owner, text, signature, delegation: given } = one
  const delegation = given ? readDelegation(given.text, sha256) : null
  if (!given || !delegation || owner === null) return false
  if (given.address !== owner || delegation.address !== owner || delegation.session !== one.session)
    return false
  const key = readSwapText(text)?.key ?? ''
  if (swapIdOf(Number(swap.user_id), key) !== swap.id) return false
  const facts = { text, asked: { swap: { ...termsOf(swap), key }, received: swap.received }, delegation }
  if (!judgeConsent({ ...facts, nowMs: Number(swap.at_ms) }).ok) return false
  const signer = publicKeyOfP256(delegation.key)
  if (signer === null || !(await verifyP256(text, signature, signer))) return false
  return (await signerOf(given)) === owner
}

function findingOf({ swap, text }: SignedSwap): Finding {
  const found = JSON.stringify({ ...termsOf(swap), received: String(swap.received) })
  return { rule: RULE, where: `swap ${swap.id}`, expected: text.replace('\n', ' '), found }
}

function termsOf({ book, source, target, given }: SignedSwap['swap']) {
  const codeOf = (id: number) => currencyById(id)?.code ?? ''
  return { book: bookOfCode(book), source: codeOf(source), target: codeOf(target), given: String(given) }
}
