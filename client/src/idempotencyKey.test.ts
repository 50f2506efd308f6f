import { afterEach, expect, test, vi } from 'vitest'
import { newKey } from './idempotencyKey.ts'

afterEach(() => vi.unstubAllGlobals())

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test.each(['with', 'without'])('a key is a new UUID each time, %s a secure context', (context) => {
  const { crypto } = globalThis
  const getRandomValues = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)
  if (context === 'without') vi.stubGlobal('crypto', { getRandomValues })
  const keys = Array.from({ length: 200 }, newKey)
  expect(keys.filter((key) => !UUID.test(key))).toEqual([])
  expect(new Set(keys).size).toBe(200)
})
