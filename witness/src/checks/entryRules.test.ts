import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import { appendLeaf, EMPTY_EDGE } from '@tickmark/core/log/tree/tree'
import { NO_WITHDRAWALS } from '@tickmark/core/log/withdrawals'
import { dayOfName } from '@tickmark/core/market/simulated/prices'
import { expect, test } from 'vitest'
import { type Followed, NOTHING, takeEntry } from '../entries.ts'
import { nodeCrypto } from '../nodeCrypto.ts'
import { NO_PROGRAMME } from './programme.ts'
import { NO_RECORDS } from './records.ts'

const TODAY = '2026-11-21'
const BEGIN = (dayOfName(TODAY) ?? 0) * 86_400_000
const END = BEGIN + 86_400_000
const TOMORROW = '2026-11-22'
const [H, OTHER] = ['ab'.repeat(32), 'cd'.repeat(32)]

/** A log of four entries, whose newest one is of noon. */
const NOON = BEGIN + 43_200_000
const KNOWN: Followed = {
  ...NOTHING,
  edge: [0, 1, 2, 3].reduce((edge) => appendLeaf(edge, new Uint8Array(32), nodeCrypto.sha256), EMPTY_EDGE),
  keys: ENTRY_OF.keys,
  lastAt: NOON,
  lastTickAt: NOON,
}

/** What the witness says of the next entry: its problem, or null when it is taken. */
function said(known: Partial<Followed>, entry: LogEntry): string | null {
  const taken = takeEntry({ ...KNOWN, ...known }, entryBody(entry))
  return taken.ok ? null : taken.problem
}

const tick = (at: number): LogEntry => ({ ...ENTRY_OF.tick, at })
const day = (name: string, at = NOON): LogEntry => ({ ...ENTRY_OF.day, at, day: name })
const list = { at: NOON, count: 2, first: 8, last: 9 }
const programme = { ...NO_PROGRAMME, start: TODAY, due: TODAY, logged: 7, stated: 7 }
const records = { ...NO_RECORDS, next: TODAY }
const open = (name: string, isBegun = true) => ({
  day: name,
  commit: H,
  start: isBegun ? KNOWN.edge : null,
})
const RULES = [{ seq: 2, from: BEGIN }]

test.each<[what: string, known: Partial<Followed>, entry: LogEntry, problem: string | null]>([
  ['an entry of the same moment', {}, { ...ENTRY_OF.release, at: NOON }, null],
  ['an earlier one', {}, { ...ENTRY_OF.release, at: NOON - 1 }, 'time_runs_back'],
  ['an entry further on', {}, { ...ENTRY_OF.release, at: NOON, seq: 6 }, 'wrong_place'],
  ['an entry told again', {}, { ...ENTRY_OF.release, at: NOON, seq: 4 }, 'wrong_place'],
  ['a tick of the same moment', {}, tick(NOON), 'time_runs_back'],
  ['a tick a second later', {}, tick(NOON + 1_000), null],
  ['the last tick that a missing record allows', { records: { ...records, ticks: 21_599 } }, tick(END), null],
  ['a tick after it', { records: { ...records, ticks: 21_600 } }, tick(END), 'unrecorded'],
  [
    'the last tick that a missing share allows',
    { programme: { ...programme, ticks: 21_599 } },
    tick(END),
    null,
  ],
  ['a tick after that', { programme: { ...programme, ticks: 21_600 } }, tick(END), 'unshared'],
  ['trades that follow', { programme }, { ...ENTRY_OF.trades, ...list }, null],
  ['trades that do not', { programme }, { ...ENTRY_OF.trades, ...list, first: 7 }, 'wrong_trades'],
  ['statements that follow', { programme }, { ...ENTRY_OF.hostings, ...list }, null],
  ['statements that do not', { programme }, { ...ENTRY_OF.hostings, ...list, last: 10 }, 'wrong_hostings'],
  ['the first version of a product', {}, { ...ENTRY_OF.product, at: NOON }, null],
  ['a later one', {}, { ...ENTRY_OF.product, at: NOON, version: 2 }, 'wrong_product'],
  ['a share that does not follow', { programme }, { ...ENTRY_OF.yield, at: END }, 'wrong_yield'],
  ['promises that follow', {}, { ...ENTRY_OF.withdrawals, at: NOON, count: 2, first: 1, last: 2 }, null],
  ['promises that do not', {}, { ...ENTRY_OF.withdrawals, ...list }, 'wrong_withdrawals'],
  ['an end of nothing', {}, { ...ENTRY_OF.withdrawn, at: NOON, first: 1 }, 'wrong_withdrawals'],
  ['a record of the day, at its end', { records, rules: RULES }, { ...ENTRY_OF.record, at: END }, null],
  ['one before its end', { records, rules: RULES }, { ...ENTRY_OF.record, at: END - 1 }, 'wrong_record'],
  [
    'one of another day',
    { records: { ...records, next: '2026-11-20' }, rules: RULES },
    { ...ENTRY_OF.record, at: END },
    'wrong_record',
  ],
  [
    'one of older rules',
    { records, rules: [...RULES, { seq: 3, from: END }] },
    { ...ENTRY_OF.record, at: END },
    'hidden_rules',
  ],
  ['the next day’s commitment', { days: [open(TODAY)] }, day(TOMORROW), null],
  ['the same day’s', { days: [open(TOMORROW, false)] }, day(TOMORROW), 'late_commitment'],
  ['one at the day’s first tick', { lastTickAt: END, lastAt: END }, day(TOMORROW, END), 'late_commitment'],
  ['one at the last tick before', { lastTickAt: END - 1, lastAt: END - 1 }, day(TOMORROW, END), null],
  [
    'a tick of a day without commitment',
    { commits: true, days: [open(TODAY)] },
    tick(END),
    'uncommitted_day',
  ],
  [
    'a tick in the last moment for a reveal',
    { commits: true, days: [open(TODAY), open(TOMORROW)] },
    tick(END + 3_599_000),
    null,
  ],
  [
    'a tick after it',
    { commits: true, days: [open(TODAY), open(TOMORROW)] },
    tick(END + 3_600_000),
    'unrevealed',
  ],
  ['actions under another head', {}, { ...ENTRY_OF.actions, at: NOON }, null],
])('of the next entry of a log, %s is taken or named as what it breaks', (_, known, entry, problem) => {
  expect(said(known, entry)).toBe(problem)
})

const after = (known: Partial<Followed>, entry: LogEntry) => {
  const taken = takeEntry({ ...KNOWN, ...known }, entryBody(entry))
  if (!taken.ok) throw new Error(taken.problem)
  return taken
}

test('a taken entry lengthens the log by one, and gives its time', () => {
  const { next } = after({}, { ...ENTRY_OF.release, at: NOON + 7 })
  expect([next.edge.size, next.lastAt, next.lastTickAt]).toEqual([5, NOON + 7, NOON])
  expect(after({}, tick(NOON + 1_000)).next.lastTickAt).toBe(NOON + 1_000)
})

test('the first tick of a committed day marks its start, and later ones leave it there', () => {
  const known = { days: [open(TODAY), open(TOMORROW, false)], commits: true }
  const { next } = after(known, tick(END))
  expect(next.days).toEqual([open(TODAY), open(TOMORROW)])
  expect(after(next, { ...tick(END + 1_000), seq: 6 }).next.days).toEqual(next.days)
  expect(after(known, tick(END - 1_000)).next.days).toEqual(known.days)
})

test('a commitment opens a day, after which every tick needs one', () => {
  const { next } = after({ days: [open(TODAY)] }, day(TOMORROW))
  expect(next.days).toEqual([open(TODAY), { ...open(TOMORROW, false) }])
  expect(next.commits).toBe(true)
})

test('a head of actions, an audit and rules are what the next ones are compared with', () => {
  expect(after({}, { ...ENTRY_OF.actions, at: NOON, head: OTHER }).next.actions).toEqual({
    count: 3,
    head: OTHER,
  })
  const { size, until, whole } = ENTRY_OF.audited
  const audited = after({ lastAt: BEGIN }, ENTRY_OF.audited).next.audited
  expect(audited).toEqual({ size, until, whole })
  const { next } = after({ lastAt: BEGIN }, { ...ENTRY_OF.rules, at: BEGIN, from: END })
  expect(next.rules).toEqual([{ seq: 5, from: END }])
})

test('a record frees the day after it, and is compared with what was logged until then', () => {
  const withdrawals = { ...NO_WITHDRAWALS, paid: [{ day: TODAY, times: [5] }] }
  const known = { records: { ...records, ticks: 9 }, rules: RULES, withdrawals }
  const { next, recorded } = after(known, { ...ENTRY_OF.record, at: END })
  expect(next.records).toMatchObject({ next: TOMORROW, ticks: 0 })
  expect(recorded?.withdrawals).toEqual(withdrawals)
  expect(next.withdrawals.paid).toEqual([])
})
