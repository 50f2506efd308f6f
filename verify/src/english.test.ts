import { expect, test } from 'vitest'
import type { CheckStep } from './check.ts'
import { reportText } from './english.ts'

const AT = String(Date.UTC(2026, 10, 21, 10))

const lineOf = (step: CheckStep) =>
  reportText({ readable: true, verdict: 'holds', steps: [step] }, true).split('\n')[0]
const held = (name: CheckStep['name'], facts: CheckStep['facts']) => lineOf({ name, ok: true, facts })

test.each<[name: CheckStep['name'], facts: CheckStep['facts'], says: string]>([
  [
    'outcome',
    { outcome: 'won', level: '100.5', direction: 'up' },
    'The order won: it needed a price above 100.5.',
  ],
  [
    'outcome',
    { outcome: 'lost', level: '99', direction: 'down' },
    'The order lost: it needed a price below 99.',
  ],
  ['outcome', { outcome: 'tied', level: '99', direction: 'down' }, 'The order is tied.'],
  [
    'settlement_price',
    { price: '7', at: AT, window: '3' },
    'The settlement price is 7, the median of the last 3 ticks (2026-11-21 10:00:00.000Z).',
  ],
  [
    'settlement_price',
    { reason: 'thin_window' },
    'Too few ticks came before the due second, so the order is void.',
  ],
  ['settlement_price', {}, 'There is no settlement price, and none is needed.'],
  [
    'bid',
    { bid: '5', least: '4', currency: 'USDT' },
    'The bid of 5 USDT follows from the rules, which gave at least 4 in its last seconds.',
  ],
  [
    'close_logged',
    { seq: '8', at: AT },
    'The early close entered the log in time, at entry 8, 2026-11-21 10:00:00.000Z.',
  ],
  ['sums', { net: '-5', payout: '0', currency: 'USDT' }, 'The sums are right: net -5 USDT, paid out 0 USDT.'],
  [
    'checkpoint',
    { size: '9', origin: 'log.example/tm' },
    'The head of that log, log.example/tm with 9 entries, is signed.',
  ],
])('the report explains the step %s with %j', (name, facts, says) => {
  expect(held(name, facts)).toBe(`  ok      ${says}`)
})

test('the report gives the reason for each unshown or wrong step', () => {
  const unshown = (name: CheckStep['name'], missing: string) =>
    lineOf({ name, ok: false, unshown: true, facts: { missing } })
  expect(unshown('close_logged', 'late')).toContain('logged more than three seconds later')
  expect(unshown('price', 'late')).toContain('logged after the second that gives the entry price')
  expect(unshown('entry_price', 'ticks')).toContain('the log lacks ticks')
  expect(unshown('consent', 'both')).toContain(
    "It lacks the owner's signatures, for the order and for closing it early.",
  )
  const facts = { problem: 'not_offered', seq: '4', owner: '0xabc', site: 'tickmark.example' }
  expect(lineOf({ name: 'price', ok: false, facts })).toMatch(
    /^ {2}BROKEN .* \(not_offered, entry 4\) It leads to 0xabc at tickmark\.example\.$/,
  )
})
