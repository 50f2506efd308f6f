import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { AnyRoute } from '../call.ts'
import { claims } from '../fields.ts'
import { ROUTES } from './all.ts'
import { DESK_ROUTES } from './operators/all.ts'

/** Calls whose field is what the request says of itself: whose address is proved, which language is kept. */
const SAME: readonly string[] = ['/api/session/challenge', '/api/session', '/api/change_language']

test('no call has a field by a name that every request says of itself, for one would take the place of the other', () => {
  const taken = Object.keys(claims.shape)
  const clashes = Object.values(ROUTES)
    .filter(({ path }) => !SAME.includes(path))
    .flatMap(({ path, input }) => fieldsOf(input).map((field) => [path, field] as const))
    .filter(([, field]) => taken.includes(field))
  expect(clashes).toEqual([])
})

const every: [string, AnyRoute][] = Object.entries({ ...ROUTES, ...DESK_ROUTES })

/** Calls of the inherited interface that change something although they are asked with GET. */
const CHANGING_GETS: readonly string[] = ['cancelKeep', 'change_language']

test.each(every)('%s says that it changes something exactly when its method does', (name, route) => {
  expect(route.changes).toBe(route.method !== 'GET' || CHANGING_GETS.includes(name))
})

/** Every call that needs an `Idempotency-Key`, by name: none is added to them or taken from them by accident. */
const MONEY = [
  'cancelWithdrawal',
  'cash_out',
  'closeLimitOrder',
  'createLimitOrder',
  'currencyExchange',
  'resetSimulated',
]

test('the calls that move money are these, each changes something and can be refused for its key', () => {
  const money = every.filter(([, { money }]) => money)
  expect(money.map(([name]) => name).toSorted()).toEqual(MONEY.toSorted())
  for (const [name, { changes, refusals, who }] of money) {
    expect([changes, who], name).toEqual([true, 'user'])
    expect(refusals, name).toEqual(expect.arrayContaining(['key_missing', 'key_invalid', 'key_reused']))
  }
  for (const [name, { money, refusals }] of every) expect(refusals.includes('key_missing'), name).toBe(money)
})

test('a call that changes something counts as reading only where asking again changes nothing more', () => {
  const names = every.filter(([, { changes, rate }]) => changes && rate === 'read').map(([name]) => name)
  expect(names.toSorted()).toEqual(['change_language'])
})

function fieldsOf(input: z.ZodMiniType): string[] {
  return 'shape' in input ? Object.keys(input.shape as object) : []
}
