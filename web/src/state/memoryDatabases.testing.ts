/* The parts of IndexedDB that this page uses, in memory: values are copied, transactions of a database run one after another, a
   transaction ends once its callbacks ask for nothing more, and a failed one leaves nothing. */

type Row = Record<string, unknown>
interface Table {
  keyPath: string | string[]
  rows: Map<string, Row>
  indexes: Map<string, string[]>
}
interface Base {
  tables: Map<string, Table>
  last: Promise<void>
  /** The connections to it. */
  open: Set<{ onclose: Listener }>
}
type Listener = ((event: unknown) => void) | null

/** The databases of a device. They stay while its pages come and go. */
export function memoryDatabases() {
  const bases = new Map<string, Base>()
  const device = {
    /** A blocked store does not open. */
    isBlocked: false,
    /** Whether a request to open is left without an answer. */
    isHanging: false,
    /** A full disk refuses every transaction that may write, at its end. */
    isFull: false,
  }

  function open(name: string) {
    const request = { ...newRequest(), onupgradeneeded: null as Listener, onblocked: null as Listener }
    queueMicrotask(() => {
      if (device.isHanging) return
      if (device.isBlocked) return request.fail(new Error('blocked'))
      const isNew = !bases.has(name)
      const base: Base = bases.get(name) ?? { tables: new Map(), last: Promise.resolve(), open: new Set() }
      bases.set(name, base)
      request.result = databaseOf(base, device)
      if (isNew) request.onupgradeneeded?.({})
      request.succeed(request.result)
    })
    return request
  }

  return {
    device,
    /** The stored rows as they are, for a test to read or to spoil. */
    rows: (database: string, store: string) => tableOf(bases.get(database), store).rows,
    openTo: (database: string) => bases.get(database)?.open.size ?? 0,
    /** The browser closes every connection. */
    closeAll() {
      for (const { open } of bases.values()) {
        const closed = [...open]
        open.clear()
        for (const one of closed) one.onclose?.({})
      }
    },
    /** Puts these databases, and what belongs to them, where a page looks for them. */
    globals: {
      indexedDB: { open },
      IDBKeyRange: { bound: (lower: unknown[], upper: unknown[]) => ({ lower, upper }) },
    },
  }
}

function newRequest() {
  const listeners: [string, () => void][] = []
  const tell = (type: string) => listeners.filter(([to]) => to === type).forEach(([, run]) => run())
  const request = {
    result: undefined as unknown,
    error: null as Error | null,
    onsuccess: null as Listener,
    onerror: null as Listener,
    addEventListener: (type: string, run: () => void) => void listeners.push([type, run]),
    succeed(result: unknown) {
      this.result = result
      tell('success')
      this.onsuccess?.({})
    },
    fail(error: Error) {
      this.error = error
      tell('error')
      this.onerror?.({})
    },
  }
  return request
}

function tableOf(base: Base | undefined, name: string): Table {
  const table = base?.tables.get(name)
  if (!table) throw new Error(`NotFoundError: ${name}`)
  return table
}

function databaseOf(base: Base, device: { isFull: boolean }) {
  const database = {
    onclose: null as Listener,
    close: () => void base.open.delete(database),
    createObjectStore(name: string, { keyPath }: { keyPath: string | string[] }) {
      const table: Table = { keyPath, rows: new Map(), indexes: new Map() }
      base.tables.set(name, table)
      return { createIndex: (index: string, path: string[]) => void table.indexes.set(index, path) }
    },
    transaction(names: string | string[], mode: IDBTransactionMode) {
      if (!base.open.has(database)) throw new Error('InvalidStateError')
      const tables = new Map([names].flat().map((name) => [name, tableOf(base, name)]))
      const { run, transaction } = transactionOn(tables, mode, device)
      base.last = base.last.then(run)
      return transaction
    },
  }
  base.open.add(database)
  return database
}

function transactionOn(tables: Map<string, Table>, mode: IDBTransactionMode, device: { isFull: boolean }) {
  const waiting: (() => void)[] = []
  let isOver = false
  const transaction = {
    error: null as Error | null,
    oncomplete: null as Listener,
    onerror: null as Listener,
    onabort: null as Listener,
    objectStore(name: string) {
      const table = tables.get(name)
      if (!table) throw new Error(`NotFoundError: ${name}`)
      return storeOf(table, mode, (work) => {
        if (isOver) throw new Error('TransactionInactiveError')
        const request = newRequest()
        waiting.push(() => request.succeed(work()))
        return request
      })
    },
  }
  async function run(): Promise<void> {
    const before = Array.from(tables.values(), (table) => [table, new Map(table.rows)] as const)
    try {
      for (;;) {
        // The work that the last answer has started comes first.
        for (let turns = 0; turns < 20; turns++) await Promise.resolve()
        const next = waiting.shift()
        if (!next) break
        next()
      }
      isOver = true
      if (device.isFull && mode === 'readwrite') throw new Error('QuotaExceededError')
      transaction.oncomplete?.({})
    } catch (failure) {
      isOver = true
      for (const [table, rows] of before) table.rows = rows
      transaction.error = failure as Error
      transaction.onerror?.({})
      transaction.onabort?.({})
    }
  }
  return { run, transaction }
}

type Ask = (work: () => unknown) => ReturnType<typeof newRequest>

function storeOf(table: Table, mode: IDBTransactionMode, ask: Ask) {
  const change = (work: () => void) => {
    if (mode !== 'readwrite') throw new Error('ReadOnlyError')
    return ask(work)
  }
  return {
    get: (key: unknown) => ask(() => structuredClone(table.rows.get(JSON.stringify(key)))),
    getAll: () => ask(() => Array.from(sorted(table), ([, row]) => structuredClone(row))),
    getAllKeys: () => ask(() => Array.from(sorted(table), ([key]) => JSON.parse(key) as unknown)),
    put(row: Row) {
      const copy = structuredClone(row)
      return change(() => table.rows.set(JSON.stringify(keyOf(copy, table.keyPath)), copy))
    },
    delete: (key: unknown) => change(() => table.rows.delete(JSON.stringify(key))),
    index(name: string) {
      const path = table.indexes.get(name) ?? []
      const at = (row: Row) => keyOf(row, path) as unknown[]
      return {
        get: ({ lower, upper }: { lower: unknown[]; upper: unknown[] }) =>
          ask(() => {
            const within = [...table.rows.values()].filter(
              (row) => compare(lower, at(row)) <= 0 && compare(at(row), upper) <= 0,
            )
            return structuredClone(within.toSorted((one, other) => compare(at(one), at(other)))[0])
          }),
      }
    },
  }
}

function keyOf(row: Row, path: string | string[]): unknown {
  return typeof path === 'string' ? row[path] : path.map((name) => row[name])
}

function sorted({ rows }: Table): [string, Row][] {
  return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** Order of lists of texts and numbers, as IndexedDB compares them. */
function compare(one: unknown[], other: unknown[]): number {
  for (const [i, value] of one.entries()) {
    const [a, b] = [value as string, other[i] as string]
    if (a !== b) return a < b ? -1 : 1
  }
  return 0
}
