import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOfBase64Url } from '@tickmark/core/base64url'
import { bundleHash, type ConsentBundle, type SignedConsent } from '@tickmark/core/consent/bundle'
import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { sessionOfKey } from '@tickmark/core/consent/grant'
import * as z from 'zod/mini'
import { keep, keptJson } from '@tickmark/client/storage.ts'

const PLACE = 'delegation'

const shape = z.object({
  publicKey: z.string(),
  text: z.string(),
  signature: z.string(),
  address: z.string(),
  kind: z.enum(['evm', 'tron']),
})

/** Keeps the text in which the wallet delegates to this browser's key: evidence about an order needs it. */
export function keepDelegation(publicKey: string, delegation: SignedDelegation): void {
  keep(PLACE, JSON.stringify({ publicKey, ...delegation }))
}

/**
 * The whole consent to an order, if its hash is the one in the ticket; null when this browser has not kept the
 * delegation, or the ticket names another consent. Only the house knows whether a contract confirmed the wallet's
 * signature.
 */
export function bundleNamed(consent: SignedConsent, hash: string): ConsentBundle | null {
  if (isBundle(consent)) return consent
  const kept = z.safeParse(shape, keptJson(PLACE))
  if (!kept.success) return null
  const { publicKey, ...delegation } = kept.data
  const session = sessionOfKey(bytesOfBase64Url(publicKey) ?? new Uint8Array(), sha256)
  if (!consent.text.includes(`"session":"${session}"`)) return null
  const bundles = [delegation.kind, 'contract' as const].map((kind) => {
    return { ...consent, delegation: { ...delegation, kind } }
  })
  return bundles.find((one) => bundleHash(one, sha256) === hash) ?? bundles[0] ?? null
}

/** A consent of an earlier visit includes its delegation. */
function isBundle(consent: SignedConsent): consent is ConsentBundle {
  return 'delegation' in consent
}
