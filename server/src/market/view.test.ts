import { base64Of } from '@tickmark/core/base64'
import type { Candle } from '@tickmark/core/market/candles'
import { ONE } from '@tickmark/core/money/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Figures } from './charts/figures.ts'
import type { PublishedHead } from './state.ts'
import type { MarketTick } from './ticks.ts'
import { marketView, trendTexts } from './view.ts'

test.each<[string, bigint[], number, string[]]>([
  ['thousands of dollars', [6_641_250_000_000n, 6_812_099_000_000n], 2, ['66412', '68120']],
  ['a few dollars', [352_022_000_000n, 351_822_000_000n], 2, ['3520.22', '3518.22']],
  ['parts of a cent', [16_284_000n, 16_791_300n], 6, ['0.16284', '0.16791']],
  ['nothing at all', [100_000_000n, 100_000_000n], 3, ['1.000', '1.000']],
])('a trend that moved by %s shows the digits that matter', (_, closes, decimals, texts) => {
  expect(trendTexts(closes, decimals)).toEqual(texts)
})

test('a trend without closes is empty', () => {
  expect(trendTexts([], 2)).toEqual([])
})

test('a shortened close differs by less than a hundredth of the range, or has all digits of its coin', () => {
  const price = fc.bigInt({ min: 1n, max: 100_000n * ONE })
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 2, maxLength: 25 }),
      fc.integer({ min: 2, max: 6 }),
      (closes, decimals) => {
        const range = closes.reduce((a, b) => (a > b ? a : b)) - closes.reduce((a, b) => (a < b ? a : b))
        for (const [i, text] of trendTexts(closes, decimals).entries()) {
          const off = Math.abs(Number(closes[i]) / 1e8 - Number(text))
          const isWhole = (text.split('.')[1]?.length ?? 0) === decimals
          expect(isWhole || off <= Number(range) / 1e8 / 100 + 1e-9).toBe(true)
        }
      },
    ),
  )
})

const FIGURES: Figures = {
  pid: 1,
  price: 6_741_250_000_000n,
  isPaused: false,
  change: '12.50',
  changePercent: '0.02',
  turnover: 123_456_000_000n,
  volume: 7_000_000_000n,
  sparkline: [],
  upPercent: 40,
}
const DOWN: Figures = { ...FIGURES, pid: 3, price: null, changePercent: '-1.84', isPaused: true }

/** A market's view, and what the test may change of the market. */
function viewOf() {
  const now = {
    tick: { seq: 5, atMs: 5_000, prices: new Map() } as MarketTick | null,
    figures: new Map([FIGURES, DOWN].map((one) => [one.pid, one])),
    top: [3, 1],
    head: null as PublishedHead | null,
  }
  const candles: Candle[] = [{ openedAt: 60, open: 1n, high: 9n * ONE, low: 1n, close: 2n * ONE }]
  const market = {
    latest: () => now.tick,
    feed: () => 'LIVE' as const,
    figures: () => now.figures,
    topFive: () => now.top,
    candles: () => candles,
    head: () => now.head,
  }
  return { now, view: marketView({ market, openSides: () => null }) }
}

test('the list of coins is written once a tick, and anew with the next', () => {
  const { now, view } = viewOf()
  const list = view.all()
  expect(list).toMatchObject([
    { pid: 1, symbol: 'BTC', price: '67412.50', changePct: '+0.02%', open: true },
    { pid: 3, symbol: 'SOL', price: '0.0000', changePct: '-1.84%', open: false },
  ])
  now.figures.set(1, { ...FIGURES, price: ONE })
  expect(view.all()).toBe(list)
  now.tick = { seq: 6, atMs: 6_000, prices: new Map() }
  expect(view.all()[0]?.price).toBe('1.00')
  expect([view.head(), view.top().map(({ pid }) => pid)]).toEqual([{ asOf: 6_000, feed: 'LIVE' }, [3, 1]])
  now.tick = null
  expect(view.head().asOf).toBe(0)
})

test('a coin’s page has its figures, its closes, and the rising minutes while nobody has an open order', () => {
  const { view } = viewOf()
  expect(view.detail(1, '5min')).toMatchObject({
    baseInfo: {
      price: '67412.50',
      change: '12.50',
      changePct: '+0.02%',
      upPct: '40',
      downPct: '60',
      upOf: 0,
      volume: '70.00',
      turnover: '1234.56',
      open: true,
    },
    candles: [{ id: 60, close: '2.00' }],
  })
  expect(view.detail(3, '5min')?.baseInfo).toMatchObject({ price: '0.0000', open: false })
  expect(view.detail(2, '5min')).toBeNull()
})

test('each currency has its price in dollars, a dollar’s is one, and none yet is zero', () => {
  const rates = new Map(
    viewOf()
      .view.rates()
      .map(({ name, usdRate }) => [name, usdRate]),
  )
  expect(['USDT', 'BTC', 'SOL', 'ETH'].map((name) => rates.get(name))).toEqual(['1', '67412.5', '0', '0'])
})

test('a step of the log has its leaves and its head, and every ten seconds its last entry', () => {
  const { now, view } = viewOf()
  expect(view.log()).toBeNull()
  const leaf = new Uint8Array(32).fill(7)
  const stepAt = (at: number) => {
    now.head = { size: 9, at, note: 'a note', leaves: [leaf], last: 'an entry' } as unknown as PublishedHead
    return view.log()
  }
  const step = { size: 9, leaves: [base64Of(leaf)], note: 'a note' }
  expect(stepAt(20_000)).toEqual({ ...step, last: 'an entry' })
  expect(stepAt(20_999)).toEqual({ ...step, last: 'an entry' })
  expect([stepAt(19_000), stepAt(21_000)]).toEqual([
    { ...step, last: null },
    { ...step, last: null },
  ])
})
