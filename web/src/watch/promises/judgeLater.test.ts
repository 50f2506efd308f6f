import { expect, test } from 'vitest'
import { judgeLater, judgingLooks } from './judgeLater.ts'

/** Judges all that wait, once. */
async function judgeAll(): Promise<void> {
  for (const look of judgingLooks().values()) await look()
}

test('an answer that could not be judged is judged once more, and again as long as it cannot be', async () => {
  const judged: string[] = []
  let areKeysKnown = false
  const judge = async (name: string) => {
    judged.push(name)
    if (!areKeysKnown) judgeLater(name, () => judge(name))
  }
  await judge('ticket 1')
  judgeLater('ticket 2', async () => judged.push('ticket 2'))
  judgeLater('ticket 2', async () => judged.push('ticket 2, as it came last'))
  await judgeAll()
  expect(judged.splice(0)).toEqual(['ticket 1', 'ticket 1', 'ticket 2, as it came last'])
  areKeysKnown = true
  await judgeAll()
  await judgeAll()
  expect(judged).toEqual(['ticket 1'])
  expect(judgingLooks().size).toBe(0)
})
