import { expect, test } from 'vitest'
import { bestSeen, type Shown } from './useSeen.ts'

const TAP_MS = 10_000
/** Offers in order of showing, each with the ms from its showing to the tap. */
const shownBefore = (...offers: [offer: number, msBefore: number][]): Shown<number>[] =>
  offers.map(([offer, msBefore]) => ({ offer, fromMs: TAP_MS - msBefore }))

test.each([
  ['nothing is on screen', shownBefore(), null],
  ['one has stood for long', shownBefore([100, 5_000]), 100],
  ['one has just come', shownBefore([100, 1]), 100],
  ['it fell long before the tap', shownBefore([100, 5_000], [99, 250]), 99],
  ['it fell too shortly before the tap to be seen', shownBefore([100, 5_000], [99, 249]), 100],
  ['it fell between the tap and its handling', shownBefore([100, 5_000], [99, -3]), 100],
  ['it fell twice within the reaction time', shownBefore([100, 900], [99, 200], [98, 90]), 100],
  ['it rose just before the tap', shownBefore([99, 900], [100, 20]), 100],
  ['it rose and fell before the tap', shownBefore([101, 3_000], [98, 2_000], [100, 700], [99, 10]), 100],
])('a tap accepts the best offer that the user can have seen: %s', (_, shown, offer) => {
  expect(bestSeen(shown, TAP_MS, BigInt)).toBe(offer)
})

test('among equal offers a tap accepts the newest, which is valid the longest', () => {
  const shown = ['old', 'new'].map((offer, at) => ({ offer, fromMs: TAP_MS - 100 + at }))
  expect(bestSeen(shown, TAP_MS, () => 5n)).toBe('new')
})
