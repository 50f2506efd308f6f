/** Rows on one page of a record. */
export const PAGE = 10

export interface RecordPart<T> {
  list: T[]
  /** Number of rows in the whole record. */
  total: number
}

/**
 * All rows in order, without duplicates: a new row pushes an old one onto the next page, which then returns it again.
 */
export function mergePages<T extends { id: string }>(pages: readonly RecordPart<T>[]): T[] {
  const seen = new Set<string>()
  return pages.flatMap((part) => part.list).filter((row) => !seen.has(row.id) && seen.add(row.id))
}

/** Number of the page after `loaded` pages; undefined after the last. */
export function nextPage(total: number, loaded: number): number | undefined {
  return loaded * PAGE < total ? loaded + 1 : undefined
}
