/**
 * All rows in pages of at most `most`, of which `read` returns the one after a row; a shorter page is the last. While the caller
 * checks a page, the database reads the next one.
 */
export async function* pagesAhead<Row>(
  most: number,
  read: (last: Row | null) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const begin = (last: Row | null) => {
    const page = read(last)
    page.catch(() => {}) // thrown where it is awaited, if it is
    return page
  }
  for (let next: Promise<Row[]> | null = begin(null); next !== null;) {
    const page: Row[] = await next
    next = page.length < most ? null : begin(page.at(-1) ?? null)
    if (page.length > 0) yield page
  }
}
