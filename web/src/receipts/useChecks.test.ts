import { expect, test } from 'vitest'
import type { ServerSession } from '../session/session.ts'
import { aReceipt } from '../entities/aReceipt.testing.ts'
import { agreementKey, findingKey, headsKey } from './useChecks.ts'

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

test('a comparison counts for the entries or the head that it compared, and for no others of the same order', () => {
  const segment = { from: 3, bodies: ['a', 'b'], left: ['l'], right: ['r'] }
  const receipt = { ...aReceipt(), checkpoint: 'head', segments: [segment] }
  const keysOf = (one: typeof receipt) => [agreementKey(one), headsKey(one)].map((key) => JSON.stringify(key))
  const [entries, head] = keysOf(receipt)
  const [same, changed] = keysOf({ ...receipt, checkpoint: 'other' })
  expect([same, changed === head]).toEqual([entries, false])
  for (const segments of [[], [segment, segment], [{ ...segment, bodies: ['a', 'c'] }]]) {
    const keys = keysOf({ ...receipt, segments })
    expect([keys[0] === entries, keys[1]]).toEqual([false, head])
  }
})
