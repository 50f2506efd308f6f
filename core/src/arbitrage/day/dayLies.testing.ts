import type { YieldEntry } from '../../log/log.ts'
import { dayReveal } from '../../market/simulated/day.ts'
import type { DayStepName } from './checkDay.ts'
import type { ArrivalLine, MoveLine, PayoutLine } from '../evidence.ts'
import { applyLine, openingHoldings, readHeld } from '../holdings.ts'
import { lineText } from '../readLines.ts'
import {
  ARRIVED,
  CARRIED,
  DAWN,
  FIRST,
  HONEST,
  LAST,
  LINES,
  MIDDLE,
  POOL,
  UNDER_WAY,
  arrivalOf,
  before,
  changed,
  dawn,
  first,
  leg,
  moved,
  paying,
  plus,
  renumbered,
  retold,
  told,
  withLeg,
  withThirdLeg,
} from './toldDay.testing.ts'
import {
  DAY,
  END,
  type Line,
  NAME,
  NONE,
  START,
  type Told,
  WORLD,
  entryOf,
  honestDay,
  loggedLines,
  moveLine,
  rootOf,
} from './toyDay.testing.ts'
import { paidTexts, toyOrders } from './toyHosts.testing.ts'

/** Falsehoods signed by the house, and the steps that detect them. */
export const DAY_LIES: readonly [what: string, told: () => Partial<Told>, steps: DayStepName[]][] = [
  ['the yield of another day', () => told({ day: '2026-11-20' }), [...ALL_OF_ENTRY()]],
  ['a day closed before its end', () => told({ at: END - 1 }), [...ALL_OF_ENTRY()]],
  [
    'no day before it',
    () => ({ ...forgotten(), before: null }),
    ['day_logged', 'holdings', 'moves', 'arrivals', 'earlier_lines', 'hostings', 'hostings_logged', 'hosts'],
  ],
  [
    'a day before that counted other lines',
    () => ({ before: before({ last: FIRST - 2, first: 1 }) }),
    ['day_logged'],
  ],
  ['a day before that was logged after it', () => ({ before: before({ at: END + 61_000 }) }), ['day_logged']],
  [
    'a line left out',
    () => retold((lines) => lines.toSpliced(3, 1)),
    ['lines', 'lines_logged', 'lines_root'],
  ],
  [
    'a line left out, with one of the next day in its place',
    () => renumbered((lines) => lines.toSpliced(3, 1)),
    ['lines', 'market'],
  ],
  [
    'a number twice',
    () => changed(4, (line) => ({ ...line, number: line.number - 1 })),
    ['lines', 'lines_logged'],
  ],
  [
    'a trade of the day before',
    () => changed(2, (line) => ({ ...line, at: START - 1 })),
    ['lines', 'trades'],
  ],
  ['a line of the next day', () => changed(LAST, (line) => ({ ...line, at: END })), ['lines', 'market']],
  ['times that run back', () => changed(4, (line) => ({ ...line, at: END - 1 })), ['lines', 'lines_logged']],
  [
    'a line in other words',
    () => spelled((text) => text.replace('"v":1', '"v": 1')),
    ['lines', 'lines_logged', 'lines_root', 'holdings', 'arrivals', 'profit'],
  ],
  ['lines that the log does not have', () => ({ logged: HONEST.logged.slice(0, -1) }), ['lines_logged']],
  [
    'an entry with another root',
    () => ({ logged: HONEST.logged.map((one) => ({ ...one, root: NONE })) as never }),
    ['lines_logged'],
  ],
  ['lines logged before they ended', () => ({ logged: early() }), ['lines_logged']],
  ['lines logged after the day was closed', () => ({ logged: late() }), ['lines_logged', 'lines_in_time']],
  [
    'lines logged twice',
    () => ({ logged: [...HONEST.logged, ...HONEST.logged.slice(-1)] }),
    ['lines_logged'],
  ],
  ['another root of the lines', () => told({ trades: NONE }), ['lines_root']],
  ['a root of more lines than it counts', () => told({ trades: rootOf(HONEST.texts) }), ['lines_root']],
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
    'a move to where it was',
    () => moved(MIDDLE, { to: (LINES[MIDDLE] as MoveLine).from }),
    ['trades', 'moves'],
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
  ['the entry of another day as the one before', () => told({ before: 3 }), ['day_logged']],
  ['a first day after that of the log’s first entry', () => laterStart(), ['day_logged']],
  ['a larger profit', () => ({ ...profitable() }), ['holdings', 'profit']],
  ['losses forgotten', () => forgotten(), ['holdings', 'pool']],
  ['losses not carried on', () => told({ carried: '-1' }), ['pool']],
  [
    'a payout of another day',
    () => paying((all) => all.with(0, (all[0] ?? '').replace(NAME, '2026-11-20'))),
    ['payout_lines'],
  ],
  ['payouts in another order', () => paying((all) => all.toReversed()), ['payout_lines']],
  [
    'a payout told twice',
    () => paying((all) => all.toSpliced(1, 0, all[0] ?? '')),
    ['payout_lines', 'hosts'],
  ],
  ['an order in both books', () => inBoth(), ['payout_lines', 'hosts']],
  [
    'a payout in other words',
    () => paying((all) => all.with(0, (all[0] ?? '').replace('"v":1', '"v": 1'))),
    ['payout_lines', 'hosts'],
  ],
  [
    'two upper yields in one version',
    () => paying((all) => all.with(1, (all[1] ?? '').replace('"mid":5', '"mid":1'))),
    ['products', 'hosts'],
  ],
  [
    'a move that cost too much',
    () => changed(MIDDLE, (line) => ({ ...line, cost: '210000000' }) as Line),
    ['market'],
  ],
  ['an intended trade that may lose', () => withLeg(1, () => ({ limit: '5' })), ['market']],
  ['a third leg that closes nothing', () => withThirdLeg(), ['trades', 'market']],
  ['another root of the payouts', () => told({ payouts: NONE }), ['payouts_root']],
  ['a payout beyond its share', () => paying((all) => all.with(0, amounting(all[0] ?? '', 1n))), ['payouts']],
  ['a payout below its share', () => paying((all) => all.with(4, amounting(all[4] ?? '', -1n))), ['payouts']],
  [
    'a payout beyond its upper yield',
    () => paying((all) => all.with(2, (all[2] ?? '').replace('"upperPpm":"9"', '"upperPpm":"8"'))),
    ['products', 'hosts', 'payouts'],
  ],
  [
    'a host who got all',
    () =>
      paying(() => [
        lineText({ ...(toyOrders(DAY)[0] as PayoutLine), upperPpm: '1000000', amount: String(POOL * 2n) }),
      ]),
    ['products', 'hosts', 'payouts', 'sums'],
  ],
  [
    'a smaller number of hosts',
    () => told({ real: [2, HONEST.entry.real[1], HONEST.entry.real[2]] }),
    ['sums'],
  ],
  ['another sum of principal', () => told({ real: [3, '5', HONEST.entry.real[2]] }), ['sums']],
  ['another sum of payouts', () => told({ simulated: [2, HONEST.entry.simulated[1], '5'] }), ['sums']],
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

/** A log that began the day before its first day was closed. */
function laterStart(): Told {
  const day = honestDay([], { day: DAY, first: 1, carried: '0', isFirst: true })
  return { ...day, startsAt: START - 1 }
}

function ALL_OF_ENTRY(): DayStepName[] {
  return [
    'day_logged',
    'lines',
    'lines_logged',
    'lines_root',
    'holdings',
    'arrivals',
    'profit',
    'pool',
    'hostings',
    'hostings_logged',
    'products',
    'hosts',
    'payouts_root',
    'payouts',
    'sums',
  ]
}

function spelled(change: (text: string) => string): Partial<Told> {
  const texts = HONEST.texts.map((text, i) => (i === 1 ? change(text) : text))
  const counted = texts.slice(1, -1)
  const entries = HONEST.logged.map((one) => {
    if (one.kind !== 'trades') return one
    return loggedLines(texts.slice(one.first - FIRST + 1, one.last - FIRST + 2), one.at, one.first)
  })
  return { texts, logged: entries, entry: { ...HONEST.entry, trades: rootOf(counted) } }
}

function early(): Told['logged'] {
  return HONEST.logged.map((one, i) => (i === 1 ? { ...one, at: one.at - 2_000 } : one))
}

function late(): Told['logged'] {
  return HONEST.logged.map((one) => ({ ...one, at: END + 61_000 }))
}

function otherSeed(entry: Told['market'][number]): Told['market'][number] {
  if (entry.kind !== 'reveal' || entry.day !== NAME) return entry
  return { ...entry, seed: dayReveal(WORLD.dayFacts(DAY + 1)).seed }
}

function lateCommitment(): Told['market'] {
  return HONEST.market.map((one) => (one.kind === 'day' && one.day === NAME ? { ...one, at: END - 1 } : one))
}

/** More profit than the lines have, with all dependent figures made to fit. */
function profitable(): Partial<Told> {
  const profit = plus(HONEST.entry.profit, 1_000n)
  const pool = String((BigInt(profit) + BigInt(CARRIED)) / 2n)
  const payouts = paidTexts(toyOrders(DAY), BigInt(pool))
  const { real, simulated } = entryOf({ ...HONEST, payouts }, CARRIED)
  return { payouts, entry: { ...HONEST.entry, profit, pool, payouts: rootOf(payouts), real, simulated } }
}

function forgotten(): Partial<Told> {
  const entry = entryOf(HONEST, '0')
  const payouts = paidTexts(toyOrders(DAY), BigInt(entry.pool))
  return { payouts, entry: entryOf({ ...HONEST, payouts }, '0') }
}

function inBoth(): Partial<Told> {
  const orders = toyOrders(DAY).map((one, i, all) => (i === 3 ? { ...one, order: all[0]?.order ?? '' } : one))
  return paying(() => paidTexts(orders, POOL))
}

function amounting(text: string, more: bigint): string {
  return text.replace(/"amount":"(\d+)"/, (_, amount: string) => `"amount":"${plus(amount, more)}"`)
}
