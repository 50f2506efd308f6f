import { readDelegation, type SignedDelegation } from '@tickmark/core/consent/delegation'
import type { KeyObject } from 'node:crypto'
import { type SignerOf, signersOf, type Wallets } from '../../module/proof/walletCheck.ts'
import type { Reader } from '../../db/pool.ts'
import { type Finding, MOST_FINDINGS } from '../../module/finding.ts'
import { publicKeyOfP256, verifyP256 } from '../../platform/p256.ts'
import { sha256 } from '../../platform/sha256.ts'
import { keptConsents, type KeptConsent } from './auditConsentStore.ts'
import { ofDelegations } from './auditDelegations.ts'

/** Most keys that are kept. */
const KEPT = 20_000

/**
 * Each text of an order, a close or a hosting order, carried out or refused, has the signature of its session's key, and the owner's
 * wallet delegated to that key.
 */
export async function auditSignatures(reader: Reader, wallets: Wallets): Promise<Finding[]> {
  const findings: Finding[] = []
  const signerOf = signersOf(wallets)
  const keysOf = ofDelegations(reader, KEPT, async (delegation, session) => {
    if (!delegation) return null
    findings.push(...(await delegationFindings(delegation, session, signerOf)))
    return keyIn(delegation, session)
  })
  for await (const page of keptConsents(reader)) {
    const keys = await keysOf(page)
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

async function delegationFindings(
  delegation: SignedDelegation,
  session: string,
  signerOf: SignerOf,
): Promise<Finding[]> {
  const { text, address: expected } = delegation
  const signer = await signerOf(delegation)
  const named = readDelegation(text, sha256)?.address ?? 'nobody'
  if (signer === expected && named === expected) return []
  const found = `signed by ${signer}, for ${named}`
  return [{ rule: 'delegation = wallet', where: `session ${session}`, expected, found }]
}

async function isSigned({ text, signature }: KeptConsent, key: KeyObject | null): Promise<boolean> {
  return key !== null && (await verifyP256(text, signature, key))
}
