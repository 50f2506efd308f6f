/** Every expected refusal of the API, with its HTTP status. The text is in the texts' `refusals`. */
export const REFUSALS = {
  // the request itself
  bad_request: 400,
  bad_envelope: 400,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  too_many_requests: 429,
  busy: 503,
  failed: 500,
  // identity
  sign_in_first: 401,
  wallet_changed: 401,
  register_first: 403,
  wrong_origin: 403,
  account_not_allowed: 403,
  address_invalid: 400,
  challenge_expired: 401,
  challenge_unknown: 401,
  signature_wrong: 401,
  invite_unknown: 400,
  // idempotency
  key_missing: 400,
  key_invalid: 400,
  key_reused: 422,
  // orders
  product_unknown: 404,
  duration_unknown: 400,
  currency_unknown: 400,
  currency_not_accepted: 400,
  amount_invalid: 400,
  amount_too_precise: 400,
  stake_too_small: 400,
  stake_too_large: 400,
  insufficient_funds: 409,
  user_limit: 409,
  profit_limit: 409,
  exposure_limit: 409,
  bankroll_uncovered: 409,
  quote_invalid: 400,
  quote_expired: 409,
  market_closed: 409,
  trading_paused: 409,
  order_unknown: 404,
  order_finished: 409,
  close_too_early: 409,
  close_too_late: 409,
  // wallet
  reset_with_orders: 409,
  reset_too_soon: 409,
  account_has_no_network: 400,
  network_unknown: 400,
  network_halted: 409,
  security_hold: 409,
  withdrawal_address_invalid: 400,
  withdrawal_address_wrong_network: 400,
  withdrawal_address_ours: 400,
  withdrawal_address_token: 400,
  amount_too_precise_for_network: 400,
  amount_below_fee: 400,
  withdrawal_above_limit: 409,
  intent_missing: 400,
  intent_invalid: 400,
  intent_expired: 409,
  intent_used: 409,
  intent_signature_wrong: 400,
  code_missing: 400,
  code_wrong: 400,
  withdrawal_unknown: 404,
  withdrawal_under_way: 409,
  same_currency: 400,
  amount_too_small: 400,
  inventory_uncovered: 409,
  rate_expired: 409,
  price_moved: 409,
  // protection of withdrawals
  authenticator_on: 409,
  authenticator_off: 409,
  authenticator_not_started: 409,
  address_book_full: 409,
  // favourites
  watchlist_full: 409,
  // content
  content_unknown: 404,
  content_invalid: 400,
  content_stale: 409,
  picture_invalid: 400,
  picture_too_large: 413,
  file_unknown: 404,
  // messages and alerts
  push_endpoint_invalid: 400,
  alert_value_invalid: 400,
  alert_reached: 400,
  alerts_full: 409,
  // support
  thread_unknown: 404,
  thread_subject_unknown: 404,
  threads_full: 409,
  chat_empty: 400,
  // a user's own limits
  limit_invalid: 400,
  limit_loss: 409,
  limit_stake: 409,
  limit_time: 409,
  on_break: 409,
  excluded: 409,
  break_runs_longer: 409,
  // operators
  operators_only: 403,
  role_missing: 403,
} as const

export type RefusalCode = keyof typeof REFUSALS

/** The facts in the texts of refusals: figures and words, ready to show. A code that is missing here has none. */
export const REFUSAL_FACTS = {
  too_many_requests: ['seconds'],
  currency_not_accepted: ['currency'],
  stake_too_small: ['least', 'currency'],
  stake_too_large: ['most', 'currency'],
  insufficient_funds: ['available', 'currency'],
  user_limit: ['most', 'currency'],
  profit_limit: ['most', 'currency'],
  exposure_limit: ['currency'],
  reset_too_soon: ['from'],
  network_halted: ['network'],
  security_hold: ['case', 'reason', 'until'],
  withdrawal_address_wrong_network: ['network'],
  amount_too_precise_for_network: ['currency', 'decimals', 'network'],
  amount_below_fee: ['fee', 'currency'],
  withdrawal_above_limit: ['currency'],
  inventory_uncovered: ['currency'],
  address_book_full: ['most'],
  watchlist_full: ['most'],
  alerts_full: ['most'],
  threads_full: ['most'],
  limit_loss: ['limit', 'left'],
  limit_stake: ['limit', 'left'],
  limit_time: ['limit'],
  on_break: ['until'],
  excluded: ['until'],
  break_runs_longer: ['until'],
  role_missing: ['role'],
} as const satisfies Partial<Record<RefusalCode, readonly string[]>>

type FactName<C extends RefusalCode> = C extends keyof typeof REFUSAL_FACTS
  ? (typeof REFUSAL_FACTS)[C][number]
  : never

/** The facts of a code. */
export type FactsOf<C extends RefusalCode> = Readonly<Record<FactName<C>, string>>

/** The facts of any refusal. */
export type RefusalFacts = Readonly<Record<string, string>>
