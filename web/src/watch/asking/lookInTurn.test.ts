import { expect, test } from 'vitest'
import { lookInTurn, type Look } from './lookInTurn.ts'

/** Tasks that are tried every second. The one named in `hangs` never ends; all others end at once. */
function stage(most: number, names: string[], { hangs = '', paceMs = 0 } = {}) {
  let [looks, nowMs] = ['', 0]
  const look = lookInTurn({ most, paceMs }, () => nowMs)
  const things = new Map<string, Look>(
    names.map((name) => [
      name,
      () => {
        looks += name
        return hangs.includes(name) ? new Promise<void>(() => {}) : Promise.resolve()
      },
    ]),
  )
  return {
    things,
    note: (name: string) => (looks += name),
    async second() {
      looks = ''
      nowMs += 1_000
      look(things)
      for (let turns = 0; turns < 9; turns += 1) await Promise.resolve()
      return looks
    },
  }
}

test('every task gets its turn, up to the limit at once', async () => {
  const { second } = stage(2, ['a', 'b', 'c'])
  expect([await second(), await second(), await second()]).toEqual(['ab', 'ca', 'bc'])
})

test('a hanging look blocks no other task and is not repeated', async () => {
  const { second, things } = stage(2, ['a', 'b', 'c'], { hangs: 'a' })
  expect([await second(), await second(), await second()]).toEqual(['ab', 'c', 'b'])
  things.delete('b')
  expect([await second(), await second()]).toEqual(['c', 'c'])
})

test('a failed look is repeated', async () => {
  const { second, things, note } = stage(1, [])
  things.set('a', () => {
    note('a')
    return Promise.reject(new Error('no store'))
  })
  expect([await second(), await second()]).toEqual(['a', 'a'])
})

test('a task waits for the usual interval, or for the time that its look returned', async () => {
  const { second, things, note } = stage(2, ['a'], { paceMs: 2_000 })
  things.set('b', async () => {
    note('b')
    return 3_000
  })
  const seconds: string[] = []
  for (let s = 0; s < 7; s += 1) seconds.push(await second())
  expect(seconds).toEqual(['ab', '', 'a', 'b', 'a', '', 'ba'])
})
