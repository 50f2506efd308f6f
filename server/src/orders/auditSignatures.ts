import { readDelegation, type SignedDelegation } from '@tickmark/core/consent/delegation'
import type { OwnerCrypto } from '@tickmark/core/crypto'
import type { KeyObject } from 'node:crypto'
import type { Reader } from '../db/pool.ts'
import { type Finding, MOST_FINDINGS } from '../module/finding.ts'
import { publicKeyOfP256, verifyP256 } from '../platform/p256.ts'
import { sha256 } from '../platform/sha256.ts'
import { delegationsTo, keptConsents, type KeptConsent } from './auditConsentStore.ts'

declare module '../module/auditRule.ts' {
  interface AuditFacts {
    /** Given where the owners' signatures are verified too, all of them. */
    recoverWallet?: RecoverWallet
  }
}

type RecoverWallet = OwnerCrypto['recoverWallet']

/** Known keys at one time: an owner has one for each sign-in. */
const KEPT = 20_000

/**
 * Each text of an order, a close or a hosting order, carried out or refused, has the signature of its session's key, and the owner's
 * wallet delegated to that key. A wallet that is a contract decides for itself, and now perhaps otherwise (ERC-1271): what it
 * signed is not judged here.
 */
export async function auditSignatures(reader: Reader, recoverWallet: RecoverWallet): Promise<Finding[]> {
  const findings: Finding[] = []
  const keys = new Map<string, KeyObject | null>()
  for await (const page of keptConsents(reader)) {
    if (keys.size > KEPT) keys.clear()
    const missing = new Set(page.map((one) => one.session).filter((one) => !keys.has(one)))
    const delegations = await delegationsTo(reader, [...missing])
    for (const session of missing) {
      const delegation = delegations.get(session)
      keys.set(session, delegation ? keyIn(delegation, session) : null)
      if (delegation) findings.push(...delegationFindings(delegation, session, recoverWallet))
    }
    const areSigned = await Promise.all(page.map((one) => isSigned(one, keys.get(one.session) ?? null)))
    for (const [at, { order_id: order, asked }] of page.entries())
      if (areSigned[at] !== true)
        findings.push({
          rule: 'signature = key',
          where: `text ${asked} of order ${order}`,
          expected: 'its session’s signature',
          found: 'another',
        })
    if (findings.length >= MOST_FINDINGS) break
  }
  return findings.slice(0, MOST_FINDINGS)
}

/** The key to which a text delegates; null when that is another session's, or none. */
function keyIn({ text }: SignedDelegation, session: string): KeyObject | null {
  const delegation = readDelegation(text, sha256)
  return delegation?.session === session ? publicKeyOfP256(delegation.key) : null
}

function delegationFindings(
  { text, signature, address, kind }: SignedDelegation,
  session: string,
  recoverWallet: RecoverWallet,
): Finding[] {
  if (kind === 'contract') return []
  const signer = recoverWallet(text, signature, kind) ?? 'nobody'
  const named = readDelegation(text, sha256)?.address ?? 'nobody'
  if (signer === address && named === address) return []
  const found = `signed by ${signer}, for ${named}`
  return [{ rule: 'delegation = wallet', where: `session ${session}`, expected: address, found }]
}

async function isSigned({ text, signature }: KeptConsent, key: KeyObject | null): Promise<boolean> {
  return key !== null && (await verifyP256(text, signature, key))
}
