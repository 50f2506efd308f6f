import { currencyById, type Currency } from '@tickmark/core/money/currencies'
import { expect, test } from 'vitest'
import { sealText } from '../platform/seal.ts'
import { openSwapQuote, sealSwapQuote } from './swapQuote.ts'

const KEY = new Uint8Array(32).fill(7)
const NOW = 1_800_000_000_000
const currency = (id: number) => currencyById(id) as Currency
const terms = { source: currency(1), target: currency(4), amount: 150_000_000n }
const rates = { source: 100_000_000n, target: 6_700_000_000_000n }
const quote = sealSwapQuote({ terms, rates, expiresAtMs: NOW }, KEY)

test('a quote gives its rates until it expires, to the millisecond', () => {
  expect(openSwapQuote(quote, terms, KEY, NOW - 1)).toEqual({ ok: true, value: rates })
  for (const nowMs of [NOW, NOW + 1])
    expect(openSwapQuote(quote, terms, KEY, nowMs)).toMatchObject({
      ok: false,
      refusal: { code: 'quote_expired' },
    })
})

test.each<[string, string, Partial<typeof terms>]>([
  ['another sum', quote, { amount: 150_000_001n }],
  ['another source', quote, { source: currency(3) }],
  ['another target', quote, { target: currency(3) }],
  ['the pair turned round', quote, { source: terms.target, target: terms.source }],
  ['another key', sealSwapQuote({ terms, rates, expiresAtMs: NOW }, new Uint8Array(32)), {}],
  ['a changed text', `${quote.slice(0, -2)}AA`, {}],
  ['nothing', '', {}],
  ['another kind', sealText('["bid-1",1,4,"1.5","1","67000",9]', KEY), {}],
  ['a field less', sealText('["swap-1",1,4,"1.5","1","67000"]', KEY), {}],
  ['a field more', sealText('["swap-1",1,4,"1.5","1","67000",9,9]', KEY), {}],
  ['a rate that is no text', sealText('["swap-1",1,4,"1.5",1,"67000",9]', KEY), {}],
  ['a target’s rate that is no text', sealText('["swap-1",1,4,"1.5","1",67000,9]', KEY), {}],
  ['a rate that is no amount', sealText('["swap-1",1,4,"1.5","x","67000",9]', KEY), {}],
  ['a target’s rate that is no amount', sealText('["swap-1",1,4,"1.5","1","x",9]', KEY), {}],
  ['a time that is no number', sealText('["swap-1",1,4,"1.5","1","67000","9"]', KEY), {}],
  ['no list', sealText('{"length":7}', KEY), {}],
])('a quote of %s is not one of ours for this swap', (_, text, changed) => {
  expect(openSwapQuote(text, { ...terms, ...changed }, KEY, 0)).toMatchObject({
    ok: false,
    refusal: { code: 'quote_invalid' },
  })
})
