import { expect, test } from 'vitest'
import type { Tick } from '../market/fixing.ts'
import { decideLine, type LoggedTicks } from './decideLine.ts'
import type { OrderLine } from './recordLine.ts'
import { toyLine } from './toyRecord.testing.ts'

const DUE = 1_795_219_260_000
/** One tick a second from a minute before the due second on, numbered by second; the price is 100 and rises in the window. */
const TICKS: Tick[] = Array.from({ length: 64 }, (_, i) => ({
  seq: 700 + i,
  atMs: DUE - 60_000 + 1_000 * i,
  price: i < 58 ? 100n : BigInt(100 + i - 57),
}))

function logOf(ticks: readonly Tick[], readFromMs = 0): LoggedTicks {
  return {
    tick: (pid, seq) => (pid === 1 ? (ticks.find((one) => one.seq === seq) ?? null) : null),
    between: (pid, from, to) =>
      from < readFromMs ? null : ticks.filter((one) => pid === 1 && one.atMs >= from && one.atMs <= to),
  }
}

const WON = toyLine({ due: DUE, entrySeq: 700, exitSeq: 759 })

test.each<[string, OrderLine, string]>([
  ['a win', WON, 'holds'],
  ['a win told as a loss', { ...toyLine({ ...WON, outcome: 'lost' }) }, 'wrong_outcome'],
  ['a direction turned', { ...WON, direction: 'down' }, 'wrong_outcome'],
  ['a barrier moved', { ...WON, barrierPpm: 900_000 }, 'wrong_outcome'],
  ['another settlement tick', { ...WON, exitSeq: 758 }, 'wrong_exit'],
  [
    'a void order whose prices are in the log',
    toyLine({ due: DUE, entrySeq: 700, outcome: 'void', exitSeq: 0 }),
    'wrong_exit',
  ],
  ['a void order that names its settlement tick', { ...WON, outcome: 'void' }, 'wrong_exit'],
  ['an order without an entry price', toyLine({ due: DUE, outcome: 'void', entrySeq: 0 }), 'unread'],
  ['an entry price 3 s after its second', { ...WON, entrySeq: 703 }, 'holds'],
  ['an entry price 4 s after its second', { ...WON, entrySeq: 704 }, 'wrong_entry'],
  ['an entry price long after its second', { ...WON, entrySeq: 710 }, 'wrong_entry'],
  ['an entry before acceptance', { ...WON, entrySeq: 699 }, 'wrong_entry'],
  ['a coin without prices', { ...WON, pid: 2 }, 'wrong_entry'],
  ['a duration that is not offered', { ...WON, duration: 61 }, 'unknown_duration'],
  ['an order closed early', toyLine({ due: DUE, entrySeq: 700, outcome: 'closed' }), 'unread'],
])('%s is recomputed from the log', (_what, line, found) => {
  expect(decideLine(line, logOf(TICKS))).toBe(found)
})

test('without its ticks an order is not judged', () => {
  expect(decideLine(WON, logOf(TICKS, DUE))).toBe('unread')
})

test('a void order holds when the log lacks its settlement prices', () => {
  const thin = TICKS.filter((one) => one.seq < 758)
  const line = toyLine({ due: DUE, entrySeq: 700, outcome: 'void' })
  expect(decideLine(line, logOf(thin))).toBe('holds')
  expect(decideLine(WON, logOf(thin))).toBe('wrong_exit')
})
