import { isRecord, readJson } from '@tickmark/core/json'
import { filedReceipt, receiptText } from '@tickmark/core/receipts/receiptFile'

/** A larger file is none: a receipt of a day's order has a few dozen kilobytes. */
const MOST_BYTES = 2_000_000

/** The receipt in a file that the reader has dropped or chosen, HTML or JSON, unchecked; undefined when there is none. */
export async function receiptInFile(file: Blob): Promise<unknown> {
  if (file.size > MOST_BYTES) return undefined
  const value = readJson(receiptText(await file.text()))
  const { receipt } = filedReceipt(value)
  return isRecord(receipt) ? receipt : undefined
}
