import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { AnyRoute } from '../call.ts'
import { claims } from '../fields.ts'
import { ROUTES } from './all.ts'
import { OPERATOR_ROUTES } from './operators/all.testing.ts'

/** Calls that use a claim as their field on purpose: the address to prove, the language to store. */
const SAME: readonly string[] = ['/api/session/challenge', '/api/session', '/api/change_language']

test('no call has a field with the name of a claim, because one would replace the other', () => {
  const taken = Object.keys(claims.shape)
  const clashes = Object.values(ROUTES)
    .filter(({ path }) => !SAME.includes(path))
    .flatMap(({ path, input }) => fieldsOf(input).map((field) => [path, field] as const))
    .filter(([, field]) => taken.includes(field))
  expect(clashes).toEqual([])
})

const every: [string, AnyRoute][] = Object.entries({ ...ROUTES, ...OPERATOR_ROUTES })

/** Calls of the inherited interface that change something although they use GET. */
const CHANGING_GETS: readonly string[] = ['cancelKeep', 'change_language']
/** Calls of the inherited interface that only read although they use POST. */
const READING_POSTS: readonly string[] = ['loanApplyList', 'loanOrderList']

test.each(every)('%s says that it changes something exactly when its method does', (name, route) => {
  const exceptions = route.method === 'GET' ? CHANGING_GETS : READING_POSTS
  expect(route.changes).toBe((route.method !== 'GET') !== exceptions.includes(name))
})

/** Every call that needs an `Idempotency-Key`, by name, so that none is added or removed by accident. */
const MONEY = [
  'cancelWithdrawal',
  'cash_out',
  'closeLimitOrder',
  'createLimitOrder',
  'currencyExchange',
  'exitHosting',
  'loanApply',
  'orderConfirmation',
  'repayLoan',
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

test('who may ask is said once more here, so that no call is opened by accident', () => {
  const of = (who: AnyRoute['who']) => every.filter(([, route]) => route.who === who).map(([name]) => name)
  expect(of('anyone').toSorted()).toEqual([
    'challenge',
    'change_language',
    'getAnswerArea',
    'getIndexInformation',
    'getLimitTimeType',
    'getLog',
    'getLogHead',
    'getLoggedAnswer',
    'getMarket',
    'getNotice',
    'getProgramme',
    'getProgrammeTrades',
    'getRate',
    'getRecord',
    'getSharedReceipt',
    'getTimeAccountCurrency',
    'get_text',
    'service',
    'session',
    'signIn',
  ])
  expect(of('visitor').toSorted()).toEqual(['checkUserIsSave', 'register', 'sessions', 'signOut'])
  expect(of('operator').toSorted()).toEqual(Object.keys(OPERATOR_ROUTES).toSorted())
})

test.each(Object.entries(OPERATOR_ROUTES))(
  '%s takes a role of its own; pictures and reading of the programme take any',
  (name, { role }) => {
    expect(role).toBe(roleOf(name))
  },
)

test('calls that cost something count against limits of their own', () => {
  const own = every.filter(([, { rate }]) => rate !== 'read' && rate !== 'write')
  expect(Object.fromEntries(own.map(([name, { rate }]) => [name, rate]))).toEqual({
    challenge: 'challenge',
    signIn: 'verify',
    register: 'register',
    createLimitOrder: 'order',
    closeLimitOrder: 'order',
    getTestMoney: 'faucet',
    cash_out: 'withdraw',
    currencyExchange: 'swap',
    confirmAuthenticator: 'code',
    endAuthenticator: 'code',
    keepAuthenticator: 'code',
    openThread: 'chat',
    sendChat: 'chat',
    upload: 'upload',
    loanUpload: 'upload',
    deskReply: 'chat',
    deskUpload: 'upload',
  })
})

function roleOf(name: string): string {
  if (['deskUpload', 'deskEngine', 'deskHostingProducts'].includes(name)) return 'any'
  if (/Engine|Hosting/.test(name)) return 'treasurer'
  if (name.startsWith('deskContent')) return 'editor'
  return name.includes('Loan') ? 'reviewer' : 'support'
}

function fieldsOf(input: z.ZodMiniType): string[] {
  return 'shape' in input ? Object.keys(input.shape as object) : []
}
