import { assert } from './assert.ts'

/** What may be hashed or signed: no floats, no null, no undefined; amounts and prices are strings of digits. */
export type Canonical =
  | string
  | number
  | boolean
  | readonly Canonical[]
  | { readonly [key: string]: Canonical }

/** One text for one value: keys sorted, no blanks, whole numbers only, ASCII only (RFC 8785 restricted to those). */
export function canonicalText(value: Canonical): string {
  if (typeof value === 'string') {
    // eslint-disable-next-line no-control-regex
    assert(/^[\x20-\x7e]*$/.test(value), 'canonical text is printable ASCII')
    return JSON.stringify(value)
  }
  if (typeof value === 'number') {
    assert(Number.isSafeInteger(value) && !Object.is(value, -0), 'canonical numbers are whole')
    return String(value)
  }
  if (typeof value === 'boolean') return String(value)
  if (isList(value)) return `[${value.map(canonicalText).join(',')}]`
  const keys = Object.keys(value).toSorted()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] as Canonical)}`).join(',')}}`
}

function isList(value: Canonical): value is readonly Canonical[] {
  return Array.isArray(value)
}
