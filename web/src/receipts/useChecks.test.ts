import { expect, test } from 'vitest'
import type { ServerSession } from '../session/session.ts'
import { findingKey } from './useChecks.ts'

const own = { address: '0xa' } as ServerSession

test('a finding is kept for one name, receipt, owner and ticket, and counts for no other', () => {
  const keys = [
    findingKey('order', { v: 1 }, {}),
    findingKey('order 2', { v: 1 }, {}),
    findingKey('order', { v: 2 }, {}),
    findingKey('order', { v: 1 }, { own }),
    findingKey('order', { v: 1 }, { own: { ...own, address: '0xb' } }),
    findingKey('order', { v: 1 }, { ticket: 'ab' }),
    findingKey('order', { v: 1 }, { ticket: 'cd' }),
    findingKey('order', { v: 1 }, { own, ticket: 'ab' }),
  ]
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length)
  expect(findingKey('order', { v: 1 }, { own: null, ticket: '' })).toEqual(keys[0])
})
