import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../days.ts'
import {
  checkPrincipal,
  type HostingFacts,
  MOST_A_DAY,
  MOST_OPEN,
  whatRefusesHosting,
} from './admitHosting.ts'
import { PROGRAMME } from './programme.ts'

const CENT = PROGRAMME.unit
const bounds = { least: 10n * CENT, most: 20n * CENT }

describe('a product takes whole cents within its bounds', () => {
  test.each([
    { amount: null, code: 'hosting_amount_invalid' },
    { amount: 0n, code: 'hosting_amount_invalid' },
    { amount: -10n * CENT, code: 'hosting_amount_invalid' },
    { amount: 10n * CENT + 1n, code: 'hosting_amount_invalid' },
    { amount: 9n * CENT, code: 'hosting_amount_outside' },
    { amount: 10n * CENT, code: null },
    { amount: 20n * CENT, code: null },
    { amount: 21n * CENT, code: 'hosting_amount_outside' },
  ])('$amount: $code', ({ amount, code }) => {
    const agreed = checkPrincipal(amount, bounds)
    expect(agreed.ok ? null : agreed.refusal.code).toBe(code)
    if (agreed.ok) expect(agreed.value).toBe(amount)
    else if (agreed.refusal.code === 'hosting_amount_outside') expect(agreed.refusal).toMatchObject(bounds)
  })
})

describe('a user may host unless', () => {
  /** An hour before midnight. */
  const NOW = 10 * DAY_MS - 3_600_000
  const free: HostingFacts = {
    isLogLate: false,
    pauses: { breakUntilMs: 0, excludedUntilMs: NOW },
    open: MOST_OPEN - 1,
    placedToday: MOST_A_DAY - 1,
    available: 10n,
  }
  const poor = { ...free, available: 9n }
  const busy = { ...poor, placedToday: MOST_A_DAY }
  const full = { ...busy, open: MOST_OPEN }
  const onBreak = { ...full, pauses: { breakUntilMs: NOW + 1, excludedUntilMs: 0 } }

  test.each([
    ['nothing does', free, null],
    ['he lacks the money', poor, { code: 'insufficient_funds', available: 9n }],
    ['he placed too many today', busy, { code: 'too_many_requests', waitMs: 3_600_000 }],
    ['he has too many open', full, { code: 'hostings_full', most: MOST_OPEN }],
    ['he is on a break', onBreak, { code: 'on_break', untilMs: NOW + 1 }],
    ['the log is late', { ...onBreak, isLogLate: true }, { code: 'hosting_paused' }],
  ] as const)('%s, which is named before what is above', (_why, facts, refusal) => {
    expect(whatRefusesHosting(10n, facts, NOW)).toEqual(refusal)
  })
})
