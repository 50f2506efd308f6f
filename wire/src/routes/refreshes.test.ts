import { expect, test } from 'vitest'
import { BALANCES } from '../balances.ts'
import { EVENT_REFRESHES } from '../live/socket.ts'
import { ROUTES } from './all.ts'

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

test.each(
  Object.entries({
    createLimitOrder: 'getMyLimitOrders',
    closeLimitOrder: 'getMyLimitOrders',
    cash_out: 'get_my_cash_out_record',
    cancelWithdrawal: 'get_my_cash_out_record',
    currencyExchange: 'getMyExchangeRecords',
    getTestMoney: 'get_my_recharge_record',
    addAlert: 'getAlerts',
    removeAlert: 'getAlerts',
    setLimit: 'getLimits',
    takeBreak: 'getLimits',
    exclude: 'getLimits',
    confirmAuthenticator: 'getProtection',
    endAuthenticator: 'getProtection',
    resetAuthenticator: 'getProtection',
    keepAuthenticator: 'getProtection',
    setAddressBook: 'getProtection',
    addAddress: 'getProtection',
    removeAddress: 'getProtection',
    sendChat: 'getThreads',
    openThread: 'getThreads',
    signOut: 'sessions',
  }),
)('%s changes what %s shows, and refreshes it', (name, shown) => {
  expect(ROUTES[name as keyof typeof ROUTES].refreshes).toContain(shown)
})

test('a call that only reads refreshes nothing', () => {
  const reading = calls.filter(([, { changes, refreshes }]) => !changes && refreshes.length > 0)
  expect(reading.map(([name]) => name)).toEqual([])
})
