import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { entryBody, type LogEntry } from '@tickmark/core/log/log'
import { MINUTE, createCandleBook } from './charts/candles.ts'
import { expect, test } from 'vitest'
import { EMPTY } from './log/head.ts'
import { applyRow, keysAfter, publishedOf, type MarketState } from './state.ts'
import type { LogRow } from './store.ts'
import { createTickWindow, type MarketTick } from './ticks.ts'

const rowOf = (entry: LogEntry): LogRow => ({
  seq: entry.seq,
  kind: entry.kind,
  at: entry.at,
  body: entryBody(entry),
  leaf: new Uint8Array(32).fill(entry.seq),
})

/** The state of an empty log, and the ticks that its gauges have got. */
function emptyState(): { state: MarketState; gauged: MarketTick[] } {
  const gauged: MarketTick[] = []
  const gauges = { push: (tick: MarketTick) => void gauged.push(tick), deviation: () => null, wantsMs: 0 }
  const state = {
    head: EMPTY,
    published: null,
    openDays: new Map(),
    keys: null,
    announced: { rules: [], model: null },
    window: createTickWindow(),
    book: createCandleBook(),
    gauges,
  }
  return { state, gauged }
}

test('a tick goes into the window, the candles and the estimate of the deviation', () => {
  const { state, gauged } = emptyState()
  const tick = { seq: 5, atMs: ENTRY_OF.tick.at, prices: new Map([[10, 67n]]) }
  expect(applyRow(state, rowOf(ENTRY_OF.tick))).toEqual(tick)
  expect([state.window.latest(), gauged]).toEqual([tick, [tick]])
  expect(state.book.series(10, MINUTE)).toMatchObject([{ close: 67n }])
})

test('keys, rules, models and days are known once they are logged; other entries are no ticks', () => {
  const { state, gauged } = emptyState()
  const { keys, rules, model, day, reveal } = ENTRY_OF
  for (const entry of [keys, rules, { ...rules, seq: 6 }, model, day])
    expect(applyRow(state, rowOf(entry))).toBeNull()
  expect(state.keys).toEqual(keys)
  expect(state.announced).toEqual({ rules: [rules, { ...rules, seq: 6 }], model })
  expect([...state.openDays]).toEqual([[day.day, day.commit]])
  applyRow(state, rowOf({ ...model, seq: 9 }))
  applyRow(state, rowOf(reveal))
  expect([state.announced.model?.seq, state.openDays.size, gauged]).toEqual([9, 0, []])
})

test('the newest keys of some entries are in force, or those before when none has any', () => {
  const { keys, tick } = ENTRY_OF
  const later = { ...keys, seq: 7 }
  expect(keysAfter(null, [rowOf(keys), rowOf(later), rowOf(tick)])).toEqual(later)
  expect(keysAfter(later, [rowOf(tick)])).toBe(later)
  expect(keysAfter(null, [])).toBeNull()
})

test('a head is shown with the leaves since the head before, and its last entry', () => {
  const { keys, tick } = ENTRY_OF
  const checkpoint = { size: 9, at: 5, root: new Uint8Array(32), note: 'a note' }
  const [first, second] = [rowOf(keys), rowOf({ ...tick, seq: 6 })]
  expect(publishedOf(checkpoint, EMPTY.edge, [first, second])).toEqual({
    ...checkpoint,
    edge: EMPTY.edge,
    leaves: [first.leaf, second.leaf],
    last: second.body,
  })
  expect(publishedOf(checkpoint, EMPTY.edge, [])).toMatchObject({ leaves: [], last: null })
})
