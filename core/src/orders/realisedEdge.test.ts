import { expect, test } from 'vitest'
import { edgeAfter, exposureSharePpm, NO_ORDERS } from './realisedEdge.ts'

/** Orders at a rate of 0.92, of which so many of a thousand win. */
function after(orders: number, winsOfThousand: number) {
  let edge = NO_ORDERS
  let won = 0
  for (let i = 1; i <= orders; i++) {
    const wins = Math.floor((i * winsOfThousand) / 1_000) > won
    if (wins) won += 1
    edge = edgeAfter(edge, wins ? 92n : -100n, 100n)
  }
  return edge
}

test.each([
  ['before the first order', 0, 500, 1_000_000],
  ['after a single win', 1, 1_000, 1_000_000],
  ['after twenty wins in a row', 20, 1_000, 1_000_000],
  ['while the margin is earned', 20_000, 500, 1_000_000],
  ['while users lose more than that', 20_000, 450, 1_000_000],
  ['after a short lucky run', 40, 700, 1_000_000],
  ['while users gain little', 20_000, 530, 623_000],
  ['while users gain for sure', 20_000, 580, 100_000],
])('%s the house’s limit is open to a share', (_, orders, wins, share) => {
  expect(Math.abs(exposureSharePpm(after(orders, wins)) - share)).toBeLessThan(60_000)
})

test('when the margin is earned again the limit opens again', () => {
  let edge = after(10_000, 600)
  expect(exposureSharePpm(edge)).toBe(100_000)
  for (let i = 0; i < 30_000; i++) edge = edgeAfter(edge, i % 2 === 0 ? 92n : -100n, 100n)
  expect(exposureSharePpm(edge)).toBe(1_000_000)
})
