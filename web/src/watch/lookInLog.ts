import { bytesOfHex } from '@tickmark/core/bytes'
import { findLeaf, type FoundLeaf } from '@tickmark/core/receipts/batches'
import type { LoggedLeaf } from '@tickmark/core/receipts/receiptLog'
import { ask } from './asking/askHouse.ts'
import { withSignatures } from './signatures/signatures.ts'
import { watchState } from './watchState.ts'

/** The place of a batch or a statement in the checked log; null while the house does not show it. */
export async function lookInLog(leaf: LoggedLeaf): Promise<FoundLeaf> {
  const { size, root } = watchState.get()
  const bytes = bytesOfHex(root)
  if (size === 0 || !bytes) return null
  const { kind, number } = leaf
  const shown =
    kind === 'hostings'
      ? await ask('getLoggedHosting', { number, size })
      : await ask('getLoggedAnswer', { kind, number, size })
  return shown && withSignatures((crypto) => findLeaf(leaf, shown, { size, root: bytes }, crypto))
}

/** The time of the checked log's newest entry, ms since 1970; null while the house does not show it. */
export async function logGoesTo(): Promise<number | null> {
  const found = await lookInLog({ kind: 'tickets', number: 0, leaf: new Uint8Array(32) })
  return found?.atMs ?? null
}
