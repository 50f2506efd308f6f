import { isRecord } from '../json.ts'
import { parseWitnessed, type WitnessedHead } from '../log/witnessed.ts'

/** Delimiters of the data in an HTML receipt; its script and visible text are not checked. */
const BEGIN = '<script type="application/json" id="receipt">'
const END = '</script>'

/** The data block of an HTML receipt. No text in it can end the block: `<` is written as an escape. */
export function receiptBlock(receipt: unknown): string {
  return `${BEGIN}${JSON.stringify(receipt).replaceAll('<', '\\u003c')}${END}`
}

/**
 * The JSON text in a receipt file: the data block of an HTML receipt, or the file's own text. Empty for a page with no such
 * block or with several.
 */
export function receiptText(file: string): string {
  if (!/^\s*</.test(file)) return file
  const [, rest, ...more] = file.split(BEGIN)
  const end = rest?.indexOf(END) ?? -1
  return rest === undefined || end < 0 || more.length > 0 ? '' : rest.slice(0, end)
}

/** Content of a receipt file: an unchecked receipt, and a later cosigned head of the log. */
export interface FiledReceipt {
  receipt: unknown
  /** Null where the file has none. */
  witnessed: WitnessedHead | null
}

/** Reads a file's value, which may also be a bare receipt or the server's response envelope. */
export function filedReceipt(value: unknown): FiledReceipt {
  const inner = isRecord(value) && 'status' in value && 'data' in value ? value['data'] : value
  if (!isRecord(inner) || !('receipt' in inner)) return { receipt: inner, witnessed: null }
  return { receipt: inner['receipt'], witnessed: parseWitnessed(inner['witnessed']) }
}

/** Whether a receipt states an earlier format with fewer fields than this program needs; that does not convict the house. */
export function isEarlierReceipt(receipt: unknown): boolean {
  return isRecord(receipt) && EARLIER.includes(receipt['format'])
}

const EARLIER: readonly unknown[] = ['tickmark-receipt/1', 'tickmark-receipt/2', 'tickmark-receipt/3']
