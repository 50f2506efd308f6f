import { PRODUCTS } from '@tickmark/core/market/products'
import type { MessageCategory } from '../schemas/messages.ts'

/** Every kind of message with the facts in its text. Title and text are in the texts' `messages`. */
export const MESSAGE_FACTS = {
  welcome: [],
  deposit_credited: ['amount', 'currency', 'network'],
  withdrawal_sent: ['amount', 'currency', 'network'],
  withdrawal_final: ['amount', 'currency', 'network'],
  withdrawal_returned: ['amount', 'currency', 'network'],
  withdrawal_reverted: ['amount', 'currency', 'network', 'fee'],
  order_settled: ['pair', 'side', 'net', 'currency', 'book'],
  orders_settled: ['count', 'net', 'book'],
  alert_fired: ['coin', 'price', 'level'],
  support_replied: [],
  loan_submitted: ['amount'],
  loan_rejected: ['amount', 'reason'],
  loan_rule_broken: ['amount', 'rule'],
  loan_resubmit: ['amount', 'reason'],
  loan_lapsed: ['amount'],
  friend_joined: ['address'],
  authenticator_reset: ['until'],
  authenticator_off: [],
  address_added: ['address'],
  hold_begun: ['until'],
  loan_disbursed: ['amount', 'of', 'first', 'date'],
  loan_due: ['number', 'of', 'amount', 'date'],
  loan_collected: ['number', 'of', 'amount'],
  loan_uncollected: ['number', 'of', 'amount', 'fee', 'until'],
  loan_unpaid: ['number', 'of', 'amount'],
  loan_fee_near: ['number', 'of', 'amount', 'fee', 'until'],
  loan_fee_charged: ['fee', 'number', 'of'],
  loan_fee_collected: ['fee'],
  loan_complete: ['amount'],
  hosting_ended: ['amount', 'yielded', 'book'],
  hosting_exited: ['amount', 'fee', 'book'],
  hosting_unpaid: ['date'],
} as const satisfies Record<string, readonly string[]>

export type MessageKind = keyof typeof MESSAGE_FACTS
export const MESSAGE_KINDS = Object.keys(MESSAGE_FACTS) as MessageKind[]

/**
 * Facts as texts ready to show: amounts and prices as plain decimals, times with their zone. `side` is a direction and
 * `book` is `real` or `simulated`; both appear in the reader's language.
 */
export type MessageFacts<K extends MessageKind = MessageKind> = Readonly<
  Record<(typeof MESSAGE_FACTS)[K][number], string>
>

/** A message as its module passes it on. */
export type NewMessage = {
  [K in MessageKind]: {
    userId: number
    /** Idempotency key of the message for a user: a second message with the same ref is not written. */
    ref: string
    kind: K
    facts: MessageFacts<K>
    atMs: number
  }
}[MessageKind]

const CATEGORIES: Record<MessageKind, MessageCategory> = {
  welcome: 'account',
  deposit_credited: 'money',
  withdrawal_sent: 'money',
  withdrawal_final: 'money',
  withdrawal_returned: 'money',
  withdrawal_reverted: 'money',
  order_settled: 'orders',
  orders_settled: 'orders',
  alert_fired: 'alerts',
  support_replied: 'support',
  loan_submitted: 'money',
  loan_rejected: 'money',
  loan_rule_broken: 'money',
  loan_resubmit: 'money',
  loan_lapsed: 'money',
  friend_joined: 'account',
  authenticator_reset: 'security',
  authenticator_off: 'security',
  address_added: 'security',
  hold_begun: 'security',
  loan_disbursed: 'money',
  loan_due: 'money',
  loan_collected: 'money',
  loan_uncollected: 'money',
  loan_unpaid: 'money',
  loan_fee_near: 'money',
  loan_fee_charged: 'money',
  loan_fee_collected: 'money',
  loan_complete: 'money',
  hosting_ended: 'money',
  hosting_exited: 'money',
  hosting_unpaid: 'money',
}

const LINKS: Record<MessageKind, string> = {
  welcome: '/guide',
  deposit_credited: '/record',
  withdrawal_sent: '/record',
  withdrawal_final: '/record',
  withdrawal_returned: '/record',
  withdrawal_reverted: '/record',
  order_settled: '/order',
  orders_settled: '/order',
  alert_fired: '/alerts',
  support_replied: '/chat',
  loan_submitted: '/detail',
  loan_rejected: '/detail',
  loan_rule_broken: '/detail',
  loan_resubmit: '/detail',
  loan_lapsed: '/detail',
  friend_joined: '/share',
  authenticator_reset: '/protection',
  authenticator_off: '/protection',
  address_added: '/protection',
  hold_begun: '/record',
  loan_disbursed: '/detail',
  loan_due: '/detail',
  loan_collected: '/detail',
  loan_uncollected: '/detail',
  loan_unpaid: '/detail',
  loan_fee_near: '/detail',
  loan_fee_charged: '/detail',
  loan_fee_collected: '/detail',
  loan_complete: '/detail',
  hosting_ended: '/arbitrage',
  hosting_exited: '/arbitrage',
  hosting_unpaid: '/arbitrage',
}

export function categoryOf(kind: MessageKind): MessageCategory {
  return CATEGORIES[kind]
}

/** Path of the page that shows the subject; for a reached price, the coin's page. */
export function linkOf(kind: MessageKind, facts: Readonly<Record<string, string>>): string {
  const coin = kind === 'alert_fired' && PRODUCTS.find((one) => one.symbol === facts['coin'])
  return coin ? `/business?pid=${coin.pid}` : LINKS[kind]
}
