import { t } from '../../i18n/i18n.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'

/** Saves the receipt as a file for `tickmark-verify`. */
export function downloadReceipt(orderId: string, receipt: unknown): void {
  saveFile(fileOf(orderId, receipt))
}

/** Shares the file through the device; copies its text where sharing is unavailable. */
export async function shareReceipt(orderId: string, receipt: unknown): Promise<void> {
  const file = fileOf(orderId, receipt)
  try {
    if (navigator.canShare?.({ files: [file] })) return await navigator.share({ files: [file] })
    await navigator.clipboard.writeText(await file.text())
    toast(t('receipt:copied'), { tone: 'good' })
  } catch (failure) {
    // Closing the system's share sheet is not a failure.
    if (failure instanceof DOMException && failure.name === 'AbortError') return
    toast(t('receipt:shareFailed'), { tone: 'wrong' })
  }
}

function fileOf(orderId: string, receipt: unknown): File {
  return new File([`${JSON.stringify(receipt, null, 2)}\n`], nameOf(orderId), { type: 'application/json' })
}

function nameOf(orderId: string): string {
  return `tickmark-receipt-${orderId}.json`
}
