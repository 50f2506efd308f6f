import { hexOf } from '@tickmark/core/bytes'
import { batchText } from '@tickmark/core/receipts/receipts'
import type { Signer } from '../../platform/keys.ts'
import { presentSignature } from '../../platform/presentSignature.ts'
import type { OrderPorts } from '../order/ports.ts'

/**
 * Signs the batches of a former receipts key again, with the same root: a receipt names one key, and its ticket and its end may lie on
 * either side of a change. A batch that no key of the log has signed stays as it is, so that its receipt breaks.
 */
export function presentBatches(
  signer: Signer,
  formerKeys: () => Promise<readonly string[]>,
): OrderPorts['presentBatch'] {
  return async (kind, batch) => {
    const { id, count, root, signature } = batch
    const text = batchText({ kind, batch: id, count, root: hexOf(root) })
    const shown = await presentSignature(text, signature, { signer, known: formerKeys })
    return shown === signature ? batch : { ...batch, signature: shown }
  }
}
