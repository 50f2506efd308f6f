import { RECEIPT_FILE_PATH } from '@tickmark/wire/receiptFile'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { call } from '../../api/api.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { t } from '../../i18n/i18n.ts'
import { hrefTo } from '../../navigation/hrefs.ts'
import { sessionNow } from '../../session/session.ts'
import { watchState } from '../../watch/watchState.ts'
import { fragmentOf } from './linkHead.ts'

/** Saves the receipt as data, for programs. */
export function saveJson(orderId: string, receipt: unknown): void {
  const text = `${JSON.stringify(receipt, null, 2)}\n`
  saveFile(new File([text], `tickmark-receipt-${orderId}.json`, { type: 'application/json' }))
}

/** Where the server has the receipt as an HTML file, in the page's language. */
export function htmlFileOf(orderId: string): string {
  return `${RECEIPT_FILE_PATH}/${orderId}?language=${sessionNow().language}`
}

/** Shares the receipt by a link that carries this device's newest head of the log; copies it where sharing is unavailable. */
export async function shareLink(orderId: string): Promise<void> {
  try {
    const { name } = await call('shareReceipt', { orderId })
    const url = `${location.origin}${hrefTo.proof(name)}${fragmentOf(watchState.get().note)}`
    const shown = { title: t('pages:title.proof'), url }
    if (navigator.canShare?.(shown)) return await navigator.share(shown)
    await navigator.clipboard.writeText(url)
    toast(t('proof:copied'), { tone: 'good' })
  } catch (failure) {
    sayNotShared(failure)
  }
}

export async function stopSharing(orderId: string): Promise<void> {
  await call('stopSharing', { orderId })
  toast(t('proof:stopped'), { tone: 'good' })
}

/** Closing the system's share sheet is no failure. */
export function sayNotShared(failure: unknown): void {
  if (failure instanceof DOMException && failure.name === 'AbortError') return
  toast(t('proof:notShared'), { tone: 'wrong' })
}
