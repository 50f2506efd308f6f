import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeInStore, inStore } from './database.ts'
import { memoryDatabases } from './memoryDatabases.testing.ts'

const PLACE = { database: 'things', store: 'things', keyPath: 'name' }

let databases = memoryDatabases()
beforeEach(() => {
  databases = memoryDatabases()
  for (const [name, value] of Object.entries(databases.globals)) vi.stubGlobal(name, value)
})
afterEach(() => void vi.unstubAllGlobals())

const put = (count: number) => inStore(PLACE, 'readwrite', (store) => store.put({ name: 'a', count }))
const read = () => inStore(PLACE, 'readonly', (store) => store.get('a'))
const add = () =>
  changeInStore(PLACE, 'a', (earlier) => ({
    name: 'a',
    count: ((earlier as Thing | undefined)?.count ?? 0) + 1,
  }))
interface Thing {
  count: number
}

test('a value is on disk before its write ends, and no connection stays open', async () => {
  await put(1)
  expect(databases.rows('things', 'things').get('"a"')).toEqual({ name: 'a', count: 1 })
  expect(await add()).toEqual({ name: 'a', count: 2 })
  expect(databases.rows('things', 'things').get('"a"')).toEqual({ name: 'a', count: 2 })
  expect(await read()).toEqual({ name: 'a', count: 2 })
  expect(databases.openTo('things')).toBe(0)
})

test('changes at once all count, in the order of their calls', async () => {
  expect(await Promise.all([add(), add(), add()])).toEqual([1, 2, 3].map((count) => ({ name: 'a', count })))
})

test('a write that fails changes nothing and says so, and no connection stays open', async () => {
  await put(1)
  databases.device.isFull = true
  await expect(put(2)).rejects.toThrow('QuotaExceededError')
  await expect(add()).rejects.toThrow('QuotaExceededError')
  const fail = () => {
    throw new Error('undecided')
  }
  await expect(changeInStore(PLACE, 'a', fail)).rejects.toThrow('undecided')
  expect(await read()).toEqual({ name: 'a', count: 1 })
  expect(databases.openTo('things')).toBe(0)
})

test('a store that does not open, or waits for another page, is an error', async () => {
  databases.device.isBlocked = true
  await expect(read()).rejects.toThrow('blocked')
  await expect(add()).rejects.toThrow('blocked')
  vi.stubGlobal('indexedDB', {
    open() {
      const request = { onblocked: () => {} }
      queueMicrotask(() => request.onblocked())
      return request
    },
  })
  await expect(read()).rejects.toThrow('the store is blocked')
})
