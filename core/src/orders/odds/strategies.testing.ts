import { DURATIONS, durationById, type Duration } from '../durations.ts'
import type { LiveValue } from '../orders.ts'
import { horizonDeviation, offersFor } from '../pricing.ts'
import type { Direction } from '../terms.ts'
import { roundedDeviation } from '../../market/deviation.ts'
import type { Product } from '../../market/products.ts'
import { DAY_SECONDS, decimalsAt, deviationOf } from '../../market/simulated/prices.ts'
import type { Play, Scene, Strategy } from './play.testing.ts'
import { FIRST_DAY } from './quickWorld.testing.ts'

/** A strategy, and the moment at which it plays. */
export interface Written {
  play: Strategy
  /** Maps a random second to the strategy's chosen moment. */
  moment?: (second: number) => number
  /** Every turn on a new installation. */
  isFresh?: boolean
}

const minute = durationById(110) as Duration
const five = durationById(112) as Duration
const quarter = durationById(113) as Duration
const day = durationById(117) as Duration

/** Ways to beat the house that people would try. */
export const STRATEGIES: Readonly<Record<string, Written>> = {
  'always Up, for a minute': {
    play: (scene) => [{ ...some(scene), duration: minute, direction: 'up', range: 0 }],
  },
  'always Down, the far range': { play: (scene) => [{ ...some(scene), direction: 'down', range: 2 }] },
  'both directions at once': {
    play: (scene) => {
      const play = some(scene)
      return (['up', 'down'] as const).map((direction) => ({ ...play, direction, part: 0.5 }))
    },
  },
  'one stake split over the ranges': {
    play: (scene) => {
      const play = some(scene)
      return [0, 1, 2].map((range) => ({ ...play, range, part: 1 / 3 }))
    },
  },
  'with a jump, at once': { play: (scene) => afterJump(scene, 1) },
  'against a jump, at once': { play: (scene) => afterJump(scene, -1) },
  'the far range after a wild minute': { play: (scene) => afterMinute(scene, (size) => size > 1.15) },
  'the near range after a calm minute': { play: (scene) => afterMinute(scene, (size) => size < 0.85) },
  'with the trend of the last hour': {
    play: (scene) => [{ ...some(scene), direction: trend(scene, 3_600), range: 1 }],
  },
  'in the afternoon only': {
    moment: (second) => dayStart(second) + 14 * 3_600 + (second % 7_200),
    play: (scene) => [{ ...some(scene), range: 2 }],
  },
  'across midnight': {
    moment: (second) => dayStart(second) + DAY_SECONDS - 30,
    play: (scene) => [{ ...some(scene), duration: minute, direction: trend(scene, 600) }],
  },
  'just after midnight, when the day is revealed': {
    moment: (second) => dayStart(second) + 1,
    play: (scene) => [{ ...some(scene), duration: quarter, direction: trend(scene, DAY_SECONDS), range: 1 }],
  },
  'what yesterday did at this time': {
    play: (scene) => {
      const play = { ...some(scene), duration: five }
      const then = scene.now - DAY_SECONDS
      const [from, to] = scene.prices(play.product, then, then + five.seconds, five.seconds) as [
        number,
        number,
      ]
      return [{ ...play, direction: to > from ? 'up' : 'down' }]
    },
  },
  'back to the base price, over a day': {
    play: (scene) => {
      const play = { ...some(scene), duration: day, range: 0 }
      const [price] = scene.prices(play.product, scene.now, scene.now) as [number]
      return [{ ...play, direction: price > Number(play.product.base) * 1e8 ? 'down' : 'up' }]
    },
  },
  'back to the base price, on the first day': {
    isFresh: true,
    moment: (second) => FIRST_DAY * DAY_SECONDS + 60 + (second % 3_600),
    play: (scene) => {
      const play = { ...some(scene), duration: five, range: 0 }
      const [price] = scene.prices(play.product, scene.now, scene.now) as [number]
      return [{ ...play, direction: price > Number(play.product.base) * 1e8 ? 'down' : 'up' }]
    },
  },
  'the direction of the move since the quote was made': {
    play: (scene) => [{ ...some(scene), duration: minute, direction: trend(scene, 15), range: 2 }],
  },
  'what another coin just did': {
    play: (scene) => {
      const [leader] = scene.products as [Product]
      const [from, to] = scene.prices(leader, scene.now - 60, scene.now, 60) as [number, number]
      return [{ ...some(scene), duration: minute, direction: to > from ? 'up' : 'down' }]
    },
  },
  'the offer that rounding treats best': { play: (scene) => [kindest(scene)] },
  'the coin and level whose steps lie best': { play: (scene) => [coarsest(scene)] },
  'close at the first good bid': {
    play: (scene) => [
      closing(scene, five, evenly(five, 20), (value, _, stake) => value.bid * 10n > stake * 13n),
    ],
  },
  'close before it gets worse': {
    play: (scene) => [
      closing(scene, five, evenly(five, 20), (value, _, stake) => value.bid * 10n < stake * 6n),
    ],
  },
  'close inside the window, when the known ticks are against it': {
    play: (scene) => [
      closing(
        scene,
        quarter,
        [26, 21, 16, 11, 8, 6],
        (value) => value.chancePpm < 400_000 && value.chancePpm > 1_000,
      ),
    ],
  },
  'close inside the window, when the known ticks are for it': {
    play: (scene) => [closing(scene, quarter, [26, 21, 16, 11, 8, 6], (value) => value.chancePpm > 600_000)],
  },
  'take the older bid when the price has turned': {
    play: (scene) => [
      {
        ...closing(
          scene,
          minute,
          [30, 26, 22, 18, 14, 10, 6],
          (value, seen) => (seen.at(-1)?.bid ?? 0n) > value.bid,
        ),
        takesOlder: true,
      },
    ],
  },
}

/** A coin, a duration of at most 15 minutes, a direction and a range by chance. */
function some({ random, products }: Scene): Play {
  return {
    product: pick(products, random),
    duration: pick(DURATIONS.slice(0, 4), random),
    direction: random() < 0.5 ? 'up' : 'down',
    range: Math.floor(random() * 3),
  }
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T
}

function dayStart(second: number): number {
  return second - (second % DAY_SECONDS)
}

/** Plays the coin that moved most in the last three seconds. */
function afterJump(scene: Scene, sign: 1 | -1): Play[] {
  const moves = scene.products.map((product) => {
    const [from, to] = scene.prices(product, scene.now - 3, scene.now, 3) as [number, number]
    return { product, move: Math.log(to / from) / deviationOf(product) }
  })
  const { product, move } = moves.reduce((a, b) => (Math.abs(a.move) > Math.abs(b.move) ? a : b))
  return [{ product, duration: minute, direction: move * sign > 0 ? 'up' : 'down', range: 2 }]
}

/** Plays a coin whose last minute matches `wanted`; sizes are in deviations. */
function afterMinute(scene: Scene, wanted: (size: number) => boolean): Play[] {
  const play = { ...some(scene), duration: minute, range: 2 }
  const product = scene.products.find((one) => {
    const prices = scene.prices(one, scene.now - 60, scene.now)
    const squares = prices.slice(1).map((price, i) => Math.log(price / (prices[i] as number)) ** 2)
    return wanted(Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / 60) / deviationOf(one))
  })
  return [product ? { ...play, product } : play]
}

function trend(scene: Scene, seconds: number): Direction {
  const [product] = scene.products as [Product]
  const [from, to] = scene.prices(product, scene.now - seconds, scene.now, seconds) as [number, number]
  return to > from ? 'up' : 'down'
}

function evenly({ seconds }: Duration, step: number): number[] {
  return Array.from({ length: Math.floor(seconds / step) }, (_, i) => seconds - (i + 1) * step)
}

function closing(
  scene: Scene,
  duration: Duration,
  looks: readonly number[],
  takes: (value: LiveValue, seen: readonly LiveValue[], stake: bigint) => boolean,
): Play {
  return { ...some(scene), duration, range: 1, looks, takes }
}

/** Plays the offer whose rate was rounded down least. */
function kindest({ products, random }: Scene): Play {
  let best = { play: null as Play | null, back: 0 }
  for (let i = 0; i < 30; i++) {
    const [product, duration] = [pick(products, random), pick(DURATIONS.slice(0, 4), random)]
    for (const direction of ['up', 'down'] as const) {
      for (const [range, offer] of offersFor(
        direction,
        duration,
        roundedDeviation(deviationOf(product), 0),
      ).entries()) {
        const back = (offer.chancePpm / 1e6) * (1 + offer.ratePct / 100)
        if (back > best.back) best = { play: { product, duration, direction, range }, back }
      }
    }
  }
  return best.play as Play
}

/** Plays the coin with the coarsest step relative to its deviation, where the barrier lies just above a step. */
function coarsest(scene: Scene): Play {
  const rough = scene.products.map((product) => {
    const [price] = scene.prices(product, scene.now, scene.now) as [number]
    const [, near] = offersFor('up', minute, roundedDeviation(deviationOf(product), 0))
    const step = 10 ** (8 - decimalsAt(product, price / 1e8))
    const level = (price * (1 + (near?.barrierPpm ?? 0) / 1e6)) / step
    const isKind = level - Math.floor(level) > 0.5
    return { product, isKind, size: step / price / horizonDeviation(deviationOf(product), minute) }
  })
  const kind = rough.filter((one) => one.isKind)
  const best = (kind.length > 0 ? kind : rough).reduce((a, b) => (a.size > b.size ? a : b))
  return { product: best.product, duration: minute, direction: 'up', range: 1 }
}
