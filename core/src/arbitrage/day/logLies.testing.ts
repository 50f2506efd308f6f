import type { DayLie } from './toldDay.testing.ts'
import type { DayStepName } from './checkDay.ts'
import {
  FIRST,
  HONEST,
  LAST,
  before,
  changed,
  forgotten,
  renumbered,
  retold,
  told,
} from './toldDay.testing.ts'
import { DAY, END, NONE, START, type Told, honestDay, loggedLines, rootOf } from './toyDay.testing.ts'

const ALL_OF_ENTRY: DayStepName[] = [
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

/** Falsehoods about which lines the day has and about their entries in the log, and the steps that detect them. */
export const LOG_LIES: readonly DayLie[] = [
  ['the yield of another day', () => told({ day: '2026-11-20' }), ALL_OF_ENTRY],
  ['a day closed before its end', () => told({ at: END - 1 }), ALL_OF_ENTRY],
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
  ['the entry of another day as the one before', () => told({ before: 3 }), ['day_logged']],
  ['a first day after that of the log’s first entry', () => laterStart(), ['day_logged']],
]

/** A log that began the day before its first day was closed. */
function laterStart(): Told {
  const day = honestDay([], { day: DAY, first: 1, carried: '0', isFirst: true })
  return { ...day, startsAt: START - 1 }
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
