import { afterEach, expect, test, vi } from 'vitest'
import { keep, keepInTab, kept, keptInTab, keptJson } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser's storage; `blocked` throws at every use, as in a private window. */
function storageOf(isBlocked = false) {
  const values = new Map<string, string>()
  const when = <T>(work: () => T): T => {
    if (isBlocked) throw new DOMException('blocked', 'SecurityError')
    return work()
  }
  return {
    values,
    getItem: (key: string) => when(() => values.get(key) ?? null),
    setItem: (key: string, value: string) => when(() => void values.set(key, value)),
    removeItem: (key: string) => when(() => void values.delete(key)),
  }
}

test('a text is kept for good and a value for the tab, each until it is deleted', () => {
  const [long, tab] = [storageOf(), storageOf()]
  vi.stubGlobal('localStorage', long)
  vi.stubGlobal('sessionStorage', tab)
  keep('name', 'Ann')
  keepInTab('draft', { amount: '5' })
  expect([kept('name'), keptInTab('draft')]).toEqual(['Ann', { amount: '5' }])
  expect([long.values.size, tab.values.size]).toEqual([1, 1])
  expect([kept('draft'), keptInTab('name'), keptJson('draft')]).toEqual([null, null, null])
  keep('name', '')
  expect(kept('name')).toBe('')
  keep('name', null)
  keepInTab('draft', null)
  expect([long.values.size, tab.values.size]).toEqual([0, 0])
})

test('a kept value that cannot be read is none', () => {
  const storage = storageOf()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  storage.values.set('good', '{"a":1}').set('bad', '{"a":')
  expect([keptJson('good'), keptJson('bad'), keptInTab('good'), keptInTab('bad')]).toEqual([
    { a: 1 },
    null,
    { a: 1 },
    null,
  ])
})

test('where storage is blocked nothing is kept, and nothing fails', () => {
  vi.stubGlobal('localStorage', storageOf(true))
  vi.stubGlobal('sessionStorage', storageOf(true))
  for (const value of ['x', null]) keep('name', value)
  for (const value of [{}, null]) keepInTab('name', value)
  expect([kept('name'), keptJson('name'), keptInTab('name')]).toEqual([null, null, null])
})
