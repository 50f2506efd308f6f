import { CURRENCIES } from '@tickmark/core/money/currencies'
import { ONE } from '@tickmark/core/money/money'
import { expect, test } from 'vitest'
import { holdingsOf } from './holdings.ts'

const [usdt, btc] = ['USDT', 'BTC'].map((code) => CURRENCIES.find((one) => one.code === code)) as [
  (typeof CURRENCIES)[number],
  (typeof CURRENCIES)[number],
]
const price = (pid: number) => (pid === btc.pid ? 3n * ONE + 1n : null)

test('holdings are what is available and what is held, each currency rounded down to a unit of USDT', () => {
  const available = new Map([
    [usdt.id, 10n * ONE],
    [btc.id, 5n],
  ])
  const held = [
    new Map([[usdt.id, 3n]]),
    new Map([
      [btc.id, ONE - 5n],
      [usdt.id, 4n],
    ]),
  ]
  const { list, total } = holdingsOf(available, held, price)
  const of = (id: number) => list.find(({ currency }) => currency.id === id)
  expect(list.map(({ currency }) => currency)).toEqual(CURRENCIES)
  expect(of(usdt.id)).toMatchObject({
    available: 10n * ONE,
    amount: 10n * ONE + 7n,
    price: ONE,
    value: 10n * ONE + 7n,
  })
  expect(of(btc.id)).toMatchObject({ available: 5n, amount: ONE, price: 3n * ONE + 1n, value: 3n * ONE + 1n })
  expect(total).toBe(13n * ONE + 8n)
})

test('a value is rounded down, and a coin without a price counts as nothing', () => {
  const half = holdingsOf(new Map([[btc.id, ONE / 2n]]), [], price)
  // Half of 300,000,001 units.
  expect(half.total).toBe(150_000_000n)
  const { list, total } = holdingsOf(new Map([[btc.id, ONE]]), [], () => null)
  expect([list.find(({ currency }) => currency.id === btc.id)?.value, total]).toEqual([0n, 0n])
})
