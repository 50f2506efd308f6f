import { sha256 } from '@noble/hashes/sha2.js'
import type { HostingFile } from '@tickmark/core/arbitrage/hostingPromise'
import { exitsBeyond } from '@tickmark/core/evidence/exitFees'
import { soundHostings } from './kept/hostingStore.ts'
import { accuse } from './troubles.ts'

/**
 * Adds up the fees of early exits under each sign-in that this device knows, once it has kept another exit. Only their owner can
 * do that: the log does not say which exits belong to one sign-in.
 */
export async function noticeExitFees({ statement: { kind, order } }: HostingFile): Promise<void> {
  if (kind !== 'exit') return
  const found = exitsBeyond(await soundHostings(), { sha256 })
  if (found) await accuse({ order, trouble: 'fees', evidence: found.evidence })
}
