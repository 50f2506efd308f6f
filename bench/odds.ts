/**
 * Measures the cost of an order: the expectation of every offer of the simulated market, by its own code and the shipped rules.
 *
 * node bench/odds.ts [windows] [orders]
 */
import { PRODUCTS } from '@tickmark/core/market/products'
import { DURATIONS, type Duration } from '@tickmark/core/orders/durations'
import { allWorths, drawnWindows, type Worth } from '@tickmark/core/orders/odds/expectation.testing'
import { averageOf, sceneAt, turn, type Play } from '@tickmark/core/orders/odds/play.testing'
import { die, FIRST_DAY, quickWorld } from '@tickmark/core/orders/odds/quickWorld.testing'
import type { Direction } from '@tickmark/core/orders/terms'
import { argument } from './support/size.ts'

const WINDOWS = argument(1, 200_000, 1_000)
const ORDERS = argument(2, 800_000, 500)
const DIRECTIONS = ['up', 'down'] satisfies Direction[]

const worths = allWorths(drawnWindows(quickWorld(1), WINDOWS))
printOffers(worths)
printProducts(worths)
printPlayed()

function percent(share: number): string {
  return `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(2)}`
}

/** Averages over the coins, with the largest standard error of one offer. */
function printOffers(offers: readonly Worth[]): void {
  console.log(
    `expectation of an order in % of its stake, average of ${PRODUCTS.length} coins (± standard error)`,
  )
  console.log('duration | up 50 % | up 35 % | up 20 % | down 50 % | down 35 % | down 20 %')
  for (const duration of DURATIONS) {
    const cells = DIRECTIONS.flatMap((direction) =>
      [0, 1, 2].map((range) => {
        const same = offers.filter(
          (one) => one.duration.id === duration.id && one.direction === direction && one.range === range,
        )
        const { mean } = averageOf(same.map((one) => one.expectation))
        const error = Math.max(...same.map((one) => one.error))
        return `${percent(mean)} ± ${(error * 100).toFixed(3)}`
      }),
    )
    console.log([nameOf(duration), ...cells].join(' | '))
  }
}

/** The dearest and the cheapest of a coin's six offers. */
function printProducts(offers: readonly Worth[]): void {
  console.log('\nthe dearest and the cheapest of six offers, in % of the stake')
  console.log(['coin', ...DURATIONS.map(nameOf)].join(' | '))
  for (const product of PRODUCTS) {
    const cells = DURATIONS.map((duration) => {
      const own = offers.filter((one) => one.product.pid === product.pid && one.duration.id === duration.id)
      const sorted = own.map((one) => one.expectation).toSorted((a, b) => a - b)
      return `${percent(sorted[0] ?? 0)} … ${percent(sorted.at(-1) ?? 0)}`
    })
    console.log([product.symbol, ...cells].join(' | '))
  }
  const all = offers.map((one) => one.expectation).toSorted((a, b) => a - b)
  console.log(
    `of ${all.length} offers the dearest ${percent(all[0] ?? 0)}, the cheapest ${percent(all.at(-1) ?? 0)}`,
  )
}

/** Orders on random offers at random seconds of two years, decided by the rules. */
function printPlayed(): void {
  const world = quickWorld(2)
  const random = die(1)
  const all: { duration: Duration; direction: Direction; range: number; result: number }[] = []
  for (let i = 0; i < ORDERS; i++) {
    const play = {
      product: PRODUCTS[i % PRODUCTS.length],
      duration: DURATIONS[Math.floor(i / PRODUCTS.length) % DURATIONS.length],
      direction: DIRECTIONS[(i % 2) ^ Math.floor(random() * 2)],
      range: Math.floor(random() * 3),
    } as Play
    const second = (FIRST_DAY + 2) * 86_400 + Math.floor(random() * 730 * 86_400)
    all.push({ ...play, result: turn(world, () => [play], sceneAt(world, second, random, PRODUCTS)) })
  }
  console.log(`\n${ORDERS} orders played by the rules: average result in % of the stake`)
  for (const duration of DURATIONS)
    printAverage(
      nameOf(duration),
      all.filter((one) => one.duration === duration),
    )
  for (const direction of DIRECTIONS)
    printAverage(
      direction,
      all.filter((one) => one.direction === direction),
    )
  for (const range of [0, 1, 2])
    printAverage(
      `range ${range + 1}`,
      all.filter((one) => one.range === range),
    )
  printAverage('all', all)
}

function printAverage(name: string, list: readonly { result: number }[]): void {
  const { mean, error } = averageOf(list.map((one) => one.result))
  console.log(`${name} | ${percent(mean)} ± ${(error * 100).toFixed(2)}`)
}

function nameOf({ seconds }: Duration): string {
  if (seconds >= 3_600) return `${seconds / 3_600} h`
  return `${seconds / 60} min`
}
