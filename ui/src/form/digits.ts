/**
 * Parses typed or pasted text as a plain decimal. Accepts Arabic-Indic (٠-٩), Persian (۰-۹) and full-width digits;
 * takes ٫, 。and a lone comma as the decimal point; drops ٬, spaces and grouping commas. "" stays "". Never rounds, and
 * keeps a trailing point ("12.") so that the user can go on typing. Returns null for anything but a number of zero or
 * more.
 */
export function normaliseDecimal(text: string, decimals = 8): string | null {
  const latin = latinDigits(text)
    .replace(/[\s\u00a0\u202f\u066c\u2009'’_]/g, '')
    .replace(/[\u066b\u3002\uff0e]/g, '.')
  const plain = decideComma(latin)
  if (plain === '') return ''
  const match = /^(\d*)(?:(\.)(\d*))?$/.exec(plain)
  if (!match || (match[1] === '' && (match[3] ?? '') === '' && match[2] === undefined)) return null
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '') || '0'
  if (match[2] === undefined) return whole
  if (decimals === 0) return null
  const fraction = match[3] ?? ''
  return fraction.length > decimals ? null : `${whole}.${fraction}`
}

/** A decimal as typed so far, without the trailing point that `normaliseDecimal` keeps: "12." is "12". */
export function withoutPoint(typed: string): string {
  return typed.replace(/\.$/, '')
}

/**
 * Replaces Arabic-Indic, Persian and full-width digits by 0-9 and leaves everything else: for codes and phone numbers.
 */
export function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String(digit.charCodeAt(0) & 0xf),
  )
}

/**
 * "1,234.5" and "1,234,567" contain grouping commas; "12,5" is a decimal comma, as most European keyboards write it.
 */
function decideComma(text: string): string {
  const commas = text.split(',').length - 1
  if (commas === 0) return text
  const grouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)
  if (grouped) return text.replaceAll(',', '')
  return commas === 1 && !text.includes('.') ? text.replace(',', '.') : text
}
