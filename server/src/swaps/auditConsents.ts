import { readDelegation, type SignedDelegation } from '@tickmark/core/consent/delegation'
import { judgeConsent } from '@tickmark/core/consent/judgeConsent'
import { readSignInText } from '@tickmark/core/consent/signInText'
import { readSwapText } from '@tickmark/core/consent/swapConsent'
import { bookOfCode, currencyById } from '@tickmark/core/money/currencies'
import type { Reader } from '../db/pool.ts'
import type { AuditFacts } from '../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'
import { publicKeyOfP256, verifyP256 } from '../platform/p256.ts'
import { sha256 } from '../platform/sha256.ts'
import { ownedSwaps, type OwnedSwap } from './auditConsentStore.ts'
import { swapIdOf } from './swapTerms.ts'

type Wallets = AuditFacts['wallets']

/**
 * Each swap is what its owner signed with the key of a session of his; without a signed text, his wallet had signed in without a
 * key. The wallets' own signatures are verified where `wallets` is given.
 */
export async function swapsOffConsents(
  reader: Reader,
  { since, wallets }: Pick<AuditFacts, 'since' | 'wallets'>,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const isWallets = walletCheck(wallets)
  for await (const page of ownedSwaps(reader, since)) {
    for (const one of page) {
      const isSound = one.signed ? await isSigned(one, isWallets) : await isKeyless(one, isWallets)
      if (!isSound) findings.push(findingOf(one))
    }
    if (findings.length >= MOST_FINDINGS) break
  }
  return findings.slice(0, MOST_FINDINGS)
}

type IsWallets = (proof: SignedDelegation) => Promise<boolean>

/** Whether the owner's session signed exactly this swap, in time and for no more than it pays. */
async function isSigned({ swap, owner, signed }: OwnedSwap, isWallets: IsWallets): Promise<boolean> {
  const given = signed?.delegation
  const delegation = given ? readDelegation(given.text, sha256) : null
  if (!signed || !given || !delegation || owner === null) return false
  if (given.address !== owner || delegation.address !== owner || delegation.session !== signed.session)
    return false
  const { text, signature } = signed
  const key = readSwapText(text)?.key ?? ''
  if (swapIdOf(Number(swap.user_id), key) !== swap.id) return false
  const facts = { text, asked: { swap: { ...termsOf(swap), key }, received: swap.received }, delegation }
  if (!judgeConsent({ ...facts, nowMs: Number(swap.at_ms) }).ok) return false
  const signer = publicKeyOfP256(delegation.key)
  return signer !== null && (await verifyP256(text, signature, signer)) && isWallets(given)
}

/** Whether the owner's wallet had signed in without a key before the swap. */
async function isKeyless({ swap, owner, keyless }: OwnedSwap, isWallets: IsWallets): Promise<boolean> {
  const signIn = keyless && readSignInText(keyless.text, sha256)
  if (!keyless || !signIn || signIn.grant !== null || signIn.issuedAtMs > Number(swap.at_ms)) return false
  return signIn.address === owner && isWallets(keyless)
}

/** Most wallets' signatures whose verdicts are kept. */
const KEPT = 20_000

/** Verifies wallets' signatures, each once; without `wallets` all count as true. */
function walletCheck(wallets: Wallets): IsWallets {
  const known = new Map<string, boolean>()
  return async ({ text, signature, address, kind }) => {
    if (!wallets) return true
    const name = `${kind} ${address} ${signature} ${text}`
    const earlier = known.get(name)
    if (earlier !== undefined) return earlier
    const { recoverWallet, hasCode } = wallets
    const isTrue =
      kind === 'contract'
        ? hasCode !== null && (await hasCode(address).catch(() => false))
        : recoverWallet(text, signature, kind) === address
    if (known.size >= KEPT) known.clear()
    known.set(name, isTrue)
    return isTrue
  }
}

function findingOf({ swap, signed }: OwnedSwap): Finding {
  return {
    rule: 'swap = signed',
    where: `swap ${swap.id}`,
    expected: signed ? signed.text.replace('\n', ' ') : 'a signed text',
    found: JSON.stringify({ ...termsOf(swap), received: String(swap.received) }),
  }
}

function termsOf({ book, source, target, given }: OwnedSwap['swap']) {
  const codeOf = (id: number) => currencyById(id)?.code ?? ''
  return { book: bookOfCode(book), source: codeOf(source), target: codeOf(target), given: String(given) }
}
