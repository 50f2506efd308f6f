import { OPENING_LIMITS } from '@tickmark/core/arbitrage/trading/limits'
import { changeableOf } from '@tickmark/core/orders/ruleChange'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { lockUser } from '../accounts/userStore.ts'
import { holdCursor, lockAlertsOf, lockCursor } from '../alerts/store.ts'
import { engineLimitsKind, shown } from '../arbitrage/changeLimits.ts'
import { lockEngine } from '../arbitrage/engineStore.ts'
import { lockTrades } from '../arbitrage/lines/lineStore.ts'
import { lockBalance } from '../arbitrage/simulated/venueStore.ts'
import { lockTrade } from '../arbitrage/trading/tradeStore.ts'
import { chainResumeKind } from '../chains/console/resumeChain.ts'
import { lockDue } from '../chains/deposits/depositStore.ts'
import { lockChain } from '../chains/deposits/store.ts'
import { lockItem, lockShipping } from '../content/editStore.ts'
import { createTestDatabase, type TestDatabase } from '../db/database.testing.ts'
import type { Tx } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import { holdFactors } from '../console/factors/completeSignIn.ts'
import { operatorProposals } from '../console/operators/operatorProposals.ts'
import { countOpenOf, lockProposal } from '../console/proposals/proposalStore.ts'
import { holdOperators, lockOperators } from '../console/stores/operatorStore.ts'
import { lockUntold } from '../hosting/dayStore.ts'
import { keepDaysOpen, lockClose, lockExpired } from '../hosting/order/store.ts'
import { hostingProductKind } from '../hosting/products/changeProduct.ts'
import { lockProducts } from '../hosting/products/productStore.ts'
import { nextStatement } from '../hosting/statements/stateHosting.ts'
import { lockStatements } from '../hosting/statements/statementStore.ts'
import { lockBook } from '../ledger/store.ts'
import { disburse } from '../loans/lending/disburse.ts'
import { lockDueLoans, lockOwnLoan } from '../loans/lending/store.ts'
import { lockApplicant, lockApplication } from '../loans/store.ts'
import { lockViewer } from '../loans/viewStore.ts'
import { rulesChangeKind } from '../market/rules/changeRules.ts'
import { lockVersions } from '../market/rules/versionStore.ts'
import { lockOwner } from '../media/store.ts'
import { lockSubscriptions } from '../messages/pushStore.ts'
import type { ProposalKind } from '../module/proposals.ts'
import { recordEvents } from '../module/events.testing.ts'
import { lockOpenOrder } from '../orders/settling/dueStore.ts'
import { holdOperatorWith } from '../operators/presentStore.ts'
import { readSince } from '../operators/readingStore.ts'
import { systemClock } from '../platform/clock.ts'
import { silentLog } from '../platform/log.ts'
import { lockThread, lockThreads, lockThreadsOf } from '../support/store.ts'
import { treasuryFundKind } from '../treasury/fund.ts'
import { lockCase, lockSecurityHolds } from '../withdrawals/approval/voteStore.ts'
import { payGas } from '../withdrawals/payout/payGas.ts'
import { lockBookOf } from '../withdrawals/protection/bookStore.ts'
import { lockNonce } from '../withdrawals/withdrawal/nonceStore.ts'
import { lockWithdrawal } from '../withdrawals/withdrawal/store.ts'
import type { Withdrawal } from '../withdrawals/withdrawal/withdrawal.ts'
import { bytes, id, write } from './audit/edges.testing.ts'

const DAY = 86_400_000
let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  const two = <T>(row: (at: number) => T) => [row(1), row(2)]
  const waiting = {
    state: 0,
    instalments: 6,
    wallet: 'evm',
    key_number: 1,
    wrapped_key: bytes(1),
    sealed: bytes(1),
  }
  const address = (at: number) => `0x${String(at).repeat(40)}`
  await write(own.database.db, {
    users: two((at) => ({
      id: at,
      wallet_type: 1,
      address: address(at),
      invite_code: `ABCDEFG${at}`,
      language: 'english',
    })),
    alert_cursor: [{ one: true }],
    arbitrage_engine: [{ id: true }],
    arbitrage_trade: two((at) => ({ id: id(at), pid: 1 })),
    simulated_venue_balance: two((at) => ({ venue: at, currency: 1 })),
    chain_state: two((at) => ({ chain: at })),
    chain_block: two((at) => ({ chain: at, hash: 'x', number: 1 })),
    deposit: two((at) => ({ chain: at, txid: String(at), state: 0, block_hash: 'x' })),
    content_item: two((at) => ({ id: at, kind: 'news', key: `k${at}`, state: 'draft' })),
    operator: two((at) => ({ address: `op${at}`, roles: ['admin'] })),
    hosting_untold: [{ day: 1 }],
    hosting_order: [
      {
        number: 1,
        book: 0,
        days: 1,
        principal: 1_000_000,
        placed_at_ms: 0,
        shares_from_ms: DAY,
        expires_at_ms: 2 * DAY,
      },
    ],
    loan: two((at) => ({ id: id(at), next_at_ms: 1 })),
    loan_application: two((at) => ({ ...waiting, id: id(at), user_id: at })),
    thread: two((at) => ({ subject: 'order', subject_id: id(at), facts: '{"about":[],"lines":[]}' })),
    placed_order: two((at) => ({
      id: id(at),
      key: id(at),
      user_id: at,
      book: 0,
      direction: 0,
      due_at_ms: at,
      batch: at,
    })),
    due_batch: two((at) => ({ due_at_ms: at, batch: at, ids: [id(at)] })),
    hot_nonce: two((at) => ({ chain: at, sender: 'x', next: 1 })),
    withdrawal: two((at) => ({ nonce: id(at), place: at, gas_price: 0, state: 0 })),
  })
})
afterAll(() => own.close())

type Lock = (tx: Tx) => Promise<unknown>

/** What a lock protects, the lock, and one of the same kind that does not block it. */
const LOCKS: [what: string, lock: Lock, other?: Lock][] = [
  ['a user’s row', (tx) => lockUser(tx, 1), (tx) => lockUser(tx, 2)],
  ['a user’s alerts', (tx) => lockAlertsOf(tx, 1), (tx) => lockAlertsOf(tx, 2)],
  ['the check of alerts', (tx) => lockCursor(tx)],
  ['the engine', (tx) => lockEngine(tx)],
  ['the numbers of trades', (tx) => lockTrades(tx)],
  ['a trade', (tx) => lockTrade(tx, id(1)), (tx) => lockTrade(tx, id(2))],
  ['what a venue holds', (tx) => lockBalance(tx, 1, 1), (tx) => lockBalance(tx, 2, 1)],
  ['a chain', (tx) => lockChain(tx, 1), (tx) => lockChain(tx, 2)],
  ['deposits that are due', (tx) => lockDue(tx, 1, 9, 9), (tx) => lockDue(tx, 2, 9, 9)],
  ['an item of content', (tx) => lockItem(tx, 1), (tx) => lockItem(tx, 2)],
  ['shipped content', (tx) => lockShipping(tx)],
  ['a proposal', (tx) => lockProposal(tx, id(1)), (tx) => lockProposal(tx, id(2))],
  ['an operator’s proposals', (tx) => countOpenOf(tx, 'a', 1), (tx) => countOpenOf(tx, 'b', 1)],
  ['an operator’s readings', (tx) => readSince(tx, 'a', 1), (tx) => readSince(tx, 'b', 1)],
  ['who operates the house', (tx) => lockOperators(tx)],
  ['the close of a day', (tx) => lockClose(tx)],
  ['versions of products', (tx) => lockProducts(tx)],
  ['the numbers of statements', (tx) => lockStatements(tx)],
  ['a book', (tx) => lockBook(tx, 'real'), (tx) => lockBook(tx, 'simulated')],
  ['an own loan', (tx) => lockOwnLoan(tx, 1, id(1)), (tx) => lockOwnLoan(tx, 2, id(2))],
  ['an applicant', (tx) => lockApplicant(tx, 1), (tx) => lockApplicant(tx, 2)],
  ['an application', (tx) => lockApplication(tx, id(1)), (tx) => lockApplication(tx, id(2))],
  ['a viewer’s views', (tx) => lockViewer(tx, 'a'), (tx) => lockViewer(tx, 'b')],
  ['an open order', (tx) => lockOpenOrder(tx, 1, id(1)), (tx) => lockOpenOrder(tx, 2, id(2))],
  ['versions of rules', (tx) => lockVersions(tx)],
  ['an owner’s uploads', (tx) => lockOwner(tx, { user: 1 }), (tx) => lockOwner(tx, { user: 2 })],
  ['a user’s subscriptions', (tx) => lockSubscriptions(tx, 1, 'a'), (tx) => lockSubscriptions(tx, 2, 'b')],
  [
    'a browser’s subscriptions',
    (tx) => lockSubscriptions(tx, 1, 'a').then(() => lockSubscriptions(tx, 2, 'c')),
    (tx) => lockSubscriptions(tx, 3, 'd'),
  ],
  ['a user’s conversations', (tx) => lockThreadsOf(tx, 1), (tx) => lockThreadsOf(tx, 2)],
  ['a conversation', (tx) => lockThread(tx, 'anybody', id(1)), (tx) => lockThread(tx, 'anybody', id(2))],
  ['conversations', (tx) => lockThreads(tx, [id(1)]), (tx) => lockThreads(tx, [id(2)])],
  ['a case', (tx) => lockCase(tx, 'a'), (tx) => lockCase(tx, 'b')],
  ['a user’s holds', (tx) => lockSecurityHolds(tx, 1), (tx) => lockSecurityHolds(tx, 2)],
  ['an address book', (tx) => lockBookOf(tx, 1), (tx) => lockBookOf(tx, 2)],
  ['a chain’s nonces', (tx) => lockNonce(tx, 1), (tx) => lockNonce(tx, 2)],
  ['a withdrawal', (tx) => lockWithdrawal(tx, id(1)), (tx) => lockWithdrawal(tx, id(2))],
]

/** Runs work while a lock is held; 'waits' when the work cannot go on. */
async function beside(work: Lock): Promise<string> {
  try {
    return await transact(own.database.db, async (tx) => {
      await sql`set local lock_timeout = '20ms'`.execute(tx)
      await work(tx)
      return 'goes on'
    })
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: '55P03' })
    return 'waits'
  }
}

test.each(LOCKS)(
  'one transaction at a time has %s, and no other waits for it',
  async (_what, lock, other) => {
    await transact(own.database.db, async (tx) => {
      await lock(tx)
      expect(await beside(lock)).toBe('waits')
      if (other) expect(await beside(other)).toBe('goes on')
    })
    expect(await beside(lock)).toBe('goes on')
  },
)

const BY = { askedBy: 'op1', approvedBy: 'op2', proposalId: id(1), atMs: 1 }
/** Carries out an approved proposal. */
const deed =
  (kind: ProposalKind, payload: object): Lock =>
  (tx) =>
    kind.execute(tx, z.parse(kind.payload, payload), BY)
const LIMITS = shown(OPENING_LIMITS)
const RULES = { after: 0, rules: changeableOf(PRESENT_RULES) }
const FUND = { currencyId: 1, from: 'inventory', to: 'bankroll', amount: '1' }
const PRODUCT = { mid: 9, after: 0, days: 7, least: '1', most: '1', upperPpm: 1, exitFeePpm: 0, isOpen: true }
const ROLES = { operator: `0x${'1'.repeat(40)}`, name: 'Ann', roles: ['viewer'] }
const SESSION = {
  id: id(1),
  operator: { address: 'op1', name: 'op1', roles: ['admin'] },
  state: 'open',
  factors: { passkey: false, code: true },
  factorAtMs: 1,
  expiresAtMs: DAY,
  idleAtMs: DAY,
} as const
const LOAN = { id: id(1), userId: 1, amount: 1n, instalments: 6, writtenAtMs: 1 }
const lockReal: Lock = (tx) => lockBook(tx, 'real')
const ports = {
  openProfits: () => Promise.resolve(new Map()),
  bankrollMeans: () => Promise.resolve(new Map()),
}
const deps = { clock: systemClock(), log: silentLog(), events: recordEvents() }

test.each<[deed: string, act: Lock, lock: Lock]>([
  ['new limits of the engine', deed(engineLimitsKind, { ...LIMITS, before: LIMITS }), (tx) => lockEngine(tx)],
  ['a move of the house’s money', deed(treasuryFundKind(ports), FUND), lockReal],
  ['terms of hosting', deed(hostingProductKind, PRODUCT), (tx) => lockProducts(tx)],
  ['rules for orders', deed(rulesChangeKind(deps.clock, PRESENT_RULES), RULES), (tx) => lockVersions(tx)],
  [
    'the end of a halt',
    deed(chainResumeKind({ find: () => null }), { chain: 1, haltedAt: 1 }),
    (tx) => lockChain(tx, 1),
  ],
  ...operatorProposals({ mode: 'live' }).map((kind): [string, Lock, Lock] => [
    kind.kind,
    (tx) => kind.execute(tx, ROLES, BY),
    (tx) => lockOperators(tx),
  ]),
  ['a factor of an operator', (tx) => holdFactors(tx, SESSION), (tx) => lockOperators(tx)],
  [
    'a payment’s gas',
    (tx) => payGas(tx, { gasCurrencyId: 1 } as Withdrawal, 1n, { ...deps, ...own }),
    lockReal,
  ],
  ['a disbursement', (tx) => disburse(tx, deps, LOAN), lockReal],
  ['a hosting statement', (tx) => nextStatement(tx, deps), (tx) => lockStatements(tx)],
])('%s waits for the lock of what it reads and changes', async (_deed, act, lock) => {
  await transact(own.database.db, async (tx) => {
    await lock(tx)
    expect(await beside(act)).toBe('waits')
  })
})

test.each<[string, Lock, Lock]>([
  ['the check of alerts', holdCursor, lockCursor],
  ['the close of a day', keepDaysOpen, lockClose],
])('any number of transactions hold %s off, and do not wait for each other', async (_what, hold, act) => {
  await transact(own.database.db, async (tx) => {
    await hold(tx)
    expect([await beside(hold), await beside(act)]).toEqual(['goes on', 'waits'])
  })
  await transact(own.database.db, async (tx) => {
    await act(tx)
    expect(await beside(hold)).toBe('waits')
  })
})

test.each<[string, Lock]>([
  ['of these addresses', (tx) => holdOperators(tx, ['op1'])],
  ['with a role', (tx) => holdOperatorWith(tx, 'op1', ['admin'], 0)],
])('an operator %s is not changed meanwhile, and others read him', async (_what, lock) => {
  const change = (address: string): Lock => {
    return (tx) => tx.updateTable('operator').set({ name: 'other' }).where('address', '=', address).execute()
  }
  await transact(own.database.db, async (tx) => {
    await lock(tx)
    expect([await beside(lock), await beside(change('op2')), await beside(change('op1'))]).toEqual([
      'goes on',
      'goes on',
      'waits',
    ])
  })
})

test.each<[string, (tx: Tx) => Promise<unknown[]>]>([
  ['hosting orders that are over', (tx) => lockExpired(tx, 2 * DAY, 9)],
  ['loans that are due', (tx) => lockDueLoans(tx, [id(1), id(2)], 1)],
  ['a day to tell of', async (tx) => [await lockUntold(tx)].filter((one) => one !== null)],
])('of %s a second transaction takes none, and does not wait', async (_what, take) => {
  const taken: number[] = []
  const count: Lock = async (tx) => taken.push((await take(tx)).length)
  await transact(own.database.db, async (tx) => {
    await count(tx)
    expect(await beside(count)).toBe('goes on')
  })
  expect(await beside(count)).toBe('goes on')
  expect([taken[0] !== 0, taken[1], taken[2]]).toEqual([true, 0, taken[0]])
})
