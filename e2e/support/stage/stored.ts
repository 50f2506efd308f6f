import type { Page } from 'playwright-core'

/** The values of a page's store in IndexedDB. Empty until the page has created it. */
export function stored<T>(page: Page, database: string, store: string): Promise<T[]> {
  return page.evaluate(
    async (place) => {
      // The page creates its databases; an empty one from the test would block that.
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
