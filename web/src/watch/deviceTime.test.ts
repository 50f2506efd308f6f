import { expect, onTestFinished, test, vi } from 'vitest'
import { steadyClock } from './deviceTime.ts'

test('the steady clock has whole ms although the monotonic clock has fractions', () => {
  let monotonicMs = 12.3
  const steady = steadyClock({ wallMs: () => 1_000_000, monotonicMs: () => monotonicMs })
  expect(steady()).toBe(1_000_000)
  monotonicMs += 1_234.567
  expect(steady()).toBe(1_001_235)
})

test.each([
  ['forward', 3_600_000, 3_600_000],
  ['back', -3_600_000, 0],
])(
  'on a device whose clock is set %s, things are due by the later of both clocks',
  async (_, setMs, laterMs) => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    // Its clock begins when it is loaded.
    vi.resetModules()
    onTestFinished(() => void vi.useRealTimers().resetModules())
    const { dueUntilMs } = await import('./deviceTime.ts')
    const before = dueUntilMs()
    vi.setSystemTime(before + setMs)
    expect(Math.abs(dueUntilMs() - before - laterMs)).toBeLessThanOrEqual(60_000)
  },
)
