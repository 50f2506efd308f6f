import * as z from 'zod/mini'

type Check = (value: unknown) => boolean

/**
 * A reader of one route's reply with the result of `z.parse`. A compiled check first recognizes a reply that matches
 * exactly, as nearly all do, at a third of the cost; that reply is returned unchanged.
 */
export function replyReader(schema: z.ZodMiniType): (reply: unknown) => unknown {
  const isExact = checkOf(schema)
  return (reply) => (isExact?.(reply) ? reply : z.parse(schema, reply))
}

/** The part of a schema that a check needs: Zod 4's public definition, which Zod's own tools read too. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  entries?: Record<string, string | number>
  format?: string
  checks?: { _zod: { def: { check: string; maximum?: number; pattern?: RegExp; fn?: Check } } }[]
}

/**
 * Whether a value matches a schema exactly, with nothing to strip, fill in or change; null for kinds of schema not
 * handled here.
 */
function checkOf(schema: z.ZodMiniType): Check | null {
  const definition = schema._zod.def as unknown as Definition
  const base = baseOf(definition)
  if (!base) return null
  let whole: Check = base
  for (const { _zod } of definition.checks ?? []) {
    const { check, maximum, pattern, fn } = _zod.def
    const before = whole
    if (check === 'max_length' && maximum !== undefined)
      whole = (value) => before(value) && (value as string).length <= maximum
    else if (check === 'string_format' && pattern && !pattern.global && !pattern.sticky)
      whole = (value) => before(value) && pattern.test(value as string)
    else if (check === 'custom' && fn) whole = (value) => before(value) && fn(value)
    else return null
  }
  return whole
}

function baseOf({ type, shape, element, innerType, entries, format }: Definition): Check | null {
  switch (type) {
    case 'string':
      return format === undefined ? (value) => typeof value === 'string' : null
    case 'boolean':
      return (value) => typeof value === 'boolean'
    case 'number':
      return format === 'safeint' ? (value) => Number.isSafeInteger(value) : null
    case 'enum': {
      const known = new Set<unknown>(Object.values(entries ?? {}))
      return (value) => known.has(value)
    }
    case 'nullable': {
      const inner = innerType && checkOf(innerType)
      return inner ? (value) => value === null || inner(value) : null
    }
    case 'array': {
      const each = element && checkOf(element)
      return each
        ? (value) => Array.isArray(value) && value.every(each) && Object.keys(value).length === value.length
        : null
    }
    case 'object':
      return shape ? objectCheck(shape) : null
    default:
      return null
  }
}

function objectCheck(shape: Record<string, z.ZodMiniType>): Check | null {
  const fields: { name: string; check: Check }[] = []
  for (const [name, schema] of Object.entries(shape)) {
    const check = checkOf(schema)
    if (!check) return null
    fields.push({ name, check })
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    for (const { name, check } of fields) {
      if (!check((value as Record<string, unknown>)[name])) return false
    }
    return Object.keys(value).length === fields.length
  }
}
