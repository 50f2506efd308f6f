import { afterEach, expect, test, vi } from 'vitest'
import { logHouse } from './logHouse.ts'

afterEach(() => void vi.unstubAllGlobals())

const HASH = 'ab'.repeat(32)

test.each<[string, number, unknown, number | null]>([
  ['two hashes', 200, { proof: [HASH, HASH] }, 2],
  ['no hash', 200, { proof: [] }, 0],
  ['a hash that is too short', 200, { proof: [HASH, 'ab'] }, null],
  ['no list', 200, { proof: HASH }, null],
  ['a proof in a failure', 503, { proof: [HASH] }, null],
])('of a proof with %s', async (_, status, body, hashes) => {
  const asked: [string, RequestInit?][] = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    asked.push([address, init])
    return Response.json(body, { status })
  })
  expect((await logHouse.proof(5, 9))?.length ?? null).toBe(hashes)
  expect(asked[0]?.[0]).toMatch(/\?from=5&to=9$/)
  // The log is public: nothing says who asks.
  expect(asked[0]?.[1]?.credentials).toBe('omit')
})
