import { sha256 } from '@noble/hashes/sha2.js'
import type { HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import { exitsBeyond } from '@tickmark/core/evidence/exitFees'
import { soundHostings } from './kept/hostingStore.ts'
import { accuse } from './troubles.ts'

/**
 * Adds up what early exits took under the sign-ins that this device knows, once it has kept another one. The log does not say
 * which exits one wallet let a key ask for, so only their owner can.
 */
export async function noticeExitFees({ statement: { kind, order } }: HostingFile): Promise<void> {
  if (kind !== 'exit') return
  const found = exitsBeyond(await soundHostings(), { sha256 })
  if (found) await accuse({ order, trouble: 'fees', evidence: found.evidence })
}
