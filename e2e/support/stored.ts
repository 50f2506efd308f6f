import type { Page } from 'playwright-core'

/** What a page's store keeps, a database of this browser. Empty before the page has made it. */
export function stored<T>(page: Page, database: string, store: string): Promise<T[]> {
  return page.evaluate(
    async (place) => {
      // The page makes its databases; an empty one of ours would be in its way.
      const made = await indexedDB.databases()
      if (!made.some(({ name }) => name === place.database)) return []
      return new Promise<never[]>((done, fail) => {
        const opening = indexedDB.open(place.database)
        opening.onerror = () => fail(new Error('the store did not open'))
        opening.onsuccess = () => {
          const asking = opening.result.transaction(place.store).objectStore(place.store).getAll()
          asking.onsuccess = () => {
            opening.result.close()
            done(asking.result as never[])
          }
        }
      })
    },
    { database, store },
  )
}
