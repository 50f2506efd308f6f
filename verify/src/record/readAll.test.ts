import { RULES_PACE_MS } from '@tickmark/core/log/announced'
import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import { treeOfEntries } from '@tickmark/core/log/tree/tree.testing'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { expect, test } from 'vitest'
import { nodeCrypto } from '../crypto/nodeCrypto.ts'
import { houseWith } from '../toyHouse.testing.ts'
import { readAll } from './readAll.ts'

const DAY = '2026-11-22'
const AT = Date.parse(`${DAY}T00:00:00Z`)
const PAST_A_BUNDLE = 300

type Draft = LogEntry extends infer Entry ? (Entry extends LogEntry ? Omit<Entry, 'seq'> : never) : never

const rules = (before: number, from = 0): Draft => {
  return { kind: 'rules', at: AT, from: AT + from * RULES_PACE_MS, before, rules: PRESENT_RULES }
}
const record = (newest: number): Draft => {
  return { kind: 'record', at: AT, day: DAY, orders: 0, withdrawals: 0, root: 'ab'.repeat(32), rules: newest }
}
const promises: Draft = {
  kind: 'withdrawals',
  at: AT,
  count: 2,
  first: 1,
  last: 2,
  root: 'ab'.repeat(32),
}
const paid = (promise: number, first = promise, tx = `0x${'a'.repeat(63)}${promise}`): Draft => {
  return { kind: 'withdrawn', at: AT, first, ends: [{ promise, end: 'paid', tx }] }
}
const others = Array.from({ length: PAST_A_BUNDLE }, (): Draft => ({
  kind: 'actions',
  at: AT,
  count: 1,
  head: 'ab'.repeat(32),
}))

/** Reads a log of these entries, of which the house serves the bundles that `lie` makes. */
function read(
  drafts: readonly Draft[],
  lie?: (n: number, bodies: string[]) => string[],
  times: readonly number[] = [],
) {
  const entries = drafts.map((one, i) => ({ ...one, seq: i + 1 }))
  const size = entries.length
  const root = treeOfEntries(entries.map(entryBody), nodeCrypto.sha256).root(size)
  return readAll(houseWith(entries, lie ? { lie } : {}), { size, root }, { day: DAY, times }, nodeCrypto)
}

/** Rules, others named by nobody but those after them, and the record far behind. */
const HONEST = [rules(0), rules(1, 1), ...others, rules(2, 2), record(PAST_A_BUNDLE + 3)]

/** Two promises, the first paid, and far behind the second. */
const PAYING = [promises, paid(1), ...others, paid(2), record(0)]

test('a log in which each entry names the newest rules before it, and each withdrawal ends once, holds', async () => {
  expect(await read(HONEST)).toBeNull()
  expect(await read(PAYING, undefined, [0, 0])).toBeNull()
})

test.each<[string, readonly Draft[], string]>([
  ['first rules that name others', [rules(1), ...HONEST.slice(1)], 'hidden_rules'],
  ['rules that leave others out', [rules(0), rules(0, 1), ...HONEST.slice(2)], 'hidden_rules'],
  [
    'rules far later that leave others out',
    [rules(0), rules(1, 1), ...others, rules(1, 2), record(PAST_A_BUNDLE + 3)],
    'hidden_rules',
  ],
  ['a record that names older rules', [...HONEST.slice(0, -1), record(2)], 'hidden_rules'],
  ['a record of another day that does', [record(0), rules(0), record(0), record(2)], 'hidden_rules'],
  ['rules that act with others', [rules(0), rules(1, 0), ...HONEST.slice(2)], 'hasty_rules'],
  ['a second record', [...HONEST, ...others, record(PAST_A_BUNDLE + 3)], 'second_record'],
  ['a withdrawal that ends twice', [...PAYING, paid(1, 3)], 'wrong_withdrawals'],
  ['the end of one without a promise', PAYING.slice(1), 'wrong_withdrawals'],
  [
    'two withdrawals by one transaction, far apart',
    [promises, paid(1), ...others, paid(2, 2, `0x${'a'.repeat(63)}1`), record(0)],
    'shared_payment',
  ],
  ['no record of the day', HONEST.slice(0, -1), 'second_record'],
])('a whole log shows %s', async (_, drafts, problem) => {
  expect(await read(drafts)).toBe(problem)
})

test.each<[string, (n: number, bodies: string[]) => string[]]>([
  [
    'other rules in place of the first',
    (n, [first = '', ...rest]) => (n === 0 ? [first.replace('"at":1', '"at":2'), ...rest] : [first, ...rest]),
  ],
  ['a bundle without an entry', (n, bodies) => (n === 0 ? bodies.slice(1) : bodies)],
  ['a text that is no entry', (n, [first = '', ...rest]) => (n === 1 ? ['{}', ...rest] : [first, ...rest])],
])('a house that serves %s is not believed', async (_, lie) => {
  expect(await read(HONEST, lie)).toBe('not_in_tree')
})

const later = (draft: Draft, ms: number): Draft => ({ ...draft, at: AT + ms })
/** Two withdrawals are paid on the day, after 10 and 30 s, and one is when it is over. */
const TIMED = [
  { ...promises, count: 3, last: 3 },
  later(paid(1), 10_000),
  ...others.map((one) => later(one, 10_000)),
  later(paid(2), 30_000),
  later(paid(3), 86_400_000),
  later(record(0), 86_400_000),
]

test.each<[string, number[], string | null]>([
  ['as the log has them', [30_000, 10_000], null],
  ['none', [], 'wrong_times'],
  ['without the slowest', [10_000], 'wrong_times'],
  ['with a lower median', [9_000, 30_000], 'wrong_times'],
  ['one more', [10_000, 20_000, 30_000], 'wrong_times'],
  ['one of the next day', [10_000, 30_000, 86_400_000], 'wrong_times'],
])('a record has the times of the day’s withdrawals: %s', async (_, times, problem) => {
  expect(await read(TIMED, undefined, times)).toBe(problem)
})
