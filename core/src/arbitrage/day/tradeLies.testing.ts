import type { DayLie } from './toldDay.testing.ts'
import { dayReveal } from '../../market/simulated/day.ts'
import { HONEST, changed, first, leg, plus, withLeg, withThirdLeg } from './toldDay.testing.ts'
import { DAY, END, type Line, NAME, type Told, WORLD } from './toyDay.testing.ts'

/** Falsehoods about trades and the orders they consist of, and the steps that detect them. */
export const TRADE_LIES: readonly DayLie[] = [
  [
    'a profit beyond the legs',
    () => changed(2, (line) => ({ ...line, profit: plus(first.profit) }) as Line),
    ['trades'],
  ],
  [
    'a sale without a purchase',
    () => changed(2, (line) => ({ ...line, legs: first.legs.slice(1) })),
    ['trades', 'market'],
  ],
  [
    'a trade of no legs',
    () => changed(2, (line) => ({ ...line, legs: [], profit: '0' }) as Line),
    ['trades', 'market'],
  ],
  [
    'a sale of more than was bought',
    () => withLeg(1, ({ filled }) => ({ filled: plus(filled) })),
    ['trades', 'market'],
  ],
  [
    'a purchase above its limit',
    () => withLeg(0, ({ quote }) => ({ quote: plus(quote, 10_000_000_000n) })),
    ['trades', 'market'],
  ],
  ['a sale below its limit', () => withLeg(1, () => ({ quote: '100', fee: '0' })), ['trades', 'market']],
  [
    'a fill beyond the size',
    () => withLeg(0, ({ size }) => ({ size: plus(size, -1n), state: 'partial' })),
    ['trades', 'market'],
  ],
  ['a full fill called partial', () => withLeg(0, () => ({ state: 'partial' })), ['trades', 'market']],
  ['a refused order that was filled', () => withLeg(0, () => ({ state: 'refused' })), ['trades', 'market']],
  [
    'both legs at one venue',
    () => withLeg(1, () => ({ venue: first.legs[0]?.venue ?? 0 })),
    ['trades', 'market'],
  ],
  ['an order sent after the trade', () => withLeg(0, () => ({ sentAt: first.at + 1 })), ['trades', 'market']],
  [
    'a book of after the order',
    () => withLeg(0, () => ({ book: { ...leg(0).book, at: leg(0).sentAt + 1 } })),
    ['trades'],
  ],
  [
    'a trade told twice',
    () => changed(3, (line) => ({ ...first, number: line.number, at: line.at })),
    ['orders_once'],
  ],
  ['a better price', () => withLeg(1, ({ quote }) => ({ quote: plus(quote) })), ['market']],
  ['a lower fee', () => withLeg(0, ({ fee }) => ({ fee: plus(fee, -1n) })), ['market']],
  ['no fee', () => withLeg(1, () => ({ fee: '0' })), ['market']],
  ['another best bid', () => withLeg(0, ({ book }) => ({ book: { ...book, bid: ['5', '5'] } })), ['market']],
  ['an empty side', () => withLeg(0, ({ book }) => ({ book: { ...book, ask: [] } })), ['market']],
  [
    'another number of the book',
    () => withLeg(0, ({ book }) => ({ book: { ...book, seq: book.seq + 1 } })),
    ['market'],
  ],
  [
    'a reveal without a commitment',
    () => ({ market: HONEST.market.filter(({ kind }) => kind === 'reveal') }),
    ['market'],
  ],
  ['a reveal of another seed', () => ({ market: HONEST.market.map(otherSeed) }), ['market']],
  ['a commitment after the first order', () => ({ market: lateCommitment() }), ['market']],
  ['an intended trade that may lose', () => withLeg(1, () => ({ limit: '5' })), ['market']],
  ['a third leg that closes nothing', () => withThirdLeg(), ['trades', 'market']],
]

function otherSeed(entry: Told['market'][number]): Told['market'][number] {
  if (entry.kind !== 'reveal' || entry.day !== NAME) return entry
  return { ...entry, seed: dayReveal(WORLD.dayFacts(DAY + 1)).seed }
}

function lateCommitment(): Told['market'] {
  return HONEST.market.map((one) => (one.kind === 'day' && one.day === NAME ? { ...one, at: END - 1 } : one))
}
