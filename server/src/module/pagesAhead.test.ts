import { expect, test } from 'vitest'
import { pagesAhead, readAhead } from './pagesAhead.ts'

/** Reads the numbers below `count`, two at a time, and notes each read. */
function numbers(count: number) {
  const reads: (number | null)[] = []
  const pages = pagesAhead<number>(2, async (last) => {
    reads.push(last)
    const from = last === null ? 0 : last + 1
    return [from, from + 1].filter((one) => one < count)
  })
  return { reads, pages }
}

test.each([
  { count: 0, pages: [], reads: [null] },
  { count: 1, pages: [[0]], reads: [null] },
  { count: 2, pages: [[0, 1]], reads: [null, 1] },
  { count: 5, pages: [[0, 1], [2, 3], [4]], reads: [null, 1, 3] },
])('$count rows are read to the first page that is not full', async ({ count, pages, reads }) => {
  const read = numbers(count)
  expect(await Array.fromAsync(read.pages)).toEqual(pages)
  expect(read.reads).toEqual(reads)
})

test('the next page is read while the last one is used', async () => {
  const { pages, reads } = numbers(9)
  await pages.next()
  expect(reads).toEqual([null, 1])
})

test('a page that cannot be read is an error for whoever wants it, and for nobody else', async () => {
  const failing = () =>
    pagesAhead<number>(1, (last) =>
      last === null ? Promise.resolve([1]) : Promise.reject(new Error('lost')),
    )
  await expect(Array.fromAsync(failing())).rejects.toThrow('lost')
  for await (const page of failing()) {
    expect(page).toEqual([1])
    break
  }
})

test('what keys lead to is read in their order, one key ahead, and nothing is yielded for a key without rows', async () => {
  const reads: number[] = []
  const pages = readAhead([3, 0, 2, 1], async (count) => {
    reads.push(count)
    return Array.from({ length: count }, () => count)
  })
  expect(await pages.next()).toEqual({ done: false, value: [3, 3, 3] })
  expect(reads).toEqual([3, 0])
  expect(await Array.fromAsync(pages)).toEqual([[2, 2], [1]])
  expect(reads).toEqual([3, 0, 2, 1])
  expect(await Array.fromAsync(readAhead([], async () => [1]))).toEqual([])
})

test('a key whose rows cannot be read is an error for whoever wants them, and for nobody else', async () => {
  const failing = () =>
    readAhead([1, 2], (key) => (key === 1 ? Promise.resolve([1]) : Promise.reject(new Error('lost'))))
  await expect(Array.fromAsync(failing())).rejects.toThrow('lost')
  for await (const page of failing()) {
    expect(page).toEqual([1])
    break
  }
})
