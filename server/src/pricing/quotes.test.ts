import { durationById, type Duration } from '@tickmark/core/orders/durations'
import { parseAmount } from '@tickmark/core/money/money'
import { offersFor, PRICE_RULES } from '@tickmark/core/orders/pricing'
import { QUOTE_LIFE_MS, type Quote } from '@tickmark/core/orders/quotes'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BID_LIFE_MS, bidStands } from '@tickmark/core/orders/bid'
import { openBid, signBid } from './bids.ts'
import { openQuote, quotesFor, termsOf } from './quotes.ts'
import { openSealed, sealText } from '../platform/seal.ts'

const key = new Uint8Array(32).fill(1)
const minute = durationById(110) as Duration
const situation = {
  pid: 1,
  duration: minute,
  direction: 'up',
  deviation: { sigma: 0.00008, error: 0 },
  rules: PRICE_RULES,
  basis: { model: 3, rules: 2 },
} as const
const NOW = 1_795_219_200_000
const asked = { pid: 1, durationId: 110 }
const quotes = quotesFor(situation, key, NOW)
const id = quotes[1]?.id ?? ''

function codeOf(opened: ReturnType<typeof openQuote> | ReturnType<typeof openBid>): string {
  return opened.ok ? 'ok' : opened.refusal.code
}

test('quotes carry the offers of the rules, for 15 s, each with its own id', () => {
  expect(quotes.map(({ quote }) => quote.ratePct)).toEqual(
    offersFor('up', minute, situation.deviation).map((one) => one.ratePct),
  )
  expect(quotes.every(({ quote }) => quote.expiresAtMs === NOW + QUOTE_LIFE_MS)).toBe(true)
  expect(new Set(quotes.map((one) => one.id)).size).toBe(3)
  expect(Math.max(...quotes.map((one) => one.id.length))).toBeLessThan(200)
  const opened = openQuote(id, asked, key, NOW)
  expect(opened.ok && opened.value).toEqual(quotes[1]?.quote)
})

test('quotes follow the rules in force: their margin, their chances, and as many ranges', () => {
  const rules = { ...PRICE_RULES, marginPpm: 20_000, chancesPpm: [500_000, 100_000] }
  const cheaper = quotesFor({ ...situation, rules }, key, NOW)
  expect(cheaper.map(({ quote }) => quote.marginPpm)).toEqual([20_000, 20_000])
  expect(cheaper[0]?.quote.ratePct).toBeGreaterThan(quotes[0]?.quote.ratePct ?? 0)
  expect(cheaper.map((one) => one.offer)).toEqual(offersFor('up', minute, situation.deviation, rules))
})

test.each<[string, ReturnType<typeof openQuote>, string]>([
  ['at once', openQuote(id, asked, key, NOW), 'ok'],
  ['in the last moment', openQuote(id, asked, key, NOW + 14_999), 'ok'],
  ['after 15 s', openQuote(id, asked, key, NOW + 15_000), 'quote_expired'],
  ['for another coin', openQuote(id, { ...asked, pid: 2 }, key, NOW), 'quote_invalid'],
  ['for another duration', openQuote(id, { ...asked, durationId: 111 }, key, NOW), 'quote_invalid'],
  ['under another key', openQuote(id, asked, new Uint8Array(32), NOW), 'quote_invalid'],
  ['expired and for another coin', openQuote(id, { ...asked, pid: 2 }, key, NOW + 99_999), 'quote_invalid'],
  ['empty', openQuote('', asked, key, NOW), 'quote_invalid'],
  ['only a dot', openQuote('.', asked, key, NOW), 'quote_invalid'],
  ['sealed, but no quote', openQuote(sealText('["quote-3"]', key), asked, key, NOW), 'quote_invalid'],
])('a quote asked for %s', (_, opened, code) => {
  expect(codeOf(opened)).toBe(code)
})

test.each([
  [0.00008, 'ok'],
  [0.0000815, 'ok'],
  [0.0000785, 'ok'],
  [0.0000817, 'quote_expired'],
  [0.0000783, 'quote_expired'],
])('a quote made at a deviation of 0.00008 a second, with %f now: %s', (sigma, code) => {
  const quote = quotes[1]?.quote as Quote
  const terms = termsOf(quote, { deviation: { sigma, error: 0 }, basis: situation.basis })
  expect(terms.ok ? 'ok' : terms.refusal.code).toBe(code)
  const { pid, durationId, direction, barrierPpm, ratePct, chancePpm, marginPpm } = quote
  if (terms.ok) {
    expect(terms.value).toEqual({
      terms: { pid, durationId, direction, barrierPpm, ratePct, chancePpm, marginPpm },
      basis: situation.basis,
    })
  }
})

test('a quote’s terms hold under the rules that priced it, whatever model is in force', () => {
  const quote = quotes[1]?.quote as Quote
  const under = (basis: { model: number; rules: number }) => {
    const terms = termsOf(quote, { deviation: situation.deviation, basis })
    return terms.ok ? terms.value.basis : terms.refusal.code
  }
  expect([2, 1, 3].map((rules) => under({ model: 3, rules }))).toEqual([
    situation.basis,
    'quote_expired',
    'quote_expired',
  ])
  expect(under({ model: 4, rules: 2 })).toEqual(situation.basis)
})

test('an id with one changed bit, or in another spelling, is not ours', () => {
  for (let at = 0; at < id.length; at++) {
    for (let bit = 0; bit < 7; bit++) {
      const changed = id.slice(0, at) + String.fromCharCode(id.charCodeAt(at) ^ (1 << bit)) + id.slice(at + 1)
      expect(openSealed(changed, key)).toBeNull()
    }
  }
  expect(
    [`${id}=`, ` ${id}`, `${id}.`, `${id}A`, id.slice(1), 'x'.repeat(10_000)].map((one) =>
      openSealed(one, key),
    ),
  ).toEqual(Array(6).fill(null))
})

test('a bid belongs to its order and holds for 5 s; it is no quote, and a quote is no bid', () => {
  const orderId = '01900000-0000-7000-8000-000000000001'
  const bidId = signBid({ orderId, bid: 12_345_678n, expiresAtMs: NOW + BID_LIFE_MS }, key)
  const opened = openBid(bidId, orderId, key, NOW)
  expect(opened.ok && opened.value.bid).toBe(12_345_678n)
  expect(codeOf(openBid(bidId, orderId, key, NOW + 4_999))).toBe('ok')
  expect(codeOf(openBid(bidId, orderId, key, NOW + 5_000))).toBe('quote_expired')
  expect(codeOf(openBid(bidId, `${orderId.slice(0, -1)}2`, key, NOW))).toBe('quote_invalid')
  expect(codeOf(openBid(bidId, orderId, new Uint8Array(32), NOW))).toBe('quote_invalid')
  expect(codeOf(openBid(id, orderId, key, NOW))).toBe('quote_invalid')
  expect(codeOf(openQuote(bidId, asked, key, NOW))).toBe('quote_invalid')
  expect(codeOf(openBid(sealText('{}', key), orderId, key, NOW))).toBe('quote_invalid')
  const sealed = (...fields: unknown[]) => openBid(sealText(JSON.stringify(fields), key), orderId, key, NOW)
  expect(codeOf(sealed('bid-1', orderId, '1', NOW + 1))).toBe('ok')
  for (const fields of [
    ['bid-2', orderId, '1', NOW + 1],
    ['bid-1', orderId, '1'],
    ['bid-1', orderId, '1', NOW + 1, 0],
    ['bid-1', orderId, 1, NOW + 1],
    ['bid-1', orderId, 'x', NOW + 1],
    ['bid-1', orderId, '1', String(NOW + 1)],
  ])
    expect([fields, codeOf(sealed(...fields))]).toEqual([fields, 'quote_invalid'])
})

test.each([
  ['100', '100', true],
  ['100', '120', true],
  ['100', '98', true],
  ['100', '97.99', false],
  ['0', '0', true],
])('a bid of %s while %s would be bid now stands: %s', (quoted, present, stands) => {
  expect(bidStands(parseAmount(quoted) ?? 0n, parseAmount(present) ?? 0n)).toBe(stands)
})

test('no user, address, session or balance affects a price: quotes take only the market situation, rules, the key and the time', () => {
  expect(Object.keys(situation).toSorted()).toEqual([
    'basis',
    'deviation',
    'direction',
    'duration',
    'pid',
    'rules',
  ])
  expect(quotesFor.length).toBe(3)
  expect(offersFor.length).toBe(3)
  for (const file of readdirSync(import.meta.dirname).filter((name) => !name.includes('.test.'))) {
    const source = readFileSync(join(import.meta.dirname, file), 'utf8')
    const code = source.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/\/\/.*/g, '')
    expect(code, file).not.toMatch(/user|address|session|balance|\bask\b/i)
  }
})
