import { sha256 } from '@noble/hashes/sha2.js'
import { base64Of } from '@tickmark/core/base64'
import { ENTRY_OF } from '@tickmark/core/log/entries.testing'
import { entryBody, entryLeaf, type LogEntry } from '@tickmark/core/log/log'
import type { LogStep } from '@tickmark/wire/schemas/market'
import { expect, test } from 'vitest'
import { followPace } from './followPace.ts'

const AT = 1_790_000_000_000

/** A page whose watch has checked every head, and a device clock that the test moves. */
function stage() {
  let [nowMs, note, isFrozen] = [1_000, '', false]
  const pace = followPace({
    monotonicMs: () => nowMs,
    note: () => note,
    tell: (is) => void (isFrozen = is),
  })
  function stepOf(entry: LogEntry, changed: Partial<LogStep> = {}): LogStep {
    const last = entryBody(entry)
    const leaves = [base64Of(entryLeaf(last, sha256))]
    return { size: entry.seq, leaves, note: `head ${entry.seq}`, last, ...changed }
  }
  return {
    isFrozen: () => isFrozen,
    /** The page looks every 5 s. */
    wait(seconds: number, isLive = true) {
      for (let s = 5; s <= seconds; s += 5) {
        nowMs += 5_000
        pace.look(isLive)
      }
    },
    goesTo: (atMs: number | null) => pace.goesTo(atMs),
    sleep: (seconds: number) => void (nowMs += seconds * 1_000),
    /** A step whose newest entry is no tick. */
    other(entry: LogEntry) {
      const step = stepOf(entry)
      note = step.note
      pace.took(step)
    },
    tick(atMs: number, changed: Partial<LogStep> = {}) {
      const step = stepOf({ kind: 'tick', seq: 7, at: atMs, prices: {} }, changed)
      note = changed.note === undefined ? step.note : 'another head'
      pace.took(step)
    },
  }
}

test('a head unchanged for over half a minute raises an alarm, which the next tick clears', () => {
  const page = stage()
  page.tick(AT)
  page.wait(30)
  expect(page.isFrozen()).toBe(false)
  page.wait(5)
  expect(page.isFrozen()).toBe(true)
  page.tick(AT + 35_000)
  expect(page.isFrozen()).toBe(false)
})

test('without socket steps, polled log times either keep up or raise the alarm', () => {
  const page = stage()
  for (let s = 0; s <= 60; s += 5) {
    page.goesTo(AT + s * 1_000)
    page.wait(5)
  }
  expect(page.isFrozen()).toBe(false)
  for (let s = 0; s < 30; s += 5) {
    page.goesTo(s % 10 === 0 ? AT + 60_000 : null)
    page.wait(5)
  }
  expect(page.isFrozen()).toBe(true)
  page.goesTo(AT + 95_000)
  expect(page.isFrozen()).toBe(false)
})

test('new heads without newer ticks raise the alarm, too', () => {
  const page = stage()
  page.tick(AT)
  for (let s = 0; s < 40; s += 10) {
    page.wait(10)
    page.tick(AT + s * 100)
  }
  expect(page.isFrozen()).toBe(true)
})

test.each([
  ['its text is not that of the newest leaf', { leaves: ['AAAA'] }],
  ['the watch has not checked its head', { note: 'unchecked' }],
  ['the house leaves it out', { last: null }],
])('a tick does not count when %s', (_, changed) => {
  const page = stage()
  for (let s = 0; s <= 40; s += 10) {
    page.tick(AT + s * 1_000, changed)
    page.wait(10)
  }
  expect(page.isFrozen()).toBe(true)
})

test('entries that are no ticks do not count, whatever their time', () => {
  const page = stage()
  for (let s = 0; s <= 40; s += 10) {
    page.other({ ...ENTRY_OF.actions, seq: 7, at: AT + s * 1_000 })
    page.wait(10)
  }
  expect(page.isFrozen()).toBe(true)
})

test('silence while offline or asleep does not count', () => {
  const page = stage()
  page.tick(AT)
  page.wait(120, false)
  expect(page.isFrozen()).toBe(false)
  page.wait(30)
  expect(page.isFrozen()).toBe(false)
  page.sleep(3_600)
  page.wait(30)
  expect(page.isFrozen()).toBe(false)
  page.wait(10)
  expect(page.isFrozen()).toBe(true)
})

test.each([
  ['15 s, as a busy page makes', 15, true],
  ['more than 15 s, as a sleeping device makes', 15.001, false],
])('a gap between two looks of %s: its silence counts is %s', (_, seconds, counts) => {
  const page = stage()
  page.tick(AT)
  page.wait(20)
  page.sleep(seconds - 5)
  page.wait(5)
  expect(page.isFrozen()).toBe(counts)
})
