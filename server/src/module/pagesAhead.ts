/**
 * All rows in pages, of which `read` returns the one after a row; an empty page ends them. While the caller checks a page, the
 * database reads the next one.
 */
export async function* pagesAhead<Row>(read: (last: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  const begin = (last: Row | null) => {
    const page = read(last)
    page.catch(() => {}) // thrown where it is awaited, if it is
    return page
  }
  for (let next = begin(null); ;) {
    const page = await next
    const last = page.at(-1)
    if (last === undefined) return
    next = begin(last)
    yield page
  }
}
