import { readSignInText } from '@tickmark/core/consent/signInText'
import type { Reader } from '../../db/pool.ts'
import { type Finding, MOST_FINDINGS } from '../finding.ts'
import { sha256 } from '../../platform/sha256.ts'
import { firstUnsigned, type UnsignedAct, type UnsignedActs } from './unsignedStore.ts'
import type { SignerOf } from './walletCheck.ts'

/**
 * Users for whom the house did something without a signed text, though their wallets had not signed in without a key by then: only
 * such a session signs nothing that it asks for. `acts` are what was done without one, with user, time (ms) and name.
 */
export async function unsignedFindings(
  reader: Reader,
  rule: string,
  acts: UnsignedActs,
  signerOf: SignerOf,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const page of firstUnsigned(reader, acts)) {
    for (const one of page)
      if (!(await wasKeyless(one, signerOf)))
        findings.push({ rule, where: one.name, expected: 'a signed text', found: `none at ${one.at_ms}` })
    if (findings.length >= MOST_FINDINGS) break
  }
  return findings.slice(0, MOST_FINDINGS)
}

async function wasKeyless(
  { owner, at_ms: atMs, keyless }: UnsignedAct,
  signerOf: SignerOf,
): Promise<boolean> {
  const signIn = keyless && readSignInText(keyless.text, sha256)
  if (!keyless || !signIn || signIn.grant !== null || BigInt(signIn.issuedAtMs) > atMs) return false
  return signIn.address === owner && keyless.address === owner && (await signerOf(keyless)) === owner
}
