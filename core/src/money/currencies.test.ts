import { expect, test } from 'vitest'
import { bookOfCode, codeOfBook, CURRENCIES, currencyByCode, currencyById, priceOf } from './currencies.ts'
import { DURATIONS, durationById } from '../orders/durations.ts'
import { PRODUCTS, productById } from '../market/products.ts'

test('each currency has a unique id below 32 and code, and is found by either', () => {
  expect(CURRENCIES.map((one) => one.code)).toEqual(['USDT', 'USDC', 'ETH', 'BTC', 'TRX', 'BNB', 'SOL'])
  for (const [i, one] of CURRENCIES.entries()) {
    expect(one.id).toBe(i + 1)
    expect(currencyById(one.id)).toBe(one)
    expect(currencyByCode(one.code)).toBe(one)
  }
  expect(currencyById(8)).toBeUndefined()
  expect(currencyByCode('usdt')).toBeUndefined()
})

test('orders are paid in USDT, USDC, ETH or BTC, from about 1 USDT on', () => {
  expect(CURRENCIES.filter((one) => one.stake).map((one) => one.code)).toEqual(['USDT', 'USDC', 'ETH', 'BTC'])
  for (const { code, pid, stake } of CURRENCIES) {
    if (!stake) continue
    expect(stake.least < stake.most, code).toBe(true)
    const price = pid === null ? 1 : Number(productById(pid)?.base)
    expect((Number(stake.least) / 1e8) * price, code).toBeGreaterThan(0.9)
    expect((Number(stake.least) / 1e8) * price, code).toBeLessThan(1.2)
  }
})

test('a new user opens the simulated book with 10,000 USDT, 1 ETH and 0.1 BTC', () => {
  const opening = CURRENCIES.filter((one) => one.opening > 0n).map((one) => [one.code, one.opening])
  expect(opening).toEqual([
    ['USDT', 1_000_000_000_000n],
    ['ETH', 100_000_000n],
    ['BTC', 10_000_000n],
  ])
})

test('the screen shows whole cents of dollar coins and of TRX, and more places of dearer coins', () => {
  expect(CURRENCIES.map((one) => one.shown)).toEqual([2, 2, 6, 8, 2, 4, 4])
})

test('a currency that is a traded coin is valued at that coin’s price', () => {
  for (const { code, pid } of CURRENCIES) {
    expect(pid === null ? 'a dollar' : productById(pid)?.symbol).toBe(pid === null ? 'a dollar' : code)
  }
})

test('a dollar coin counts as 1, every other at its product’s price', () => {
  for (const one of CURRENCIES) {
    expect(priceOf(one, BigInt)).toBe(one.pid === null ? 100_000_000n : BigInt(one.pid))
    expect(priceOf(one, () => null)).toBe(one.pid === null ? 100_000_000n : null)
  }
})

test('the real book is number 0, the simulated one 1, and there is no other', () => {
  expect([codeOfBook('real'), codeOfBook('simulated')]).toEqual([0, 1])
  expect([bookOfCode(0), bookOfCode(1)]).toEqual(['real', 'simulated'])
  expect(() => bookOfCode(2)).toThrow('2 is a book')
})

test('durations are 1, 3, 5, 15, 30 minutes, 1, 4, 24 hours with ids 110 to 117 and their fixing windows', () => {
  expect(DURATIONS.map((one) => [one.id, one.seconds / 60, one.fixingTicks])).toEqual([
    [110, 1, 3],
    [111, 3, 9],
    [112, 5, 9],
    [113, 15, 31],
    [114, 30, 31],
    [115, 60, 31],
    [116, 240, 31],
    [117, 1_440, 31],
  ])
  expect(durationById(110)?.seconds).toBe(60)
  expect(durationById(1)).toBeUndefined()
})

test('products have unique ids, and each has a symbol of ASCII letters', () => {
  expect(PRODUCTS.length).toBeGreaterThanOrEqual(12)
  expect(new Set(PRODUCTS.map((one) => one.pid)).size).toBe(PRODUCTS.length)
  expect(PRODUCTS.every((one) => /^[A-Z]{3,5}$/.test(one.symbol))).toBe(true)
})
