import { expect, test } from 'vitest'
import { BALANCES } from '../balances.ts'
import { EVENT_REFRESHES } from '../live/socket.ts'
import type { AnyRoute } from '../call.ts'
import { ROUTES } from './all.ts'
import { OPERATOR_ROUTES } from './operators/all.ts'

const calls = Object.entries(ROUTES)

test('calls and events refresh only existing calls that read', () => {
  const named = [...calls.map(([, { refreshes }]) => refreshes), ...Object.values(EVENT_REFRESHES)].flat()
  const reading = calls.filter(([, { changes }]) => !changes).map(([name]) => name)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !reading.includes(name))).toEqual([])
})

test('a call that moves money refreshes the user’s balances', () => {
  const moving = calls.filter(([, { money }]) => money)
  expect(moving.length).toBeGreaterThan(5)
  for (const [name, { refreshes }] of moving)
    expect(refreshes, name).toEqual(expect.arrayContaining([...BALANCES]))
})

const HOSTING = ['getBzIndexData', 'getMyTgOrderList', 'getMoveInfo', 'getExitEstimate']
const LOANS = ['loanApplyList', 'loanOrderList', 'getLoanDraft']

/** What each call makes stale, listed a second time, so that none is left old by accident; `balances` for all of those. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  signOut: ['sessions'],
  createLimitOrder: ['balances', 'getMyLimitOrders', 'getOrderSums', 'getTimeAccountCurrency', 'getLimits'],
  closeLimitOrder: ['balances', 'getMyLimitOrders', 'getOrderSums', 'modifyLimitOrder', 'getLimits'],
  shareReceipt: ['getReceipt'],
  stopSharing: ['getReceipt'],
  resetSimulated: ['balances'],
  getTestMoney: ['get_my_recharge_record'],
  cash_out: ['balances', 'get_my_cash_out_record'],
  cancelWithdrawal: ['balances', 'get_my_cash_out_record'],
  currencyExchange: ['balances', 'getMyExchangeRecords'],
  confirmAuthenticator: ['getProtection'],
  endAuthenticator: ['getProtection'],
  resetAuthenticator: ['getProtection'],
  keepAuthenticator: ['getProtection'],
  setAddressBook: ['getProtection'],
  addAddress: ['getProtection'],
  removeAddress: ['getProtection'],
  addAlert: ['getAlerts'],
  removeAlert: ['getAlerts'],
  openThread: ['getThreads'],
  sendChat: ['getThreads'],
  setLimit: ['getLimits'],
  takeBreak: ['getLimits'],
  exclude: ['getLimits'],
  saveLoanDraft: ['getLoanDraft'],
  loanApply: ['balances', ...LOANS],
  withdrawLoan: LOANS,
  repayLoan: ['balances', ...LOANS],
  orderConfirmation: ['balances', ...HOSTING],
  exitHosting: ['balances', ...HOSTING],
  consoleKeepPasskey: ['consoleSession', 'consoleFactors'],
  consoleProvePasskey: ['consoleSession'],
  consoleKeepCode: ['consoleSession', 'consoleFactors'],
  consoleProveCode: ['consoleSession'],
  consoleRemovePasskey: ['consoleSession', 'consoleFactors'],
  consoleInvite: ['consoleOperators'],
  consoleOperatorLink: ['consoleOperators'],
  consoleRevoke: ['consoleOperators', 'consoleProposals'],
  consolePropose: ['consoleProposals'],
  consoleApprove: ['consoleProposals', 'consoleProposal'],
  consoleRefuse: ['consoleProposals', 'consoleProposal'],
}
const MONEY_MOVED = [
  'balances',
  'getMyLimitOrders',
  'getOrderSums',
  'modifyLimitOrder',
  'get_my_recharge_record',
  'get_my_cash_out_record',
  'getMyExchangeRecords',
  'getLimits',
  ...LOANS,
]

const shortened = (names: readonly string[]) =>
  BALANCES.every((one) => names.includes(one))
    ? ['balances', ...names.filter((one) => !BALANCES.includes(one))]
    : names

test('exactly these answers change with each call, and with each movement of money', () => {
  const every = Object.entries<AnyRoute>({ ...ROUTES, ...OPERATOR_ROUTES })
  const stale = every.flatMap(([name, { refreshes }]) =>
    refreshes.length > 0 ? [[name, shortened(refreshes).toSorted()] as const] : [],
  )
  const expected = Object.entries(STALE).map(([name, names]) => [name, names.toSorted()] as const)
  expect(Object.fromEntries(stale)).toEqual(Object.fromEntries(expected))
  expect(BALANCES.toSorted()).toEqual([
    'getHoldingsHistory',
    'getMyWalletData',
    'getStatement',
    'getavailableMoneyAndHsByCurrency',
    'getavailableMoneyByCurrency',
  ])
})

test.each<[event: keyof typeof EVENT_REFRESHES, names: readonly string[]]>([
  ['order_settled', MONEY_MOVED],
  ['balance_changed', MONEY_MOVED],
  ['transfer_changed', MONEY_MOVED],
  ['message_written', ['getMyMessage', 'getUnread', 'getAlerts', 'modify_user', ...LOANS]],
  ['messages_read', ['getMyMessage', 'getUnread']],
  ['chat_changed', ['getThread', 'getThreads']],
  ['reality_check', []],
  ['session_ended', []],
])('the event %s makes exactly these answers stale: %j', (event, names) => {
  expect(shortened(EVENT_REFRESHES[event]).toSorted()).toEqual(names.toSorted())
})

test('a call that only reads refreshes nothing', () => {
  const reading = calls.filter(([, { changes, refreshes }]) => !changes && refreshes.length > 0)
  expect(reading.map(([name]) => name)).toEqual([])
})
