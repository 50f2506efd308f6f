import type { ChatMessage, ThreadItem } from '@tickmark/wire/schemas/support'
import { describe, expect, test } from 'vitest'
import {
  hasUnread,
  loadsByScrolling,
  rowsOf,
  withLatest,
  withOlder,
  withSent,
  type ChatLog,
} from './chatLog.ts'

const thread = { id: 't' } as ThreadItem
const HOUR = 3_600_000

function said(number: number, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: `m${number}`,
    from: 'user',
    name: '',
    text: String(number),
    files: [],
    at: number * HOUR,
    delivery: 'sent',
    ...more,
  }
}

/** Messages with ids `from` to `to`. */
function log(from: number, to: number, hasMore = from > 1): ChatLog {
  return { thread, list: Array.from({ length: to - from + 1 }, (_, at) => said(from + at)), hasMore }
}

const ids = ({ list }: ChatLog) => list.map((one) => Number(one.id.slice(1)))
const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

describe('the loaded part of a conversation', () => {
  test.each([
    { name: 'nothing was known', known: undefined, page: log(5, 9), list: span(5, 9), hasMore: true },
    { name: 'nothing is new', known: log(5, 9), page: log(5, 9), list: span(5, 9), hasMore: true },
    { name: 'two are new', known: log(5, 9), page: log(7, 11), list: span(5, 11), hasMore: true },
    {
      name: 'older ones were fetched',
      known: log(1, 9),
      page: log(7, 11),
      list: span(1, 11),
      hasMore: false,
    },
    { name: 'they do not meet', known: log(1, 4), page: log(7, 11), list: span(7, 11), hasMore: true },
    { name: 'the page is late', known: log(5, 12), page: log(7, 11), list: span(5, 12), hasMore: true },
    { name: 'only the last was known', known: log(9, 9), page: log(5, 9), list: span(5, 9), hasMore: true },
    {
      name: 'the page is late and ends where the known ones begin',
      known: log(9, 11),
      page: log(5, 9),
      list: span(5, 11),
      hasMore: true,
    },
    { name: 'nothing was said', known: log(1, 0), page: log(1, 0), list: [], hasMore: false },
  ])('stays whole when $name', ({ known, page, list, hasMore }) => {
    const after = withLatest(known, page)
    expect(ids(after)).toEqual(list)
    expect(after.hasMore).toBe(hasMore)
  })

  test('grows at its top by the requested page, and by no other', () => {
    expect(ids(withOlder(log(5, 9), log(2, 4), 'm5'))).toEqual(span(2, 9))
    expect(withOlder(log(5, 9), log(1, 4), 'm5').hasMore).toBe(false)
    // A duplicate answer, or an answer for messages that were dropped meanwhile.
    expect(ids(withOlder(log(2, 9), log(2, 4), 'm5'))).toEqual(span(2, 9))
  })

  test('takes a sent message once', () => {
    expect(ids(withSent(log(5, 9), said(10)))).toEqual(span(5, 10))
    expect(ids(withSent(log(5, 9), said(9)))).toEqual(span(5, 9))
  })

  test('is unread while a message of support is', () => {
    expect(hasUnread(log(1, 3))).toBe(false)
    expect(hasUnread({ ...log(1, 1), list: [said(1, { from: 'support', delivery: 'delivered' })] })).toBe(
      true,
    )
    expect(hasUnread({ ...log(1, 1), list: [said(1, { from: 'support', delivery: 'read' })] })).toBe(false)
  })
})

describe('rows', () => {
  const dayOf = (ms: number) => String(Math.floor(ms / (24 * HOUR)))
  const names = (list: readonly ChatMessage[], pending: { key: string; atMs: number }[] = []) =>
    rowsOf(list, pending, dayOf).map((row) => `${row.kind} ${row.key}`)

  test('start each day with a line', () => {
    expect(names([said(1), said(23), said(25)])).toEqual([
      'day day 0',
      'said m1',
      'said m23',
      'day day 1',
      'said m25',
    ])
  })

  test('show a pending message in one row, which stays when it arrives', () => {
    const pending = [{ key: 'a', atMs: 26 * HOUR }]
    expect(names([said(1)], pending)).toEqual(['day day 0', 'said m1', 'day day 1', 'pending a'])
    expect(names([said(26, { key: 'a' })], pending)).toEqual(['day day 1', 'said a'])
  })

  test('keep a pending message below a later one of the other clock, in the day of that one', () => {
    const pending = [
      { key: 'a', atMs: 23 * HOUR },
      { key: 'b', atMs: 49 * HOUR },
    ]
    expect(names([said(25)], pending)).toEqual([
      'day day 1',
      'said m25',
      'pending a',
      'day day 2',
      'pending b',
    ])
  })

  test('begin a run anew on each day and for each person of support', () => {
    const [one, two] = ['Desk 1', 'Desk 2'].map((name) => ({ from: 'support' as const, name }))
    const list = [said(1), said(23), said(25), said(26, one), said(27, one), said(28, two)]
    const runs = rowsOf(list, [], dayOf).flatMap((row) => (row.kind === 'said' ? [row.opensRun] : []))
    expect(runs).toEqual([true, false, true, true, false, true])
  })

  test('show the name over the first message of a run', () => {
    const list = [said(1), said(2), said(3, { from: 'support', name: 'Desk 1' }), said(4)]
    const runs = rowsOf(list, [], dayOf).flatMap((row) => (row.kind === 'said' ? [row.opensRun] : []))
    expect(runs).toEqual([true, false, true, true])
  })

  test('count a message before a read one as read', () => {
    const list = [said(1), said(2, { delivery: 'read' }), said(3, { delivery: 'delivered' }), said(4)]
    const far = rowsOf(list, [], dayOf).flatMap((row) => (row.kind === 'said' ? [row.message.delivery] : []))
    expect(far).toEqual(['read', 'read', 'delivered', 'sent'])
    const answered = [said(1), said(2, { from: 'support', delivery: 'read' })]
    const own = rowsOf(answered, [], dayOf).flatMap((row) =>
      row.kind === 'said' ? [row.message.delivery] : [],
    )
    expect(own).toEqual(['sent', 'read'])
  })
})

test.each([
  ['none', false],
  ['idle', true],
  ['loading', false],
  ['failed', false],
] as const)('while older messages are %s, scrolling up loads them: %s', (older, loads) => {
  expect(loadsByScrolling(older)).toBe(loads)
})
