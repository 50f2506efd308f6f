import type { LoggedEnd } from '@tickmark/core/evidence/withdrawalEnd'
import type { TransferItem } from '../../entities/transferState.ts'

/**
 * Compares the log's end of a withdrawal with the house's record of it; `other` when both cannot be true. A record without an end
 * may be the older of the two.
 */
export function endBeside(
  { end, tx }: Pick<LoggedEnd, 'end' | 'tx'>,
  { status, txid }: Pick<TransferItem, 'status' | 'txid'>,
): 'paid' | 'returned' | 'other' {
  const isPaid = end === 'paid'
  if (status !== 0 && isPaid !== (status === 1)) return 'other'
  if (isPaid && status === 1 && txid !== tx) return 'other'
  return isPaid ? 'paid' : 'returned'
}
