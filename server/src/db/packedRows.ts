import { type RawBuilder, sql } from 'kysely'

/**
 * Reads the rows of a query as one row with a binary array for each column: the driver parses a row in ten times as long
 * as it takes to read one out of these. For queries that return hundreds of rows a transaction.
 */

type Kind<Value> = [NonNullable<Value>] extends [bigint]
  ? 'int8'
  : [NonNullable<Value>] extends [number]
    ? 'int4' | 'int2'
    : [NonNullable<Value>] extends [string]
      ? 'uuid'
      : 'bytea'

/** The type of each column. */
export type Kinds<Row> = { readonly [Column in keyof Row]: Kind<Row[Column]> }

/** Packs the rows of a query, which must have these columns; it decides their order. */
export function packed<Row>(kinds: Kinds<Row>, query: RawBuilder<Row>): RawBuilder<Record<string, Buffer>> {
  const columns = Object.keys(kinds).map((name) => {
    const column = sql.ref(`one.${name}`)
    return sql`array_send(array_agg(${column})) as ${sql.ref(name)}`
  })
  return sql`select ${sql.join(columns)} from (${query}) as one having count(*) > 0`
}

/** The rows in the answer to a packed query. */
export function unpacked<Row>(kinds: Kinds<Row>, answer: readonly Record<string, Buffer>[]): Row[] {
  const [arrays] = answer
  if (!arrays) return []
  const rows: Record<string, unknown>[] = []
  for (const [name, kind] of Object.entries<string>(kinds)) {
    const bytes = arrays[name]
    const read = READERS[kind]
    if (!bytes || !read) throw new Error(`the answer has no ${kind} ${name}`)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    const count = view.getInt32(COUNT)
    let at = HEADER
    for (let i = 0; i < count; i++) {
      const size = view.getInt32(at)
      at += 4
      if (size >= 0 && size !== (SIZES[kind] ?? size)) throw new Error(`${name} is no ${kind}`)
      const row = (rows[i] ??= {})
      row[name] = size < 0 ? null : read(view, at, bytes, size)
      at += Math.max(size, 0)
    }
  }
  return rows as Row[]
}

/** Places in the layout of `array_send` with one dimension: the number of elements, and the first one. */
const COUNT = 12
const HEADER = 20

const SIZES: Record<string, number> = { int8: 8, int4: 4, int2: 2, uuid: 16 }

const READERS: Record<string, (view: DataView, at: number, bytes: Buffer, size: number) => unknown> = {
  int8: (view, at) => view.getBigInt64(at),
  int4: (view, at) => view.getInt32(at),
  int2: (view, at) => view.getInt16(at),
  uuid(_view, at, bytes) {
    const digits = bytes.toString('hex', at, at + 16)
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`
  },
  bytea: (_view, at, bytes, size) => bytes.subarray(at, at + size),
}
