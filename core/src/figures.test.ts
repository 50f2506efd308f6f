import { expect, test } from 'vitest'
import { OPENING } from './arbitrage/moves.ts'
import { OPENING_PRODUCTS, PROGRAMME } from './arbitrage/programme.ts'
import { VENUES } from './arbitrage/simulated/venues.ts'
import { OPENING_LIMITS } from './arbitrage/trading/limits.ts'
import { CONSENT_LIFE_MS } from './consent/consentText.ts'
import { AHEAD_MOST_MS } from './consent/judgeConsent.ts'
import { CAUSES, KINDS } from './ledger/accounts.ts'
import { BREAK_HOURS, EXCLUSION_MONTHS } from './limits/limitKinds.ts'
import { LOOSENING_MS } from './limits/limits.ts'
import { LOAN, LOAN_STATES } from './loans/terms.ts'
import { MODEL_GRACE_MS, NOTICE_MS, RULES_PACE_MS } from './log/announced.ts'
import { CLOCKS_APART_MS, CLOCKS_SETTLE_MS } from './market/clocks.ts'
import { FEED_AGES } from './market/feed.ts'
import { BID_TICK_AGE_MS, CLOSE_AHEAD_MS, CLOSE_LOGGED_MS } from './orders/bid.ts'
import { PRESENT_RULES } from './orders/presentRules.ts'
import { NEW_ADDRESS_MS } from './wallet/addressWait.ts'
import { DEPOSIT_STATES } from './wallet/deposits.ts'
import { MOST_MOVE_PPM, QUOTE_SLACK_PPM, SPREAD_PPM, SWAP_QUOTE_LIFE_MS } from './wallet/swaps.ts'
import { INTENT_LIFE_MS } from './wallet/intentTimes.ts'
import { INTENT_FIELDS } from './wallet/withdrawalIntent.ts'
import {
  LIMIT_WINDOW_MS,
  OPERATORS_NEEDED,
  SILENCE_MS,
  STUCK_MS,
  VELOCITY_WINDOW_MS,
  WITHDRAWAL_STATES,
} from './wallet/withdrawals.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** Users read these figures or check with them. The rules' own tests import them, so they would pass with any other figures. */
test('the rules that the log announces are these', () => {
  expect(PRESENT_RULES).toEqual({
    name: 'updown-2',
    marginPpm: 40_000,
    chancesPpm: [500_000, 350_000, 200_000],
    errors: 2,
    feePpm: 0,
    durations: [
      [60, 3],
      [180, 9],
      [300, 9],
      [900, 31],
      [1_800, 31],
      [3_600, 31],
      [14_400, 31],
      [86_400, 31],
    ],
    stakes: {
      USDT: ['100000000', '500000000000'],
      USDC: ['100000000', '500000000000'],
      ETH: ['30000', '150000000'],
      BTC: ['1500', '7500000'],
    },
    quoteLife: 15_000,
    quoteMovedPpm: 20_000,
    entryDelay: 500,
    entryWait: 3_000,
    closeUntil: 5_000,
    bidLife: 5_000,
    bidSlipPpm: 20_000,
    modelLife: 24 * HOUR_MS + MINUTE_MS,
    modelMovedPpm: 10_000,
    userOrders: 5,
    houseSharePpm: 500_000,
    userSharePpm: 20_000,
  })
})

test('the promises outside the rules are these', () => {
  expect({
    rules: [NOTICE_MS, RULES_PACE_MS, MODEL_GRACE_MS],
    closes: [BID_TICK_AGE_MS, CLOSE_AHEAD_MS, CLOSE_LOGGED_MS],
    consents: [CONSENT_LIFE_MS, AHEAD_MOST_MS],
    clocks: [CLOCKS_APART_MS, CLOCKS_SETTLE_MS, FEED_AGES],
    swaps: [SPREAD_PPM, SWAP_QUOTE_LIFE_MS, QUOTE_SLACK_PPM, MOST_MOVE_PPM],
    withdrawals: [INTENT_LIFE_MS, SILENCE_MS, OPERATORS_NEEDED, NEW_ADDRESS_MS, STUCK_MS],
    windows: [LIMIT_WINDOW_MS, VELOCITY_WINDOW_MS],
    limits: [LOOSENING_MS, BREAK_HOURS, EXCLUSION_MONTHS],
    loan: LOAN,
  }).toEqual({
    rules: [24 * HOUR_MS, HOUR_MS, 20_000],
    closes: [8_000, 1_000, 3_000],
    consents: [5_000, 2_000],
    clocks: [250, 5_000, { live: 2_000, degraded: 3_000, stale: 30_000 }],
    swaps: [1_000, 2_000, 500, 5_000],
    withdrawals: [5 * MINUTE_MS, 24 * HOUR_MS, 2, 24 * HOUR_MS, 10 * MINUTE_MS],
    windows: [24 * HOUR_MS, HOUR_MS],
    limits: [24 * HOUR_MS, [24, 72, 168, 720], [6, 12, 60]],
    loan: {
      currency: 1,
      least: 10_000_000_000n,
      most: 5_000_000_000_000n,
      unit: 1_000_000n,
      instalments: [6, 12],
      graceDays: 3,
      lateFeePpm: 50_000n,
      draftLifeMs: 24 * HOUR_MS,
      agreementLifeMs: HOUR_MS,
      decisionLifeMs: 14 * 24 * HOUR_MS,
      rejectedLifeMs: 30 * 24 * HOUR_MS,
    },
  })
})

test('hosting and the programme begin with these figures', () => {
  const usdt = (sum: number) => BigInt(sum) * 100_000_000n
  expect(PROGRAMME).toEqual({ currency: 1, sharedPpm: 500_000n, unit: 1_000_000n })
  const products = OPENING_PRODUCTS.map(({ mid, version, days, least, most, upperPpm, exitFeePpm }) => {
    return [mid, version, days, least, most, upperPpm, exitFeePpm]
  })
  expect(products).toEqual([
    [1, 1, 7, usdt(100), usdt(5_000), 300n, 5_000n],
    [2, 1, 30, usdt(500), usdt(20_000), 400n, 10_000n],
    [3, 1, 90, usdt(1_000), usdt(50_000), 500n, 15_000n],
  ])
  const limits = { mostTrade: usdt(2_500), leastProfit: 20_000_000n, dayLoss: usdt(1_000), openRests: 3 }
  expect(OPENING_LIMITS).toEqual(limits)
  expect([...OPENING]).toEqual([
    [1, usdt(100_000)],
    [4, 30_000_000n],
    [3, usdt(6)],
    [7, usdt(115)],
    [5, usdt(125_000)],
    [6, usdt(33)],
  ])
  expect(VENUES.map(({ venue, takerPpm }) => [venue, takerPpm])).toEqual([
    [1, 200n],
    [2, 300n],
    [3, 400n],
    [4, 600n],
    [5, 1_000n],
  ])
})

test('a word stored or signed as a number or an index keeps it', () => {
  const inOrder = (numbers: Readonly<Record<string, number>>) =>
    Object.keys(numbers).toSorted((one, other) => (numbers[one] ?? 0) - (numbers[other] ?? 0))
  const first = (numbers: Readonly<Record<string, number>>) => Math.min(...Object.values(numbers))
  expect([KINDS, CAUSES, WITHDRAWAL_STATES, DEPOSIT_STATES].map(first)).toEqual([0, 1, 0, 0])
  expect([KINDS, CAUSES, WITHDRAWAL_STATES, DEPOSIT_STATES].map((one) => inOrder(one).join(' '))).toEqual([
    'external available escrow bankroll fees hold inventory lending venue1 venue2 venue3 venue4 venue5 programme hosted',
    'order settlement grant reset funding deposit withdrawal payout swap loss growth loan repayment fill move earning hosting release yield treasury',
    'requested held_new_address approved built signed broadcast final cancelled rejected dead',
    'seen credited orphaned lost',
  ])
  for (const numbers of [KINDS, CAUSES, WITHDRAWAL_STATES, DEPOSIT_STATES])
    expect(Math.max(...Object.values(numbers))).toBe(first(numbers) + Object.keys(numbers).length - 1)
  expect(LOAN_STATES).toEqual(['under_review', 'active', 'rejected', 'complete'])
  expect(INTENT_FIELDS.join(' ')).toBe('site network currency amount feeCap to nonce expires')
})
