import { expect, test } from 'vitest'
import { mergePages, nextPage } from './recordPages.ts'

const rows = (...ids: string[]) => ids.map((id) => ({ id }))

test('a row that a newer one pushed to the next page is listed once', () => {
  const pages = [
    { list: rows('c', 'b'), total: 4 },
    { list: rows('b', 'a'), total: 4 },
  ]
  expect(mergePages(pages).map((row) => row.id)).toEqual(['c', 'b', 'a'])
})

const totals = [
  [0, 1, undefined],
  [10, 1, undefined],
  [11, 1, 2],
  [25, 2, 3],
  [25, 3, undefined],
] as const

test.each(totals)('[WAL-09] of %i rows, %i pages of ten are followed by page %j', (total, loaded, next) => {
  expect(nextPage(total, loaded)).toBe(next)
})
