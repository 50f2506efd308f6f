import { assert } from './assert.ts'

/** Values that may be hashed or signed: no floats, no null, no undefined; amounts and prices are strings of digits. */
export type Canonical =
  | string
  | number
  | boolean
  | readonly Canonical[]
  | { readonly [key: string]: Canonical }

/**
 * The canonical text of a value: keys sorted, no blanks, whole numbers only, ASCII only (RFC 8785 restricted to those).
 */
export function canonicalText(value: Canonical): string {
  if (typeof value === 'string') {
    if (PLAIN.test(value)) return `"${value}"`
    assert(PRINTABLE.test(value), 'canonical text is printable ASCII')
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

/**
 * `canonicalText` for many values of one shape, at a third of the cost: it sorts and writes the field names once. A
 * value of another shape still gets its canonical text.
 */
export function canonicalWriter<Shape extends { readonly [K in keyof Shape]: Canonical }>(
  fields: readonly (keyof Shape & string)[],
): (value: Shape) => string {
  const names = fields.toSorted()
  const heads = names.map((name, i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  return (value) => {
    if (Object.keys(value).length !== names.length) return canonicalText(value)
    let text = ''
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as keyof Shape & string
      if (!Object.hasOwn(value, name)) return canonicalText(value)
      text += heads[i] + canonicalText(value[name])
    }
    return `${text}}`
  }
}

const PRINTABLE = /^[\x20-\x7e]*$/
/** Printable ASCII that JSON does not escape. */
const PLAIN = /^[\x20!#-[\]-~]*$/

function isList(value: Canonical): value is readonly Canonical[] {
  return Array.isArray(value)
}
