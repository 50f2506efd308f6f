import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TickEntry } from '../../log/log.ts'
import type { Product } from '../products.ts'
import { entryBody, parseEntry } from '../../log/log.ts'
import { PRODUCTS } from '../products.ts'
import { checkDay, dayCommitment, dayReveal } from './day.ts'
import { masterWorld, priceAt } from './prices.ts'

function sha256(data: Uint8Array): Uint8Array {
  return hash('sha256', data, 'buffer')
}

const DAY = 20_778
const START = DAY * 86_400
const world = masterWorld(new Uint8Array(32).fill(42), DAY - 40, sha256)
const reveal = dayReveal(world.dayFacts(DAY))
const commitment = dayCommitment(reveal, sha256)

function tickAt(second: number, products: readonly Product[] = PRODUCTS): TickEntry {
  const prices = Object.fromEntries(products.map((one) => [one.pid, String(priceAt(world, one, second))]))
  return { kind: 'tick', seq: second - START + 100, at: second * 1000, prices }
}

const TICKS = [0, 1, 2, 40_000, 86_399].map((place) => tickAt(START + place))

test('a reveal has the day, its seed and two levels for each product, and enters the log unchanged', () => {
  expect(reveal.day).toBe('2026-11-21')
  expect(reveal.seed).toMatch(/^[0-9a-f]{64}$/)
  expect(Object.keys(reveal.levels)).toHaveLength(PRODUCTS.length)
  const entry = { kind: 'reveal', seq: 9, at: START * 1000, ...reveal } as const
  expect(parseEntry(entryBody(entry))).toEqual(entry)
})

test('the ticks of a day follow from its reveal', () => {
  expect(checkDay(reveal, commitment, TICKS, sha256)).toEqual({ ok: true, prices: 5 * PRODUCTS.length })
  expect(checkDay(reveal, commitment, [], sha256)).toEqual({ ok: true, prices: 0 })
})

test('a paused product may be absent', () => {
  expect(checkDay(reveal, commitment, [tickAt(START + 7, PRODUCTS.slice(1))], sha256)).toMatchObject({
    ok: true,
  })
})

test.each<[string, TickEntry, string]>([
  [
    'one step beside the drawn price',
    { ...tickAt(START + 9), prices: { ...tickAt(START + 9).prices, '3': '1' } },
    'wrong_price',
  ],
  ['the price of the next second', { ...tickAt(START + 10), at: (START + 9) * 1000 }, 'wrong_price'],
  ['a product that is not traded', { ...tickAt(START + 9), prices: { '99': '5' } }, 'unknown_product'],
  ['a tick of the day before', tickAt(START - 1), 'outside_the_day'],
  ['a tick of the day after', tickAt(START + 86_400), 'outside_the_day'],
])('%s is reported', (_, tick, problem) => {
  expect(checkDay(reveal, commitment, [tick], sha256)).toEqual({ ok: false, problem, seq: tick.seq })
})

test('two ticks in one second are reported', () => {
  const twice = [tickAt(START + 9), { ...tickAt(START + 9), seq: 500 }]
  expect(checkDay(reveal, commitment, twice, sha256)).toEqual({
    ok: false,
    problem: 'outside_the_day',
    seq: 500,
  })
})

test.each([
  ['another seed', { ...reveal, seed: '00'.repeat(32) }],
  ['a seed that is none', { ...reveal, seed: 'xyz' }],
  ['another day', { ...reveal, day: '2026-11-22' }],
  ['no day', { ...reveal, day: '2026-02-31' }],
  ['another level', { ...reveal, levels: { ...reveal.levels, '1': ['0', '0'] as const } }],
])('%s breaks the commitment', (_, told) => {
  expect(checkDay(told, commitment, TICKS, sha256)).toEqual({ ok: false, problem: 'not_as_committed' })
})

test('a committed day without a product gives it no prices', () => {
  const { '1': _, ...levels } = reveal.levels
  const told = { ...reveal, levels }
  expect(checkDay(told, dayCommitment(told, sha256), TICKS, sha256)).toMatchObject({
    ok: false,
    problem: 'unknown_product',
  })
})

test('a day starts where the day before it ended', () => {
  const next = dayReveal(world.dayFacts(DAY + 1))
  expect(next.day > reveal.day).toBe(true)
  const ends = Object.entries(reveal.levels).map(([pid, [, close]]) => [pid, close])
  expect(Object.entries(next.levels).map(([pid, [open]]) => [pid, open])).toEqual(ends)
})
