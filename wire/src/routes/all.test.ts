import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { AnyRoute, ReadSubject } from '../call.ts'
import { claims } from '../fields.ts'
import type { Permission } from '../permissions.ts'
import { ROUTES } from './all.ts'
import { OPERATOR_ROUTES, type OperatorRouteName } from './operators/all.ts'

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
const READING_POSTS: readonly string[] = ['consoleSearch', 'loanApplyList', 'loanOrderList']

test.each(every)('%s is declared as changing something exactly when its method is', (name, route) => {
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

test('exactly these calls move money; each changes something and can be refused for its key', () => {
  const money = every.filter(([, { money }]) => money)
  expect(money.map(([name]) => name).toSorted()).toEqual(MONEY.toSorted())
  for (const [name, { changes, refusals, who }] of money) {
    expect([changes, who], name).toEqual([true, 'user'])
    expect(refusals, name).toEqual(expect.arrayContaining(['key_missing', 'key_invalid', 'key_reused']))
  }
  for (const [name, { money, refusals }] of every) expect(refusals.includes('key_missing'), name).toBe(money)
})

test('a page keeps only in memory what exactly these calls answer', () => {
  const isPrivate = Object.entries(ROUTES).filter(([, route]) => route.isPrivate)
  expect(isPrivate.map(([name]) => name).toSorted()).toEqual([
    'accountActions',
    'getLoanDraft',
    'getLoanFile',
    'getSignedBalances',
    'writeLoanAgreement',
  ])
})

/** Calls that read the user's own history, which grows with each order, swap and message. */
const IN_TURN = [
  'getBzIndexData',
  'getHoldingsHistory',
  'getHostingDays',
  'getLimits',
  'getMyExchangeRecords',
  'getMyLimitOrders',
  'getMyMessage',
  'getMyTgOrderList',
  'getMyWalletData',
  'getOrderSums',
  'getSignedBalances',
  'getStatement',
  'getUnread',
  'getUse',
  'get_my_cash_out_record',
  'get_my_recharge_record',
]

test('exactly these calls are answered to a user one after another, every own list by page among them', () => {
  const inTurn = every.filter(([, route]) => route.inTurn)
  expect(inTurn.map(([name]) => name).toSorted()).toEqual(IN_TURN.toSorted())
  for (const [name, { who, changes }] of inTurn) expect([who, changes], name).toEqual(['user', false])
  const paged = every.filter(([, { who, input }]) => who === 'user' && fieldsOf(input).includes('pageSize'))
  expect(paged.filter(([, { inTurn: isInTurn }]) => !isInTurn).map(([name]) => name)).toEqual([])
})

test('a changing call has the read rate limit only if repeating it changes nothing more', () => {
  const names = every.filter(([, { changes, rate }]) => changes && rate === 'read').map(([name]) => name)
  expect(names.toSorted()).toEqual(['change_language'])
})

test('callers are listed here a second time, so that no call is opened by accident', () => {
  const of = (who: AnyRoute['who']) => every.filter(([, route]) => route.who === who).map(([name]) => name)
  expect(of('anyone').toSorted()).toEqual([
    'challenge',
    'change_language',
    'consoleChallenge',
    'consoleOpenLink',
    'consoleSession',
    'consoleSignIn',
    'getAnswerArea',
    'getIndexInformation',
    'getLimitTimeType',
    'getLog',
    'getLogHead',
    'getLoggedAnswer',
    'getLoggedDay',
    'getLoggedEnd',
    'getLoggedHosting',
    'getMarket',
    'getNotice',
    'getProgramme',
    'getProgrammeTrades',
    'getRate',
    'getRecord',
    'getSharedReceipt',
    'getTicks',
    'getTimeAccountCurrency',
    'get_text',
    'service',
    'session',
    'signIn',
  ])
  expect(of('visitor').toSorted()).toEqual(['checkUserIsSave', 'register', 'sessions', 'signOut'])
  expect(of('arriving').toSorted()).toEqual([
    'consoleAskPasskey',
    'consoleKeepCode',
    'consoleKeepPasskey',
    'consoleNewCode',
    'consoleNewPasskey',
    'consoleProveCode',
    'consoleProvePasskey',
    'consoleSignOut',
  ])
  const forOperators = [
    ...of('operator'),
    ...of('arriving'),
    ...of('anyone').filter((name) => name.startsWith('console')),
  ]
  expect(forOperators.toSorted()).toEqual(Object.keys(OPERATOR_ROUTES).toSorted())
})

test.each(Object.entries(OPERATOR_ROUTES))(
  '%s needs the permission that its name implies',
  (name, { may }) => {
    if (!isOwn(name)) expect(may).toBe(permissionOf(name))
  },
)

test('exactly these calls need a fresh second factor, and each can be refused for it', () => {
  const fresh = every.filter(([, { freshFactor }]) => freshFactor)
  expect(fresh.map(([name]) => name).toSorted()).toEqual([
    'consoleApprove',
    'consoleAskLoanAgain',
    'consoleInvite',
    'consoleKeepCode',
    'consoleKeepPasskey',
    'consoleNewCode',
    'consoleNewPasskey',
    'consoleOperatorLink',
    'consolePropose',
    'consoleProposeHold',
    'consoleRefuse',
    'consoleRejectLoan',
    'consoleRemovePasskey',
    'consoleRevoke',
    'consoleStartEngine',
    'consoleVote',
  ])
  for (const [name, { freshFactor, refusals }] of every)
    expect(refusals.includes('factor_stale'), name).toBe(freshFactor)
})

/** Fields by which an operators' call may name a user or something of his. */
const NAMING: Readonly<Record<string, ReadSubject | 'loan'>> = {
  userId: 'user',
  orderId: 'order',
  threadId: 'thread',
  applyId: 'loan',
}
/** Calls whose `id` names something that belongs to no user: a text for readers, or a proposal. */
const OTHER_IDS: readonly string[] = [
  'consoleContentRead',
  'consoleContentRevise',
  'consoleContentPublish',
  'consoleContentWithdraw',
  'consoleProposal',
  'consoleApprove',
  'consoleRefuse',
]

/** The subject that an operators' call names in its input; in all remaining calls `id` is a withdrawal's. */
function namedBy(name: string, fields: readonly string[]) {
  if (fields.includes('id') && !OTHER_IDS.includes(name)) return { subject: 'withdrawal', field: 'id' }
  const field = fields.find((one) => Object.hasOwn(NAMING, one))
  return field === undefined ? null : { subject: NAMING[field], field }
}

/** Calls that act on the named user: each writes its own action, except `consoleTyping`, which shows nothing. */
const DOING = [
  'consoleLoan',
  'consoleLoanPicture',
  'consoleRejectLoan',
  'consoleAskLoanAgain',
  'consoleReply',
  'consoleReadChat',
  'consoleTyping',
  'consoleVote',
  'consoleProposeHold',
]

test('an operator who reads a user’s data leaves an action: every call whose input may name a user is flagged', () => {
  const naming = Object.entries<AnyRoute>(OPERATOR_ROUTES).flatMap(([name, route]) => {
    const named = namedBy(name, fieldsOf(route.input))
    return named === null ? [] : [{ name, route, named }]
  })
  const doing = naming.filter(({ route }) => route.changes).map(({ name }) => name)
  expect(doing.toSorted()).toEqual(DOING.toSorted())
  const flagged = every.flatMap(([name, { reads }]) => (reads ? [[name, reads] as const] : []))
  const expected = naming.filter(({ route }) => !route.changes).map(({ name, named }) => [name, named])
  expect(Object.fromEntries(flagged)).toEqual(Object.fromEntries(expected))
  for (const [name] of flagged) {
    const may: Permission[] = name === 'consoleActions' ? ['see'] : ['seeUsers', 'answerChat']
    expect(may, name).toContain(OPERATOR_ROUTES[name as OperatorRouteName].may)
  }
})

test('expensive calls have rate limits of their own', () => {
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
    consoleUpload: 'upload',
    consoleChallenge: 'challenge',
    consoleSignIn: 'verify',
    consoleOpenLink: 'verify',
    consoleKeepPasskey: 'passkey',
    consoleProvePasskey: 'passkey',
    consoleKeepCode: 'factor',
    consoleProveCode: 'factor',
  })
})

/** Signing in needs no permission, and managing one's own session needs only to be an operator. */
const isOwn = (name: string) => OPERATOR_ROUTES[name as OperatorRouteName].who !== 'operator'

const SEEING = [
  'consoleFactors',
  'consoleRemovePasskey',
  'consoleOperators',
  'consoleActions',
  'consolePropose',
  'consoleProposals',
  'consoleOverview',
  'consoleQueues',
  'consoleExposure',
  'consoleIncidents',
]

function permissionOf(name: string): Permission {
  if ([...SEEING, 'consoleProposal', 'consoleApprove', 'consoleRefuse'].includes(name)) return 'see'
  if (['consoleInvite', 'consoleOperatorLink', 'consoleRevoke'].includes(name)) return 'manageOperators'
  if (name === 'consoleUpload') return 'sendPictures'
  if (
    ['consoleEngine', 'consoleHostingProducts', 'consoleChains', 'consoleTreasury', 'consoleRules'].includes(
      name,
    )
  )
    return 'see'
  if (['consoleVote', 'consoleProposeHold'].includes(name)) return 'decideWithdrawals'
  if (/Withdrawal|Holds|Deposits|User|Order|Receipt|Search/.test(name)) return 'seeUsers'
  if (/Engine|Hosting/.test(name)) return 'runProgramme'
  if (name.startsWith('consoleContent')) return 'writeContent'
  return name.includes('Loan') ? 'reviewLoans' : 'answerChat'
}

function fieldsOf(input: z.ZodMiniType): string[] {
  return 'shape' in input ? Object.keys(input.shape as object) : []
}
