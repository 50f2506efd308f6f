import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginPace, isBehind, tickSeen } from './tickPace.ts'

const AT = 1_790_000_000_000

test('a log without a tick counts as frozen after half a minute', () => {
  const pace = beginPace(5_000)
  expect(isBehind(pace, 35_000)).toBe(false)
  expect(isBehind(pace, 35_001)).toBe(true)
})

test('the newest tick may be half a minute behind the expected one', () => {
  const pace = tickSeen(beginPace(0), AT, 10_000)
  expect(isBehind(pace, 40_000)).toBe(false)
  expect(isBehind(pace, 40_001)).toBe(true)
  expect(isBehind(tickSeen(pace, AT + 30_000, 40_000), 40_001)).toBe(false)
})

test('a house whose time runs at half speed is noticed, although its heads go on', () => {
  let pace = tickSeen(beginPace(0), AT, 0)
  let noticedMs = 0
  for (let ms = 10_000; noticedMs === 0; ms += 10_000) {
    pace = tickSeen(pace, AT + ms / 2, ms)
    if (isBehind(pace, ms)) noticedMs = ms
  }
  expect(noticedMs).toBe(70_000)
})

test('network delays and a clock drift of 0.05 % raise no alarm for a day', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 8_000 }), { minLength: 20, maxLength: 20 }),
      fc.integer({ min: -500, max: 500 }),
      (delays, ppm) => {
        let pace = beginPace(0)
        for (let second = 0; second < 86_400; second += 10) {
          const ms = second * 1000 * (1 + ppm / 1e6) + (delays[(second / 10) % 20] ?? 0)
          pace = tickSeen(pace, AT + second * 1000, ms)
          expect(isBehind(pace, ms)).toBe(false)
        }
      },
    ),
    { numRuns: 10 },
  )
})

test('a forward jump of the house’s time is accepted', () => {
  const pace = tickSeen(tickSeen(beginPace(0), AT, 0), AT + 600_000, 10_000)
  expect(isBehind(pace, 40_000)).toBe(false)
  expect(isBehind(pace, 40_001)).toBe(true)
})
