import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.testing.ts'
import { promises, watchers } from './promises.testing.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.close())

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

/**
 * table | unique | nullable | refers to | columns that change: * all, - none | what can be deleted: one row, all rows at once
 *
 * Where `*` or a deletable row has exceptions, a trigger of the list below checks each row.
 */
const PROMISES = `
  account | (id) | - | - | * | one
  address_book | (user_id) | until | users(user_id) | * | one all
  address_book_entry | (id) (user_id address) | - | users(user_id) | * | one all
  alert_cursor | (one) | - | - | * | one all
  arbitrage_engine | (id) | holder looked_at_ms stopped stopped_at_ms | - | * | one all
  arbitrage_line | (number) (about kind) | log_seq | - | log_seq | -
  arbitrage_move | (id) (currency) where (ended_at_ms IS NULL) | ended_at_ms | - | ended_at_ms | -
  arbitrage_order | (id) (trade place) | state filled quote fee told_at_ms | arbitrage_trade(trade) | state filled quote fee told_at_ms | -
  arbitrage_trade | (id) | ended_at_ms | - | ended_at_ms | -
  audit_checkpoint | (run) | - | audit_run(run) | - | one
  audit_finding | - | - | audit_run(run) | - | -
  audit_run | (id) | log_size until_ms whole_ms balances liabilities | - | - | -
  authenticator | (user_id) | confirmed_at off_at | users(user_id) | * | one all
  candle | (pid period opened_at) | - | - | * | one all
  chain_block | (chain number) | - | - | * | one all
  chain_move | (chain txid index address) | - | - | * | one all
  chain_resume | (proposal) | - | chain_state(chain) proposal(proposal) | - | -
  chain_state | (chain) | halted_because halted_at_ms | - | * | -
  challenge | (nonce) | - | - | * | one all
  chat_message | (id) (thread from_user key) (thread number) | operator delivered_at_ms read_at_ms | thread(thread) | delivered_at_ms read_at_ms | -
  code_try | (user_id) | - | users(user_id) | * | one all
  content_item | (id) (key) | area type picture publish_at | uploaded_file(picture) | place source picture state publish_at | -
  content_revision | (item number) | - | content_item(item) | - | -
  delegation | (session) | - | - | - | -
  deposit | (id) (chain txid index) | posted credited_at_ms orphaned_at_ms | - | * | one all
  deposit_address | (user_id coin_type) (address) (coin_type index) (id) | - | - | * | one all
  due_batch | (due_at_ms batch part) | - | - | * | one
  favourite | (user_id pid) | - | users(user_id) | * | one all
  gas_owed | (withdrawal) | - | withdrawal(withdrawal) | * | one all
  hosting_day | (day) ((true)) where (previous IS NULL) (day carried last hosted_last) (log_seq) | previous log_seq | hosting_day(previous carried_before last_before hosted_before) log_entry(log_seq) | * | one
  hosting_leaves | (day part) | - | hosting_day(day) | - | -
  hosting_order | (id) (exit_number) (number) | ended_at_ms how fee exit_number | hosting_product(mid version days upper_ppm exit_fee_ppm) hosting_statement(exit_number) hosting_statement(number) deferred users(user_id) | ended_at_ms how fee exit_number | -
  hosting_payday | (day) | - | hosting_day(day) deferred | - | -
  hosting_payout_part | (day first) (day book first_order) | - | - | - | -
  hosting_product | (mid version) (log_seq) (mid version days upper_ppm exit_fee_ppm) | previous log_seq | hosting_product(mid previous) log_entry(log_seq) | previous log_seq | -
  hosting_statement | (number) (order_id kind) | previous log_seq | hosting_order(order_id) hosting_statement(previous) log_entry(log_seq) | previous log_seq | -
  hosting_untold | (day) | - | hosting_day(day) | * | one all
  hot_nonce | (chain) | - | - | * | one all
  house_time | (only_row) | - | - | * | one all
  keyless_sign_in | (address) | - | - | - | -
  liability_salt | (one) | - | - | - | -
  limited_user | (user_id) | - | - | - | -
  loan | (id) | fee_at_ms fee_paid_at_ms ended_at_ms next_at_ms | loan_application(id) | fee_at_ms fee_paid_at_ms ended_at_ms next_at_ms | -
  loan_agreement | (user_id) (id) | - | loan_picture(back) loan_picture(front) users(user_id) | * | one all
  loan_application | (id) (user_id) where (state = ANY (ARRAY[0, 1])) | decided_at_ms decided_by ending rule reason key_number wrapped_key sealed cleared_at_ms | users(user_id) | state decided_at_ms decided_by ending rule reason key_number wrapped_key sealed cleared_at_ms | -
  loan_draft | (user_id) (id) | front back again | loan_application(again) loan_picture(back) loan_picture(front) users(user_id) | * | one all
  loan_instalment | (loan number) | warned_at_ms paid_at_ms | loan(loan) | told warned_at_ms paid_at_ms | -
  loan_own_view | (user_id day) | - | users(user_id) | * | -
  loan_picture | (id) | application | loan_application(application) users(user_id) | application key_number wrapped_key | one all
  loan_repayment | (loan last) (session nonce) | - | delegation(session) loan(loan) | - | -
  loan_view | (id) | - | loan_application(application) | - | -
  log_checkpoint | (size) | - | log_entry(size) | * | one
  log_day | (day event) (seq) | - | log_entry(seq) | - | -
  log_entry | (seq) (at) where (kind = 'tick'::text) | - | - | - | -
  log_tile | (level n) | - | - | - | -
  log_witnessed | (is_only) | - | - | * | one all
  message | (id) (user_id ref) | read_at_ms | users(user_id) | read_at_ms | -
  message_mute | (user_id category) | - | users(user_id) | * | one all
  operator | (address) | invited_by invited_with revoked_by revoked_ms suspended_by suspended_ms | operator(invited_by) operator(invited_with) operator(revoked_by) operator(suspended_by) | * | -
  operator_action | (id) | user_id | users(user_id) | - | -
  operator_challenge | (nonce) | - | - | * | one all
  operator_code | (operator) | secret since_ms pending | operator(operator) | * | one all
  operator_link | (hash) | used_ms | operator(operator) | * | one all
  operator_passkey | (id) | used_ms | operator(operator) | * | one all
  operator_session | (id) (token) | factor_ms challenge challenge_ms ended_ms | operator(operator) | * | one all
  order_consent | (order_id asked) (nonce session book closes hosts) where (NOT refused) | - | - | - | -
  order_posting | (batch cause part) | of_fees | - | - | -
  order_refusal | (number) (order_id asked) | log_seq | order_consent(order_id asked) | log_seq | -
  placed_order | (id) (key user_id) | - | - | - | -
  price_alert | (id) | fired_at_ms fired_price fired_seq | users(user_id) | fired_at_ms fired_price fired_seq | one all
  proposal | (id) (asked_by key) (id payload_hash asked_by asked_ms expires_ms) | - | operator(asked_by) | - | -
  proposal_decision | (proposal) | reason | operator(decided_by) proposal(proposal payload_hash asked_by asked_ms expires_ms) | - | -
  push_job | (subscription message) | - | message(message) push_subscription(subscription) cascading | * | one all
  push_subscription | (id) (endpoint) | - | users(user_id) | * | one all
  realised_edge | (second pid) | - | - | * | one all
  reality_check | (user_id day hours) | - | - | * | one all
  receipt_batch | (id) | log_seq | - | * | -
  record_day | (day) (log_seq) | log_seq | log_entry(log_seq) | * | one
  record_part | (day part) | - | record_day(day) deferred | - | -
  recovery_code | (user_id hash) | used_at | authenticator(user_id) cascading | * | one all
  request | (user_id route key) | answer | - | * | one all
  result_hour | (user_id hour currency) | - | - | * | one
  rules_version | (version) (proposal) | - | operator(approved_by) operator(asked_by) proposal(proposal) | - | -
  schema_migration | (number) | - | - | * | one all
  security_hold | (case_id operator) | - | operator(operator) users(user_id) | - | -
  session | (id) (token) | key | delegation(key) | * | one all
  settled_batch | (batch) | - | - | * | one all
  settled_order | (id) | bid entry_seq entry_price entry_at_ms exit_seq exit_price exit_at_ms | - | - | -
  shared_receipt | (order_id) (name) | - | placed_order(order_id) | * | one all
  simulated_venue_balance | (venue currency) | - | - | * | one all
  simulated_venue_order | (id) | - | - | - | -
  simulated_venue_transfer | (id) | - | - | - | -
  swap | (id) | - | - | - | -
  swap_consent | (swap_id) | - | delegation(session) swap(swap_id) | - | -
  thread | (id) (user_id) where ((subject = 'general'::text) AND (messages = 0)) (user_id subject subject_id) where (subject_id IS NOT NULL) | subject_id waiting_since_ms | users(user_id) | moved_at_ms waiting_since_ms messages | -
  ticket_batch | (id) | log_seq | - | * | -
  transfer | (ref cause leg) (ref) where (cause = 20) | - | - | - | -
  uploaded_file | (id) | owner_user owner_operator shared_with | users(owner_user) users(shared_with) | shared_with bound is_public | one all
  use_hour | (user_id hour) | - | - | * | one
  user_break | (user_id) | - | - | * | -
  user_limit | (user_id kind) | value pending_value pending_from_ms | - | * | -
  users | (id) (address) (invite_code) | invited_by | users(invited_by) | * | one all
  withdrawal | (id) (nonce) (place) (txid) where (txid IS NOT NULL) | reason txid block fee gas | users(user_id) | * | -
  withdrawal_promise | (number) (end_number) (withdrawal) | previous log_seq end_seq end_number end_previous | log_entry(end_seq) log_entry(log_seq) withdrawal(withdrawal) withdrawal_promise(end_previous) withdrawal_promise(previous) | previous log_seq end_seq end_number end_previous | -
  withdrawal_slot | (chain sender nonce) (withdrawal) | taken_at_block | withdrawal(withdrawal) | * | one all
  withdrawal_step | - | - | withdrawal(withdrawal) | - | -
  withdrawal_tx | (chain txid) | - | withdrawal(withdrawal) | - | -
  withdrawal_vote | (withdrawal operator at) | reason | operator(operator) withdrawal(withdrawal) | - | -
`

/** Triggers that check rows, or a statement's effect. */
const WATCHERS = `
  account insert or delete or update: refuse_change if
  arbitrage_line insert: arbitrage_keeps_out_of_closed_days
  arbitrage_line update: refuse_change if
  arbitrage_move update: refuse_change if
  arbitrage_order update: refuse_change if
  arbitrage_trade update: refuse_change if
  chain_resume insert: chain_resume_is_approved at the commit
  chain_state update: chain_stays_halted if
  chat_message update: refuse_change if
  due_batch delete: due_batch_is_finished
  due_batch insert: refuse_change if
  due_batch update: refuse_change
  hosting_day delete or update: hosting_day_stays
  hosting_day insert: hosting_day_adds_up at the commit
  hosting_order insert or update: hosting_keeps_out_of_closed_days
  hosting_order update: refuse_change if
  hosting_payday insert: hosting_pay
  hosting_payout_part insert: refuse_change if
  hosting_product update: refuse_change if
  hosting_statement insert: hosting_statements_go_on
  hosting_statement update: refuse_change if
  loan update: refuse_change if
  loan_application insert: loan_is_approved_by_two at the commit if
  loan_application update: loan_is_approved_by_two at the commit if
  loan_application update: refuse_change if
  loan_application update: refuse_change if
  loan_application update: refuse_change if
  loan_instalment update: refuse_change if
  loan_own_view update: refuse_change if
  log_checkpoint delete or update: log_checkpoint_stays
  operator insert or update: operator_was_admin
  operator update: admin_is_revoked_by_two at the commit if
  operator update: operator_keeps
  operator_action insert: operator_action_chain
  order_refusal update: refuse_change if
  placed_order insert: post_placed
  price_alert update: refuse_change if
  proposal_decision insert: proposal_is_about_another if
  proposal_decision insert: proposal_takes_two_hands if
  receipt_batch update: refuse_change if
  record_day delete or update: record_day_stays
  result_hour delete: keep_week
  result_hour update: refuse_change if
  rules_version insert: rules_version_is_approved at the commit
  security_hold insert: security_hold_is_rare
  settled_order insert: post_settled
  thread update: refuse_change if
  ticket_batch update: refuse_change if
  transfer insert: post_transfers
  transfer insert: treasury_is_approved at the commit if
  uploaded_file update: refuse_change if
  use_hour delete: keep_week
  use_hour update: refuse_change if
  user_break update: refuse_change if
  user_limit insert: refuse_change if
  user_limit update: guard_limit
  users update: users_keep
  withdrawal insert: withdrawal_begins
  withdrawal update: withdrawal_is_decided at the commit if
  withdrawal update: withdrawal_moves
  withdrawal_promise update: refuse_change if
  withdrawal_promise update: refuse_change if
  withdrawal_step insert: refuse_change if
  withdrawal_vote insert: withdrawal_vote_is_given
`

test('each table’s rules hold: what is unique, nullable, referenced, changeable and deletable', async () => {
  expect(await promises(own.database.db)).toEqual(lines(PROMISES))
})

test('each change that needs a trigger’s check has its trigger', async () => {
  expect(await watchers(own.database.db)).toEqual(lines(WATCHERS))
})

test('filters of values are only on tables whose rows stay where they are: a row in a freed place writes a whole filter again', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct i.indrelid::regclass::text as name from pg_index i join pg_opclass o on o.oid = any (i.indclass)
    where o.opcname like '%bloom%'`.execute(own.database.db)
  expect(rows).toEqual([{ name: 'placed_order' }])
  expect(lines(PROMISES)).toContain('placed_order | (id) (key user_id) | - | - | - | -')
})
