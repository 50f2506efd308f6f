import { bytes, type Row } from './conditions.testing.ts'

/** `table.column least..most`, `#column` for a length, then the columns that a row with this one needs. */
export const RANGES = `
  account.balance 0..
  account.at_stake 0..
  account.may_win 0..
  address_book_entry.#address 1..128
  address_book_entry.#label ..40
  arbitrage_engine.day_loss 1..
  arbitrage_engine.least_profit 1..
  arbitrage_engine.most_trade 1..
  arbitrage_engine.open_rests 1..
  arbitrage_engine.stopped 1..3 {"stopped_at_ms": 1}
  arbitrage_line.kind 0..2
  arbitrage_line.number 1..
  arbitrage_move.amount 1..
  arbitrage_move.cost 0..
  arbitrage_move.from_venue 1..5
  arbitrage_move.to_venue 1..5
  arbitrage_order.place 0..
  arbitrage_order.price_limit 1..
  arbitrage_order.side 0..1
  arbitrage_order.size 1..
  arbitrage_order.venue 1..5
  arbitrage_trade.pid 1..
  audit_checkpoint.#signature 64..64
  audit_run.#balances 32..32
  audit_run.findings 0..
  audit_run.log_size 1..
  authenticator.#secret 40..128
  candle.open 1..
  candle.period 1..
  chat_message.#files ..4 {"text": "x"}
  chat_message.#text ..4000
  chat_message.number 1..
  code_try.tries 1..
  content_item.#key 1..120
  content_item.#source ..120
  content_item.type 1..99 {"kind": "notice"}
  content_revision.#by 1..64
  content_revision.#raw ..40000
  content_revision.#title 1..200
  content_revision.number 1..
  delegation.#session 32..32
  hosting_day.#payouts 32..32
  hosting_day.#trades 32..32
  hosting_day.carried_before ..0 {"previous": 9}
  hosting_day.hosted_before 0.. {"previous": 9}
  hosting_day.last_before 0.. {"previous": 9}
  hosting_day.real_count 0..
  hosting_day.real_hosted 0..
  hosting_day.simulated_count 0..
  hosting_day.simulated_hosted 0..
  hosting_leaves.#root 32..32
  hosting_leaves.part 0..
  hosting_order.book 0..1
  hosting_payout_part.book 0..1
  hosting_payout_part.first 0..
  hosting_product.days 1..365
  hosting_product.exit_fee_ppm 0..50000
  hosting_product.mid 1..9999
  hosting_product.upper_ppm 1..10000
  hosting_product.version 1..
  hosting_statement.#signature 64..64
  hosting_statement.kind 0..1
  hosting_statement.number 1..
  hot_nonce.next 0..
  liability_salt.#key 32..32
  loan_agreement.#details_hash 32..32
  loan_agreement.amount 1..
  loan_application.#back_hash 32..32
  loan_application.#details_hash 32..32
  loan_application.#drawing_hash 32..32
  loan_application.#front_hash 32..32
  loan_application.#reason 3..500 {"ending": "rejected", "decided_by": "x"}
  loan_application.amount 1..
  loan_instalment.number 1..12
  loan_own_view.times 1..
  loan_picture.#hash 32..32
  loan_picture.bytes 1..
  loan_picture.height 1..1024
  loan_picture.width 1..1024
  loan_repayment.#signature 64..64
  loan_view.#reason 3..500
  log_checkpoint.#root 32..32
  log_entry.#body ..65535
  log_entry.#leaf 32..32
  log_entry.seq 1..
  log_tile.#data 8192..8192
  log_tile.#root 32..32
  log_tile.level 0..
  log_tile.n 0..
  log_witnessed.signatures 1..
  log_witnessed.size 1..
  operator.#address 1..64
  operator.#name 1..60
  operator_action.#hash 32..32
  operator_action.#prev 32..32
  operator_challenge.wallet_type 1..2
  operator_code.#pending 40..128
  operator_code.#secret 40..128 {"since_ms": 1}
  operator_link.#hash 32..32
  operator_passkey.#id 1..1400
  operator_passkey.#name 1..60
  operator_passkey.#public_key 1..2048
  operator_passkey.counter 0..
  order_consent.#hash 32..32
  order_consent.#signature 64..64
  order_consent.book 0..1
  order_refusal.#leaf 32..32
  order_refusal.#signature 64..64
  placed_order.book 0..1
  placed_order.currency 1..31
  placed_order.direction 0..1
  placed_order.fee 0..
  placed_order.profit 1..
  placed_order.stake 1..
  placed_order.user_id 1..
  price_alert.level 1..
  price_alert.side 0..1
  proposal.#kind 1..60
  proposal.#payload 2..20000
  proposal.#reason 3..500
  proposal_decision.#reason 3..500
  push_subscription.#auth 16..16
  push_subscription.#p256dh 65..65
  realised_edge.orders 1..
  receipt_batch.#root 32..32
  receipt_batch.#signature 64..64
  receipt_batch.count 1..
  record_day.#root 32..32
  record_day.orders 0..
  record_day.size 0..
  record_day.withdrawals 0..
  record_part.part 0..
  recovery_code.#hash 32..32
  rules_version.version 1..
  security_hold.#case_id 1..64
  security_hold.#operator 1..64
  session.wallet_type 1..2
  shared_receipt.#name 22..22
  simulated_venue_balance.amount 0..
  simulated_venue_transfer.amount 1..
  simulated_venue_transfer.cost 0..
  swap.book 0..1
  swap.given 1..
  swap.received 1..
  swap.source_rate 1..
  swap.target_rate 1..
  swap.user_id 1..
  swap_consent.#signature 64..64
  thread.messages 0..
  ticket_batch.#root 32..32
  ticket_batch.#signature 64..64
  ticket_batch.count 1..
  transfer.amount 1..
  uploaded_file.#content 1..
  uploaded_file.#owner_operator 1..64 {"owner_user": null}
  uploaded_file.height 1..1024
  uploaded_file.width 1..1024
  use_hour.minutes 1..1152921504606846975
  user_limit.pending_value 1.. {"pending_from_ms": 1}
  user_limit.value 1..
  users.id 1..
  users.wallet_type 1..2
  withdrawal.#destination 1..128
  withdrawal.amount 1..
  withdrawal.chain 1..
  withdrawal.currency 1..31
  withdrawal.fee 0..
  withdrawal.fee_cap 0..
  withdrawal.gas 0..
  withdrawal.gas_cap 1..
  withdrawal.gas_currency 1..31
  withdrawal.state 0..9
  withdrawal.wallet_type 1..2
  withdrawal_promise.#signature 64..64
  withdrawal_promise.end_number 1.. {"log_seq":1,"end_seq":2}
  withdrawal_promise.number 1..
  withdrawal_slot.nonce 0..
  withdrawal_vote.#operator 1..64
`

const LANGUAGES = 'english japanese korean arab chinese'
const DATE = { yes: ['2026-11-25'], no: ['2026-1-25', '2026-11-255', 'x2026-11-25', ''] }
const CODE = { yes: ['a', '_', 'a'.repeat(40)], no: ['', 'a'.repeat(41), 'A', 'a1'] }
const list = (yes: string, no: string) => ({ yes: yes.split(' '), no: no.split(' ') })

/** Columns with a list or a pattern of values. */
export const VALUES: Record<string, { yes: unknown[]; no: unknown[]; with?: Row }> = {
  'alert_cursor.one': { yes: [true], no: [false] },
  'audit_run.liabilities': { yes: [[], [{}]], no: [{}, '[]', 1] },
  'liability_salt.one': { yes: [true], no: [false] },
  'arbitrage_engine.id': { yes: [true], no: [false] },
  'audit_checkpoint.key': list('0'.repeat(64), `${'0'.repeat(63)} ${'0'.repeat(65)} ${'A'.repeat(64)}`),
  'content_item.area': {
    ...list('start orders wallet safety account glossary', 'other'),
    with: { kind: 'answer' },
  },
  'content_revision.language': list(LANGUAGES, 'klingon'),
  'delegation.kind': list('evm tron contract', 'other'),
  'keyless_sign_in.kind': list('evm tron contract', 'other'),
  'deposit_address.address': list(
    `0x${'0a'.repeat(20)}`,
    `0x${'A'.repeat(40)} 0x${'0'.repeat(39)} 0x${'0'.repeat(41)} ${'0'.repeat(42)}`,
  ),
  'hosting_leaves.hashes': { yes: [32, 64, 8192].map(bytes), no: [0, 31, 33, 8224].map(bytes) },
  'hosting_order.principal': { yes: [1_000_000], no: [0, 1_500_000, -1_000_000] },
  'hosting_product.least': { yes: [1_000_000], no: [0, 1_500_000, -1_000_000] },
  'house_time.only_row': { yes: [true], no: [false] },
  'loan_agreement.instalments': { yes: [6, 12], no: [5, 7, 11, 13] },
  'loan_application.instalments': { yes: [6, 12], no: [5, 7, 11, 13] },
  'loan_application.wallet': list('evm tron', 'contract'),
  'loan_instalment.amount': { yes: [1_000_000], no: [0, 1_500_000, -1_000_000] },
  'loan_picture.purpose': list('front back signature', 'other'),
  'loan_view.what': list('details front back signature', 'other'),
  'log_day.day': DATE,
  'log_day.event': list('committed revealed', 'other'),
  'log_entry.body': { yes: ['ж'.repeat(32_767)], no: ['ж'.repeat(32_768)] },
  'log_entry.kind': list(
    'tick tickets receipts refusals trades day reveal keys rules model record yield release hostings product actions',
    'other',
  ),
  'log_witnessed.is_only': { yes: [true], no: [false] },
  'message.category': { yes: ['orders', 'money', 'alerts', 'support', 'account', 'security'], no: ['other'] },
  'message_mute.category': { yes: ['orders', 'money', 'alerts', 'support', 'account'], no: ['security'] },
  'operator.roles': {
    yes: [['viewer'], ['viewer', 'support', 'editor', 'reviewer', 'treasurer', 'admin']],
    no: [[], ['god'], Array.from({ length: 7 }, () => 'viewer')],
  },
  'order_refusal.code': list(`ab a_b ${'a'.repeat(40)}`, `a ${'a'.repeat(41)} _a Ab a1`),
  'price_alert.kind': list('price percent', 'other'),
  'record_day.day': DATE,
  'security_hold.reason': CODE,
  'session.transport': list('cookie bearer', 'other'),
  'user_limit.kind': list('lossDay lossWeek stakeDay stakeWeek minutesDay minutesWeek', 'other'),
  'users.invite_code': list('AB12CD34', 'AB12CD3 AB12CD345 ab12cd34'),
  'users.language': list(LANGUAGES, 'klingon'),
  'withdrawal.reason': CODE,
}
