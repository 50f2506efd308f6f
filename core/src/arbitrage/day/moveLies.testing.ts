import type { DayLie } from './toldDay.testing.ts'
import type { YieldEntry } from '../../log/log.ts'
import type { ArrivalLine, MoveLine } from '../evidence.ts'
import { applyLine, openingHoldings, readHeld } from '../holdings.ts'
import {
  ARRIVED,
  DAWN,
  HONEST,
  LAST,
  LINES,
  MIDDLE,
  UNDER_WAY,
  arrivalOf,
  before,
  changed,
  dawn,
  moved,
  plus,
  renumbered,
  told,
} from './toldDay.testing.ts'
import { DAY, type Line, type Told, entryOf, moveLine } from './toyDay.testing.ts'
import { paidTexts, toyOrders } from './toyHosts.testing.ts'

/** Falsehoods about what the venues hold and what moves between them, and the steps that detect them. */
export const MOVE_LIES: readonly DayLie[] = [
  [
    'a move to where it was',
    () => moved(MIDDLE, { to: (LINES[MIDDLE] as MoveLine).from }),
    ['trades', 'moves'],
  ],
  [
    'a move that cost too little',
    () => changed(MIDDLE, (line) => ({ ...line, cost: '1' }) as Line),
    ['market'],
  ],
  ['holdings that a coin is missing from', () => holding(4, 4, -1n), ['holdings']],
  ['more USDT taken from a venue than the day earned', () => holding(3, 1, -1n), ['holdings']],
  ['USDT that came to a venue from nowhere', () => holding(2, 1, 1n), ['holdings']],
  ['holdings of four venues', () => told({ held: fourVenues() }), ['holdings']],
  ['losses that the day before forgot', () => forgottenBefore(), ['holdings']],
  [
    'a move that no venue needed',
    () => moved(MIDDLE, { from: 4, to: 1, currency: 3, amount: '500', cost: '100000001' }),
    ['moves'],
  ],
  ['a needed move made twice', () => movedTwice(), ['moves', 'arrivals']],
  ['a move of more than was needed', () => moved(DAWN, { amount: plus(dawn.amount, 5n) }), ['moves']],
  ['a move of less than was needed', () => moved(DAWN, { amount: plus(dawn.amount, -5n) }), ['moves']],
  ['a move from a venue that has less', () => moved(DAWN, { from: 3 }), ['moves']],
  ['a move of USDT that cost more', () => moved(DAWN, { cost: plus(dawn.cost) }), ['moves']],
  ['a second move of a currency under way', () => movedAgain(), ['arrivals']],
  ['an arrival at another venue', () => arriving({ to: 5 }), ['arrivals']],
  ['an arrival from another venue', () => arriving({ from: 3 }), ['arrivals']],
  ['an arrival where it was', () => arriving({ to: 1 }), ['trades', 'arrivals']],
  ['an arrival of another currency', () => arriving({ currency: 3 }), ['arrivals']],
  ['an arrival of more than was sent', () => arriving({ amount: plus(UNDER_WAY.amount) }), ['arrivals']],
  ['the arrival of a move that there was not', () => arriving({ move: 5 }), ['arrivals']],
  [
    'a move that arrives twice',
    () => renumbered((lines) => lines.toSpliced(ARRIVED, 0, lines[ARRIVED] as Line), 1),
    ['arrivals'],
  ],
  ['a move that arrived before it was decided', () => arrivedBefore(), ['moves', 'arrivals']],
  ['silence about a move under way', () => told({ moving: [] }), ['arrivals']],
  ['an arrived move as under way', () => told({ moving: [UNDER_WAY, ...HONEST.entry.moving] }), ['arrivals']],
  [
    'a move under way to another venue',
    () => told({ moving: HONEST.entry.moving.map((one) => ({ ...one, to: 2 })) }),
    ['arrivals'],
  ],
  [
    'an arrival other than the day before had under way',
    () => ({ before: before({ moving: [{ ...UNDER_WAY, to: 2 }] }) }),
    ['arrivals'],
  ],
  [
    'a day before silent about a move under way',
    () => ({ before: before({ moving: [] }) }),
    ['holdings', 'arrivals'],
  ],
  [
    'a move that cost too much',
    () => changed(MIDDLE, (line) => ({ ...line, cost: '210000000' }) as Line),
    ['market'],
  ],
]

/** Moves the same amount twice to a venue that needed it once. */
function movedTwice(): Partial<Told> {
  return renumbered((lines) => lines.with(MIDDLE, { ...dawn, at: lines[MIDDLE]?.at ?? 0 }))
}

/** Moves USDT to the second venue once more, by the rule for what the venues hold, while the first such move is under way. */
function movedAgain(): Partial<Told> {
  return renumbered((lines) => {
    const held = readHeld(HONEST.before?.held ?? {}) ?? openingHoldings()
    applyLine(held, dawn)
    return lines.toSpliced(DAWN + 1, 0, moveLine(held, { to: 2, currency: 1, at: dawn.at, number: 999 }))
  }, 1)
}

/** The day with a changed arrival. */
function arriving(change: Partial<ArrivalLine>): Partial<Told> {
  return changed(ARRIVED, (line) => ({ ...line, ...change }) as Line)
}

/** Another currency's move, told as arrived a line before it was decided. */
function arrivedBefore(): Partial<Told> {
  return renumbered((lines) => {
    const last = lines[LAST] as MoveLine
    return lines.toSpliced(LAST, 1, arrivalOf(last, last.at), last)
  }, 1)
}

/** The day with `more` of a currency in a venue's closing holdings. */
function holding(venue: number, currency: number, more: bigint): Partial<Told> {
  const { held } = HONEST.entry
  const units = plus(held[venue]?.[currency] ?? '', more)
  return told({ held: { ...held, [venue]: { ...held[venue], [currency]: units } } })
}

function fourVenues(): YieldEntry['held'] {
  return Object.fromEntries(Object.entries(HONEST.entry.held).filter(([venue]) => venue !== '5'))
}

/** Hides the previous day's losses while the venues' holdings still show them; everything else is made to fit. */
function forgottenBefore(): Partial<Told> {
  const earlier = before({ carried: '0', profit: '0' })
  const { pool } = entryOf({ ...HONEST, before: earlier }, '0')
  const payouts = paidTexts(toyOrders(DAY), BigInt(pool))
  return { before: earlier, payouts, entry: entryOf({ ...HONEST, before: earlier, payouts }, '0') }
}
