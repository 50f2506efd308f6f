import { expect, test } from 'vitest'
import { REFUSAL_FACTS, REFUSALS, isRefusalCode, type RefusalCode } from './refusalCodes.ts'

/**
 * What a code's last word says of the reason: the request is wrong as it stands (400), there is no such thing (404), or the same
 * request could be right at another time (409).
 */
const STATUS_BY_ENDING: Record<string, number> = {
  invalid: 400,
  missing: 400,
  wrong: 400,
  precise: 400,
  small: 400,
  outside: 400,
  long: 400,
  network: 400,
  unknown: 404,
  expired: 409,
  used: 409,
  ended: 409,
  exceeded: 409,
  full: 409,
  stale: 409,
  changed: 409,
  paused: 409,
  closed: 409,
  limit: 409,
  uncovered: 409,
  halted: 409,
  decided: 409,
  short: 409,
  needed: 409,
  off: 409,
  own: 409,
}

/** Codes about who calls, or about a word of the request that names no record. */
const OTHERWISE: Partial<Record<RefusalCode, number>> = {
  console_link_invalid: 401,
  passkey_invalid: 401,
  signature_wrong: 401,
  challenge_expired: 401,
  challenge_unknown: 401,
  wallet_changed: 401,
  loans_closed: 403,
  loan_own: 403,
  role_missing: 403,
  console_link_missing: 403,
  factor_stale: 403,
  invite_unknown: 400,
  duration_unknown: 400,
  currency_unknown: 400,
  network_unknown: 400,
  treasury_account_unknown: 400,
}

test('a refusal has the status that its code’s last word says, except for who calls and what names no record', () => {
  for (const [code, status] of Object.entries(REFUSALS)) {
    const usual = STATUS_BY_ENDING[code.split('_').at(-1) ?? '']
    if (usual === undefined) continue
    expect([code, status]).toEqual([code, OTHERWISE[code as RefusalCode] ?? usual])
  }
})

test('statuses for one reason alone have no other code', () => {
  const of = (status: number) =>
    Object.keys(REFUSALS).filter((code) => REFUSALS[code as RefusalCode] === status)
  expect(of(500)).toEqual(['failed'])
  expect(of(503)).toEqual(['busy'])
  expect(of(429)).toEqual(['too_many_requests'])
  expect(of(422)).toEqual(['key_reused'])
  expect(of(413)).toEqual(['too_large', 'picture_too_large'])
  const all = new Set([400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 503])
  expect(new Set<number>(Object.values(REFUSALS))).toEqual(all)
})

test('a code is known by its own name alone', () => {
  expect(Object.keys({ ...REFUSALS, ...REFUSAL_FACTS }).every(isRefusalCode)).toBe(true)
  for (const other of ['', 'toString', 'constructor', '__proto__', 'Busy'])
    expect(isRefusalCode(other)).toBe(false)
})
