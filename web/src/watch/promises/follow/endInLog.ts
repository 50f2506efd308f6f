import { bytesOfHex } from '@tickmark/core/bytes'
import { endInSegment, type LoggedEnd } from '@tickmark/core/evidence/withdrawalEnd'
import type { WithdrawalPromise } from '@tickmark/core/evidence/withdrawalPromise'
import { ask } from '../../asking/askHouse.ts'
import { withSignatures } from '../../signatures/signatures.ts'
import { watchState } from '../../watchState.ts'

/** How a promised withdrawal ended by the checked log; null while the house shows no end in it. */
export async function endInLog(promise: WithdrawalPromise): Promise<LoggedEnd | null> {
  const { size, root } = watchState.get()
  const bytes = bytesOfHex(root)
  if (size === 0 || !bytes) return null
  const { segment } = (await ask('getLoggedEnd', { number: promise.number, size })) ?? {}
  if (!segment) return null
  return withSignatures((crypto) => endInSegment(promise, segment, { size, root: bytes }, crypto))
}
