import { sha256 } from '@noble/hashes/sha2.js'
import { parsePolicy, type Policy } from '@tickmark/core/log/policy'
import { createStore, useStore } from '@tickmark/client/observable.ts'
import { keep, kept } from '@tickmark/client/storage.ts'

const PLACE = 'witnessPolicy'

/** The user's own text that says which witnesses he trusts (C2SP tlog-policy); empty without one. Never the house's. */
export const policyText = createStore(kept(PLACE) ?? '')

/** Keeps the text on this device; an empty one trusts nobody. */
export function keepPolicy(text: string): void {
  keep(PLACE, text === '' ? null : text)
  policyText.set(text)
}

/** The policy that is kept; null without one. */
export function policyNow(): Policy | null {
  const read = parsePolicy(policyText.get(), sha256)
  return read.ok ? read.policy : null
}

export function usePolicyText(): string {
  return useStore(policyText)
}
