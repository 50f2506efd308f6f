/**
 * The wire's spelling of fields, by our names: another name, the names inside, or both. For a list, the names in its elements.
 */
export interface Names {
  readonly [ours: string]: string | Names | readonly [theirs: string, inside: Names] | undefined
}

/** Names for a value of type `T`; an unknown field does not compile. */
export type NamesOf<T> = T extends readonly (infer Element)[]
  ? NamesOf<Element>
  : T extends object
    ? {
        readonly [K in keyof T]?:
          | string
          | NamesOf<NonNullable<T[K]>>
          | readonly [theirs: string, inside: NamesOf<NonNullable<T[K]>>]
      }
    : never

/** A field's name on the other side, and the spelling of its content. */
export interface Spelled {
  to: string
  inside: Names | null
}

interface Tables {
  theirs: ReadonlyMap<string, Spelled>
  ours: ReadonlyMap<string, Spelled>
}

const known = new WeakMap<Names, Tables>()

/** Lookup tables for both directions of a set of names, built once. */
export function tablesOf(names: Names): Tables {
  const made = known.get(names)
  if (made) return made
  const theirs = new Map<string, Spelled>()
  const ours = new Map<string, Spelled>()
  for (const [name, entry = name] of Object.entries(names)) {
    const [to, inside] = typeof entry === 'string' ? [entry, null] : isBoth(entry) ? entry : [name, entry]
    theirs.set(name, { to, inside })
    ours.set(to, { to: name, inside })
  }
  const tables = { theirs, ours }
  known.set(names, tables)
  return tables
}

/** The same value with its fields renamed to `theirs` or `ours`, in the same order. Other fields stay unchanged. */
export function respell(value: unknown, names: Names, to: keyof Tables): unknown {
  if (Array.isArray(value)) return value.map((one) => respell(one, names, to))
  if (typeof value !== 'object' || value === null) return value
  const table = tablesOf(names)[to]
  const fields = value as Readonly<Record<string, unknown>>
  const respelled: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) {
    const entry = table.get(name)
    if (entry) respelled[entry.to] = entry.inside ? respell(fields[name], entry.inside, to) : fields[name]
    else if (name !== '__proto__') respelled[name] = fields[name]
    // A plain assignment of this name would set the prototype.
    else Object.defineProperty(respelled, name, { value: fields[name], enumerable: true })
  }
  return respelled
}

function isBoth(entry: Names | readonly [string, Names]): entry is readonly [string, Names] {
  return Array.isArray(entry)
}
