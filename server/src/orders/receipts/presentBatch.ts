import { asciiBytes, bytesOfHex, hexOf } from '@tickmark/core/bytes'
import { batchText } from '@tickmark/core/receipts/receipts'
import { nodeCrypto } from '../../platform/crypto.ts'
import type { Signer } from '../../platform/keys.ts'
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
    const text = asciiBytes(batchText({ kind, batch: id, count, root: hexOf(root) }))
    const isBy = (hex: string) => {
      const key = bytesOfHex(hex)
      return key !== null && nodeCrypto.verifyEd25519(signature, text, key)
    }
    if (isBy(signer.publicKey) || !(await formerKeys()).some(isBy)) return batch
    return { ...batch, signature: signer.sign(text) }
  }
}
