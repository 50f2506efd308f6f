import { expect, test } from 'vitest'
import {
  accountId,
  accountKeyOf,
  CAUSES,
  FLOWS,
  kindsIn,
  KINDS,
  partOf,
  VENUE_KINDS,
  type AccountKey,
} from './accounts.ts'

const key: AccountKey = { owner: 3, book: 'real', currency: 2, kind: 'hold' }

test.each<[Partial<AccountKey>, bigint]>([
  [{}, 3n * 1024n + 2n * 16n + 5n],
  [{ book: 'simulated' }, 3n * 1024n + 512n + 2n * 16n + 5n],
  [{ owner: 0, currency: 1, kind: 'external' }, 16n],
  [{ owner: 2 ** 43 - 1, currency: 31, kind: 'hosted' }, (2n ** 43n - 1n) * 1024n + 31n * 16n + 14n],
])('the account of %j has the id %s', (change, id) => {
  expect(accountId({ ...key, ...change })).toBe(id)
  expect(accountKeyOf(id)).toEqual({ ...key, ...change })
})

test('an id that ends with the number of no kind is of no account', () => {
  expect(() => accountKeyOf(accountId(key) | 15n)).toThrow('the number of a kind')
})

test.each<[Partial<AccountKey>, isSame: boolean]>([
  [{ owner: 2 ** 43 - 1 }, true],
  [{ kind: 'hosted' }, true],
  [{ book: 'simulated' }, false],
  [{ currency: 3 }, false],
  [{ currency: 31 }, false],
])('with %j, book and currency are the same: %s', (change, isSame) => {
  expect(partOf(accountId({ ...key, ...change })) === partOf(accountId(key))).toBe(isSame)
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

test.each([
  ['real', ['available', 'hold', 'hosted']],
  ['simulated', ['available', 'hosted']],
] as const)('a user of the %s book can have %j', (book, kinds) => {
  expect(kindsIn(book)).toEqual(kinds)
})

test('stored numbers of kinds and causes keep their meaning', () => {
  const inOrder = (numbers: Readonly<Record<string, number>>, first: number) =>
    Object.entries(numbers).map(([name, number], i) => (number === first + i ? name : `${name} moved`))
  expect(inOrder(KINDS, 0).join(' ')).toBe(
    'external available escrow bankroll fees hold inventory lending venue1 venue2 venue3 venue4 venue5 programme hosted',
  )
  expect(inOrder(CAUSES, 1).join(' ')).toBe(
    'order settlement grant reset funding deposit withdrawal payout swap loss growth loan repayment ' +
      'fill move earning hosting release yield treasury',
  )
  expect(VENUE_KINDS.map((kind) => KINDS[kind] - KINDS.venue1 + 1)).toEqual([1, 2, 3, 4, 5])
})

test('money flows only for a cause, between two different existing kinds', () => {
  expect(Object.keys(FLOWS).toSorted()).toEqual(Object.keys(CAUSES).toSorted())
  for (const flows of Object.values(FLOWS))
    for (const [from, to] of flows) {
      expect(from).not.toBe(to)
      expect([KINDS[from], KINDS[to]]).not.toContain(undefined)
    }
})
