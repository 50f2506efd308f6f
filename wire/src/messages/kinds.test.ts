import { expect, test } from 'vitest'
import { categoryOf, linkOf, MESSAGE_KINDS, type MessageKind } from './kinds.ts'

/** Listed a second time: a category may be muted, and only security is pushed at once and never muted. */
const BY_CATEGORY: Record<string, MessageKind[]> = {
  account: ['welcome', 'friend_joined'],
  orders: ['order_settled', 'orders_settled'],
  alerts: ['alert_fired'],
  support: ['support_replied'],
  security: ['authenticator_reset', 'authenticator_off', 'address_added', 'hold_begun'],
}

test('what concerns no order, alert, conversation, account or protection concerns money', () => {
  const { money, ...others } = Object.groupBy(MESSAGE_KINDS, categoryOf)
  expect(others).toEqual(BY_CATEGORY)
  expect(money?.every((kind) => /^(deposit|withdrawal|loan|hosting)_/.test(kind))).toBe(true)
})

test('a message leads to the page that shows what it tells of', () => {
  const {
    '/detail': loans,
    '/arbitrage': hostings,
    ...others
  } = Object.groupBy(MESSAGE_KINDS, (kind) => linkOf(kind, {}))
  const named = (word: string) => MESSAGE_KINDS.filter((kind) => kind.startsWith(word))
  expect([loans, hostings]).toEqual([named('loan_'), named('hosting_')])
  expect(others).toEqual({
    '/guide': ['welcome'],
    '/record': [...named('deposit_'), ...named('withdrawal_'), 'hold_begun'],
    '/order': ['order_settled', 'orders_settled'],
    '/alerts': ['alert_fired'],
    '/chat': ['support_replied'],
    '/share': ['friend_joined'],
    '/protection': ['authenticator_reset', 'authenticator_off', 'address_added'],
  })
})
