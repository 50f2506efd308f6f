/** Whether an outside value has the expected form. Never throws. */
export type Check = (value: unknown) => boolean

/** Longest list accepted; a path has at most 53 steps, a segment a few dozen entries. */
const MOST_ITEMS = 5_000

/** An object with exactly these fields. */
export function shape(fields: Record<string, Check>): Check {
  const names = Object.keys(fields)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    if (Object.keys(value).length !== names.length) return false
    return names.every(
      (name) => Object.hasOwn(value, name) && fields[name]?.((value as Record<string, unknown>)[name]),
    )
  }
}

export function orNull(isOne: Check): Check {
  return (value) => value === null || isOne(value)
}

export function list(isItem: Check): Check {
  // Array.from turns a hole in a list into an undefined item; every() alone would skip it.
  return (value) =>
    Array.isArray(value) && value.length <= MOST_ITEMS && Array.from<unknown>(value).every(isItem)
}

export function oneOf(...values: (string | number)[]): Check {
  return (value) => values.includes(value as string | number)
}

export function matches(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}
