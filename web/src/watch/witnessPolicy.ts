import { sha256 } from '@noble/hashes/sha2.js'
import { parsePolicy, type Policy } from '@tickmark/core/log/policy'
import { createStore, useStore } from '@tickmark/client/observable.ts'
import { keep, kept } from '@tickmark/client/storage.ts'

const PLACE = 'witnessPolicy'

/** The user's own witness policy (C2SP tlog-policy); empty when there is none. Never the house's. */
export const policyText = createStore(kept(PLACE) ?? '')

/** Stores the policy's text on this device; an empty one trusts nobody. */
export function keepPolicy(text: string): void {
  keep(PLACE, text === '' ? null : text)
  policyText.set(text)
}

/** The stored policy; null when there is none. */
export function policyNow(): Policy | null {
  const read = parsePolicy(policyText.get(), sha256)
  return read.ok ? read.policy : null
}

export function usePolicyText(): string {
  return useStore(policyText)
}
