import { isRecord, readJson } from '@tickmark/core/json'
import { filedReceipt, receiptText } from '@tickmark/core/receipts/receiptFile'

/** A larger file is not a receipt: that of a day-long order has a few dozen kilobytes. */
const MOST_BYTES = 2_000_000

/** The receipt in a dropped or chosen file, HTML or JSON, unchecked; undefined when there is none. */
export async function receiptInFile(file: Blob): Promise<unknown> {
  if (file.size > MOST_BYTES) return undefined
  const value = readJson(receiptText(await file.text()))
  const { receipt } = filedReceipt(value)
  return isRecord(receipt) ? receipt : undefined
}
