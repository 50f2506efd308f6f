import { expect, test } from 'vitest'
import { countSilences } from './silences.ts'

type Part = [
  seconds: number,
  device?: { isShown?: boolean; isOnline?: boolean; sleeps?: boolean; sees?: boolean },
]

test.each<[string, Part[], number]>([
  ['a house that leaves every question open', [[300]], 300],
  ['a question that takes 40 s each time', [[40], [40], [40]], 120],
  ['a device that slept an hour', [[10], [3_600, { sleeps: true }], [10]], 20],
  ['a page in the background for an hour', [[10], [3_600, { isShown: false }], [10]], 20],
  ['an hour without a network, and what failed before', [[20], [3_600, { isOnline: false }], [5]], 5],
  ['what was seen in between', [[50], [0, { sees: true }], [8]], 8],
  ['a first look', [], 0],
])('silence is counted over %s', (_, parts, seconds) => {
  const silences = countSilences()
  let nowMs = 7_000
  const tick = ({ isShown = true, isOnline = true } = {}) => silences.tick({ nowMs, isShown, isOnline })
  tick()
  silences.of('a')
  for (const [lasts, device = {}] of parts) {
    if (device.sees) silences.end('a')
    // A look at the start of each part.
    if (!device.sleeps && device.isOnline !== false) silences.of('a')
    if (device.sleeps) nowMs += lasts * 1_000
    for (let s = 0; s < lasts && !device.sleeps; s += 1) {
      nowMs += 1_000
      tick(device)
    }
    if (device.isOnline === false) silences.of('a')
    tick()
  }
  expect(silences.of('a')).toBe(seconds * 1_000)
})

test.each([
  [[true, true], 4],
  [[false, true], 0],
  [[true, false], 0],
  [[false, false], 0],
])('a span counts only if the page was shown at both of its ends: %j', ([before, after], seconds) => {
  const silences = countSilences()
  silences.tick({ nowMs: 7_000, isShown: before === true, isOnline: true })
  silences.of('a')
  silences.tick({ nowMs: 11_000, isShown: after === true, isOnline: true })
  expect(silences.of('a')).toBe(seconds * 1_000)
})

test('requests that fail in turn add up: only the missing item itself ends its silence', () => {
  const silences = countSilences()
  const looked = ['list', 'log', 'entry'].flatMap((name, i) => [`${name} ${i}`, name])
  for (let s = 0; s <= 120; s += 1) {
    silences.tick({ nowMs: s * 1_000, isShown: true, isOnline: true })
    // Each request is answered two times out of three, never all three at once.
    if (s % 3 !== 0) silences.end(looked[s % 3] ?? '')
    silences.of('the line of a day')
  }
  expect(silences.of('the line of a day')).toBe(120_000)
})

test.each([
  [5_000, 5_000],
  [5_001, 0],
])(
  'of a gap of %i ms between two ticks, %i ms count: after a longer one the device was asleep',
  (gapMs, ms) => {
    const silences = countSilences()
    silences.tick({ nowMs: 7_000, isShown: true, isOnline: true })
    silences.of('a')
    silences.tick({ nowMs: 7_000 + gapMs, isShown: true, isOnline: true })
    expect(silences.of('a')).toBe(ms)
  },
)
