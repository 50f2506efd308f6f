import type { FiledReceipt } from '@tickmark/core/receipts/receiptFile'
import { sha256 } from '@noble/hashes/sha2.js'
import { ticketHash, type Ticket } from '@tickmark/core/receipts/receipts'
import { RECEIPT_FILE_PATH } from '@tickmark/wire/receiptFile'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { call } from '../../../api/api.ts'
import { saveFile } from '@tickmark/client/saveFile.ts'
import { t } from '../../../i18n/i18n.ts'
import { hrefTo } from '../../../navigation/hrefs.ts'
import { sessionNow } from '../../../session/session.ts'
import { watchState } from '../../../watch/watchState.ts'
import { fragmentOf } from './linkFragment.ts'

/** Saves a receipt as JSON, with the head signed by witnesses. */
export function saveJson(orderId: string, filed: FiledReceipt): void {
  const text = `${JSON.stringify(filed, null, 2)}\n`
  saveFile(new File([text], `tickmark-receipt-${orderId}.json`, { type: 'application/json' }))
}

/** Address of the receipt as an HTML file, in the page's language. */
export function htmlFileOf(orderId: string): string {
  return `${RECEIPT_FILE_PATH}/${orderId}?language=${sessionNow().language}`
}

/**
 * Shares the receipt by a link with the ticket's hash and this device's newest head of the log; copies the link where
 * sharing is unavailable.
 */
export async function shareLink(orderId: string, ticket: Ticket | null): Promise<void> {
  try {
    const { name } = await call('shareReceipt', { orderId })
    const hash = ticket ? ticketHash(ticket, (data) => sha256(data)) : ''
    const fragment = fragmentOf({ ticket: hash, head: watchState.get().note })
    const url = `${location.origin}${hrefTo.proof(name)}${fragment}`
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

/** Ignores that the user closed the system's share sheet. */
export function sayNotShared(failure: unknown): void {
  if (failure instanceof DOMException && failure.name === 'AbortError') return
  toast(t('proof:notShared'), { tone: 'wrong' })
}
