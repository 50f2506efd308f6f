import { expect, test } from 'vitest'
import { movableClock } from '../platform/clock.testing.ts'
import { sharedFor } from './sharedFor.ts'

test('twenty requests in one second share one answer, and the next second gets a new one', async () => {
  const clock = movableClock({ isStill: true })
  let computed = 0
  const ask = sharedFor(clock, 1_000, () => Promise.resolve(++computed))
  const all = () => Promise.all(Array.from({ length: 20 }, ask))
  expect(new Set(await all())).toEqual(new Set([1]))
  clock.advance(999)
  expect(new Set(await all())).toEqual(new Set([1]))
  clock.advance(1)
  expect(new Set(await all())).toEqual(new Set([2]))
})

test('an answer that takes longer than its life is not computed twice in parallel', async () => {
  const clock = movableClock({ isStill: true })
  const slow = Promise.withResolvers<number>()
  let computed = 0
  const ask = sharedFor(clock, 1_000, () => {
    computed++
    return slow.promise
  })
  const first = ask()
  clock.advance(5_000)
  const second = ask()
  slow.resolve(7)
  expect([await first, await second, computed]).toEqual([7, 7, 1])
})

test('a failure goes to those who wait for it, and is not cached', async () => {
  const clock = movableClock({ isStill: true })
  let computed = 0
  const ask = sharedFor(clock, 1_000, () =>
    ++computed === 1 ? Promise.reject(new Error('away')) : Promise.resolve(computed),
  )
  await expect(ask()).rejects.toThrow('away')
  expect(await ask()).toBe(2)
})
