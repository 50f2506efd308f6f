import { expect, test } from 'vitest'
import type { Tick } from '../market/fixing.ts'
import { decideRefused } from './decideRefused.ts'
import type { RefusedLine } from './refusedLine.ts'
import { toyRefused } from './toyRecord.testing.ts'

const DUE = 1_795_219_260_000
const ENTRY = DUE - 60_000
/** One tick a second from five seconds before the entry second on; the price is 100, and 103 from the window on. */
const TICKS: Tick[] = Array.from({ length: 70 }, (_, i) => {
  const atMs = ENTRY - 5_000 + 1_000 * i
  return { seq: 700 + i, atMs, price: atMs > DUE - 3_000 ? 103n : atMs < ENTRY ? 90n : 100n }
})

function decide(line: Partial<RefusedLine>, ticks: readonly Tick[] = TICKS, readFromMs = 0) {
  return decideRefused(toyRefused({ due: DUE, ...line }), {
    between: (pid, from, to) =>
      from < readFromMs ? null : ticks.filter((one) => pid === 1 && one.atMs >= from && one.atMs <= to),
  })
}

const without = (...times: number[]) => TICKS.filter((one) => !times.includes(one.atMs))
const SECONDS = [0, 1, 2, 3].map((i) => ENTRY + 1_000 * i)

test.each<[what: string, found: ReturnType<typeof decide>, expected: string | null]>([
  ['up', decide({}), 'won'],
  ['down', decide({ direction: 'down' }), 'lost'],
  ['up beyond a barrier that the price misses', decide({ barrierPpm: 30_000 }), 'lost'],
  ['up beyond a barrier that it passes', decide({ barrierPpm: 29_999 }), 'won'],
  [
    'at the same price',
    decide(
      {},
      TICKS.map((one) => ({ ...one, price: 100n })),
    ),
    'tied',
  ],
  ['whose entry second has no tick', decide({ barrierPpm: 29_999 }, without(ENTRY)), 'won'],
  ['without a tick for three seconds', decide({}, without(...SECONDS)), 'void'],
  ['without the settlement window', decide({}, without(DUE, DUE - 1_000)), 'void'],
  ['on a coin without prices', decide({ pid: 2 }), 'void'],
  ['of no duration that is offered', decide({ duration: 61 }), null],
  ['whose ticks were not read', decide({}, TICKS, ENTRY + 1), null],
])('a refused order %s', (_, found, expected) => {
  expect(found).toBe(expected)
})
