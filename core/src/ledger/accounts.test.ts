import { expect, test } from 'vitest'
import { accountId, CAUSES, FLOWS, KINDS, type AccountKey } from './accounts.ts'

const key: AccountKey = { owner: 3, book: 'real', currency: 2, kind: 'hold' }

test.each<[Partial<AccountKey>, bigint]>([
  [{}, 3n * 1024n + 2n * 16n + 5n],
  [{ book: 'simulated' }, 3n * 1024n + 512n + 2n * 16n + 5n],
  [{ owner: 0, currency: 1, kind: 'external' }, 16n],
  [{ owner: 2 ** 43 - 1, currency: 31, kind: 'hosted' }, (2n ** 43n - 1n) * 1024n + 31n * 16n + 14n],
])('the account of %j has the id %s', (change, id) => {
  expect(accountId({ ...key, ...change })).toBe(id)
})

test.each<Partial<AccountKey>>([
  { owner: -1 },
  { owner: 0.5 },
  { owner: 2 ** 43 },
  { currency: 0 },
  { currency: 32 },
])('no account has %j', (change) => {
  expect(() => accountId({ ...key, ...change })).toThrow('fits the id')
})

test('money flows only for a cause, between two different existing kinds', () => {
  expect(Object.keys(FLOWS).toSorted()).toEqual(Object.keys(CAUSES).toSorted())
  for (const flows of Object.values(FLOWS))
    for (const [from, to] of flows) {
      expect(from).not.toBe(to)
      expect([KINDS[from], KINDS[to]]).not.toContain(undefined)
    }
})
