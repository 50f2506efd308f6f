import { expect, test } from 'vitest'
import { asciiBytes, hexOf } from '../../bytes.ts'
import { DAY_SECONDS, masterWorld } from '../../market/simulated/prices.ts'
import { crypto } from '../../receipts/nodeCrypto.testing.ts'
import { simulatedBook, trueBook } from './book.ts'
import { simulatedArrival, simulatedFill } from './fill.ts'
import { simulatedState } from './state.ts'
import { TRADED_PIDS, VENUES } from './venues.ts'
import { weatherOf, STEP_MS } from './gap.ts'
import { simulatedWorld } from './world.ts'

const FIRST_DAY = 20_000
const DAY_MS = DAY_SECONDS * 1000
const world = simulatedWorld(masterWorld(new Uint8Array(32).fill(7), FIRST_DAY, crypto.sha256))

/** Moments spread over a usual and a rough day, none of them on a round second. */
const MOMENTS = [0, 2].flatMap((day) =>
  Array.from({ length: 24 }, (_, i) => (FIRST_DAY + day) * DAY_MS + i * 3_571_317 + 1_113),
)
/** The first moments of each state of each venue, on the same grid in which a book changes. */
function incidents(): number[] {
  return VENUES.flatMap(({ venue }) => {
    const states = new Map<string, number>()
    for (let ms = 0; ms < DAY_MS; ms += 2_000) {
      const atMs = FIRST_DAY * DAY_MS + ms
      const { state, sinceMs } = simulatedState(world, venue, atMs)
      if (!states.has(state)) states.set(state, sinceMs)
    }
    return [...states.values()]
  })
}

function digestOf(values: readonly unknown[]): string {
  const text = JSON.stringify(values, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return hexOf(crypto.sha256(asciiBytes(text)))
}

/** Every reader of a revealed day recomputes its trades, also years later: no change of this code may change any of these. */
test.each<[what: string, values: () => unknown[], digest: string]>([
  ['venue', () => [...VENUES], '122e11e0b4e32b78a1d5afbb113371c44ffc5c5701bd4e797cbfa7cd9289410b'],
  [
    'kind of day',
    () => Array.from({ length: 60 }, (_, i) => weatherOf(world.draws(FIRST_DAY + i))),
    'cfc0c09736a8cb1b12ed9fa260f471eb12b827719dea6ce52a32dcaf8fb69ee4',
  ],
  [
    'incident',
    () => incidents().map((ms) => ms - FIRST_DAY * DAY_MS),
    '503640007779370e70a4a130675aed93f792e20f22e8391ccf9eb2247cd450fb',
  ],
  [
    'shown book',
    () =>
      [...MOMENTS, ...incidents().flatMap((ms) => [ms - 1, ms + STEP_MS])].flatMap((atMs, i) =>
        VENUES.map(({ venue }) =>
          simulatedBook(world, venue, TRADED_PIDS[i % TRADED_PIDS.length] ?? 1, atMs),
        ),
      ),
    'a62c6eb64f16bf06fc48398c55c59bd860c6493327fbea3960eac47eda9f67f6',
  ],
  [
    'fill',
    () =>
      [...MOMENTS, ...incidents().map((ms) => ms + 1_000)].flatMap((atMs, i) =>
        VENUES.map(({ venue }) => {
          const [pid, side] = [
            TRADED_PIDS[i % TRADED_PIDS.length] ?? 1,
            i % 2 === 0 ? 'buy' : 'sell',
          ] as const
          const id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`
          const book = trueBook(world, venue, pid, simulatedArrival(world, id, atMs))
          const level = (side === 'buy' ? book.asks : book.bids)[1]
          const order = {
            id,
            venue,
            pid,
            side,
            limit: level?.price ?? 0n,
            size: (level?.size ?? 0n) * BigInt(i % 5),
          }
          return simulatedFill(world, order, atMs)
        }),
      ),
    'c530a4e9b2cb96d6aa91a8bd719173b6399cbe771584eb4246fa8425ccbfb22c',
  ],
])('every %s of a known seed is what it always was', (_, values, digest) => {
  expect(digestOf(values())).toBe(digest)
})
