import type { PublicConfig } from '@tickmark/wire/config'
import { decodeFrame } from '@tickmark/wire/legacy/codec'
import { describe, expect, test } from 'vitest'
import { outlinesOf, type OutlineSource } from './outlines.ts'

const both = { wallet: true, arbitrage: true }
const list = Buffer.from(
  JSON.stringify([
    { path: '/', pid: null, mode: 'sandbox', flags: both, html: 'sandbox' },
    { path: '/', pid: null, mode: 'live', flags: both, html: 'live' },
    { path: '/', pid: null, mode: 'live', flags: { wallet: true, arbitrage: false }, html: 'live, bare' },
    { path: '/business', pid: 1, mode: 'live', flags: null, html: 'Bitcoin {price}' },
    { path: '/business', pid: 2, mode: 'live', flags: null, html: 'Ethereum {price}' },
  ]),
)

const info = {
  symbol: 'BTC',
  picture: '',
  colour: '#d9820b',
  decimals: 2,
  fullName: 'Bitcoin "<&\'>"',
  abbreviation: 'BTC',
  change: '-1.00',
  changePct: '-0.01%',
  upPct: '50',
  downPct: '50',
  upOf: 0,
  volume: '1.00',
  turnover: '1.00',
  favourite: 0,
  productType: 1,
  open: true,
}

function sourceOf(
  mode: 'sandbox' | 'live',
  { flags = both, price = '67412.50', open = true, asOf = 5 } = {},
): OutlineSource {
  return {
    publicConfig: () => ({ mode, flags: { ...flags } }) as PublicConfig,
    coinFrame: (pid) =>
      pid > 2
        ? null
        : {
            type: 2,
            pid,
            period: '15min',
            seq: 0,
            asOf,
            now: 6,
            feed: 'LIVE',
            data: { baseInfo: { ...info, pid, price, open }, candles: [{ id: 1, close: price }] },
          },
  }
}

function filled(source: OutlineSource, address: string): string | undefined {
  return outlinesOf(
    list,
    source,
  )(new URL(address, 'http://local'))?.fill('<body><div id="root"></div></body>')
}

describe('the outline in a document', () => {
  test.each([
    ['/', sourceOf('sandbox'), 'sandbox'],
    ['/?code=FRIEND', sourceOf('live'), 'live'],
    ['/', sourceOf('live', { flags: { wallet: true, arbitrage: false } }), 'live, bare'],
    ['/business', sourceOf('live'), 'Bitcoin 67,412.50'],
    ['/business/?pid=2', sourceOf('live', { price: '3518.220' }), 'Ethereum 3,518.220'],
    ['/business?pid=1', sourceOf('live', { price: '1234567.1234567' }), 'Bitcoin 1,234,567.1234567'],
    ['/business?pid=1', sourceOf('live', { price: '0.1628400' }), 'Bitcoin 0.1628400'],
  ])('of %s is that of the configuration, with the price', (address, source, text) => {
    expect(filled(source, address)).toContain(
      `<div class="outline" inert aria-hidden="true">${text}</div></div>`,
    )
  })

  test.each([
    ['of another screen', '/orders', sourceOf('live')],
    ['of an unknown coin', '/business?pid=77', sourceOf('live')],
    ['of no coin', '/business?pid=x', sourceOf('live')],
    ['of a coin without a price now', '/business?pid=1', sourceOf('live', { open: false })],
    [
      'of a configuration that was not drawn',
      '/',
      sourceOf('sandbox', { flags: { wallet: false, arbitrage: true } }),
    ],
  ])('is not there %s', (_name, address, source) => {
    expect(filled(source, address)).toBeUndefined()
  })

  test('carries the coin’s frame as the socket sends it, whatever the texts in it', () => {
    const [, attribute = ''] = /data-frame="([^"]*)"/.exec(filled(sourceOf('live'), '/business') ?? '') ?? []
    const text = attribute.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
    expect(attribute).not.toContain('<')
    expect(decodeFrame(JSON.parse(text))).toEqual(sourceOf('live').coinFrame(1))
  })

  test('holds the scripts back from a phone', () => {
    const page =
      '<link rel="modulepreload" crossorigin href="/1.js"><link rel="modulepreload" crossorigin href="/2.js">'
    const at = new URL('/', 'http://local')
    expect(outlinesOf(list, sourceOf('live'))(at)?.fill(page)).toBe(
      '<link rel="modulepreload" media="(min-width: 768px)" crossorigin href="/1.js">' +
        '<link rel="modulepreload" media="(min-width: 768px)" crossorigin href="/2.js">',
    )
  })

  test('is made once for a tick', () => {
    const at = new URL('/business?pid=1', 'http://local')
    const keyAt = (asOf: number) => outlinesOf(list, sourceOf('live', { asOf }))(at)?.key
    expect(keyAt(5)).toBe(keyAt(5))
    expect(keyAt(6)).not.toBe(keyAt(5))
  })
})
