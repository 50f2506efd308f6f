import { sha256 } from '@noble/hashes/sha2.js'
import { judgePolicy, type Policy } from '@tickmark/core/log/policy'
import { parseKeyText } from '@tickmark/core/log/note'
import { WITNESSED_PATH } from '@tickmark/wire/logFiles'
import { createStore, useStore } from '@tickmark/client/observable.ts'
import { steadyMs } from './deviceTime.ts'
import { withSignatures } from './signatures/signatures.ts'
import { policyNow, policyText } from './witnessPolicy.ts'
import { NOTHING_KNOWN, standingAfter, type WitnessedNow, type WitnessStanding } from './witnessStanding.ts'
import type { LogWatch } from './watchPorts.ts'
import { askText } from './asking/askHouse.ts'
import { watchState } from './watchState.ts'

const standing = createStore<WitnessStanding>(NOTHING_KNOWN)

/** The standing of the witnesses that the user trusts; empty without a policy. */
export function useWitnessStanding(): WitnessStanding {
  return useStore(standing)
}

/** Witnesses sign every 5 or 60 seconds. */
const PACE_MS = 60_000

/** Checks every minute, while the page is visible, what the user's witnesses have signed. */
export function followWitnesses(watch: LogWatch): void {
  let sinceMs = steadyMs()
  let isLooking = false

  async function look(): Promise<void> {
    const policy = policyNow()
    if (!policy || isLooking || document.visibilityState !== 'visible' || !navigator.onLine) return
    isLooking = true
    try {
      const now = await witnessedNow(policy, watch)
      if (policyText.get() !== '') show(standingAfter(standing.get(), now, steadyMs(), sinceMs))
    } finally {
      isLooking = false
    }
  }

  function show(next: WitnessStanding): void {
    standing.set(next)
    watch.tell('unwitnessed', next.isLate)
  }

  policyText.follow(() => {
    sinceMs = steadyMs()
    show(NOTHING_KNOWN)
    void look()
  })
  setInterval(() => void look(), PACE_MS)
  void look()
}

/** The house's newest head witnessed by the policy; null when the house does not answer. */
async function witnessedNow(policy: Policy, watch: LogWatch): Promise<WitnessedNow | null> {
  const answer = await askText(WITNESSED_PATH)
  if (answer?.status === 404) return { vouching: null, kept: 'unwatched' }
  if (answer?.status !== 200) return null
  const note = answer.text
  try {
    const kept = await watch.compare(note)
    const keys = watchState.get().vkeys.flatMap((text) => parseKeyText(text, sha256) ?? [])
    const found = await withSignatures((crypto) => judgePolicy(policy, note, keys, crypto))
    return { vouching: typeof found === 'string' ? null : found, kept }
  } catch {
    return null
  }
}
