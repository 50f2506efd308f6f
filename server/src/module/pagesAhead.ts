/**
 * All rows in pages of at most `most`, of which `read` returns the one after a row; a shorter page is the last. While the caller
 * checks a page, the database reads the next one.
 */
export async function* pagesAhead<Row>(
  most: number,
  read: (last: Row | null) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const begin = (last: Row | null) => begun(read(last))
  for (let next: Promise<Row[]> | null = begin(null); next !== null;) {
    const page: Row[] = await next
    next = page.length < most ? null : begin(page.at(-1) ?? null)
    if (page.length > 0) yield page
  }
}

/** What `read` finds for each key, in their order, but for those without any. While the caller checks it, the next is read. */
export async function* readAhead<Key, Row>(
  keys: readonly Key[],
  read: (key: Key) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let next: Promise<Row[]> | null = null
  for (const [at, key] of keys.entries()) {
    const page = await (next ?? read(key))
    const after = keys[at + 1]
    next = after === undefined ? null : begun(read(after))
    if (page.length > 0) yield page
  }
}

/** An error is thrown where the page is awaited, if it is. */
function begun<Row>(page: Promise<Row[]>): Promise<Row[]> {
  page.catch(() => {})
  return page
}
