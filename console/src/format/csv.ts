/** A cell that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const DECIMAL = /^[+-]?\d+(\.\d+)?$/

/**
 * Rows as CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. A text that a spreadsheet
 * would run as a formula gets an apostrophe; numbers stay numbers.
 */
export function csvText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(cell).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && !DECIMAL.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
