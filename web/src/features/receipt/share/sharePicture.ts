import type { Receipt } from '@tickmark/core/receipts/receipts'
import { saveFile } from '@tickmark/client/saveFile.ts'
import { sayNotShared } from './receiptFile.ts'
import { pictureOf } from './receiptPicture.ts'
import type { ProofStampKind } from '../../../receipts/proofStamp.ts'

/** Shares a picture of the receipt through the device; saves it where sharing is unavailable. */
export async function sharePicture(
  receipt: Receipt | null,
  stamp: Extract<ProofStampKind, 'holds' | 'withheld' | 'notProven'>,
): Promise<void> {
  if (!receipt) return
  try {
    const file = new File([await pictureOf(receipt, stamp)], 'tickmark-receipt.png', { type: 'image/png' })
    if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file] })
    else saveFile(file)
  } catch (failure) {
    sayNotShared(failure)
  }
}
