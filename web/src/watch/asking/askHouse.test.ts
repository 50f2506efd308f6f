import { expect, test } from 'vitest'
import { inTime } from './askHouse.ts'

const never = () => new Promise<string>(() => {})

test.each<[string, (signal: AbortSignal) => Promise<string>, string | null]>([
  ['an answer', async () => 'yes', 'yes'],
  ['a failure', () => Promise.reject(new Error('no')), null],
  ['no answer at all', never, null],
  ['a failure after its deadline', (signal) => never().finally(() => signal.throwIfAborted()), null],
])('a question that gets %s ends at its deadline at the latest', async (_, ask, answer) => {
  const deadline = new AbortController()
  const asked = inTime(ask, deadline.signal)
  if (answer === null) deadline.abort()
  expect(await asked).toBe(answer)
})
