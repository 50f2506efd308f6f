import { expect, test } from 'vitest'
import { fairTurns } from './fairTurns.ts'

const ROOMY = { most: 2, mostWaiting: 24, mostOwn: 6, waitMs: 60_000 }

/** Work that a test ends itself, and the names in the order of their starts. */
function stage(limits = {}) {
  const turns = fairTurns({ ...ROOMY, ...limits })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    stop: turns.stop,
    take(name: string) {
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      const [owner = ''] = name
      return turns
        .take(owner, () => (begun.push(name), promise))
        .then(
          () => 'done',
          (thrown: { code?: string }) => thrown.code,
        )
    },
    async end(name: string) {
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

test('an owner with many pieces keeps one place, and another waits for none of them', async () => {
  const { begun, take, end } = stage()
  const of = ['a1', 'a2', 'a3', 'a4', 'b1'].map(take)
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'b1'])
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) await end(name)
  expect(await Promise.all(of)).toEqual(of.map(() => 'done'))
})

test('whoever waits comes before further pieces of those who ran', async () => {
  const { begun, take, end } = stage()
  const of = ['a1', 'a2', 'b1', 'b2', 'c1', 'd1'].map(take)
  for (const name of ['a1', 'b1', 'c1', 'd1', 'a2', 'b2']) await end(name)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'd1', 'a2', 'b2'])
  expect(await Promise.all(of)).toEqual(of.map(() => 'done'))
})

test('an owner fills only a part of the queue', async () => {
  const { take, end, stop } = stage({ most: 1, mostWaiting: 3, mostOwn: 2 })
  const own = ['a1', 'a2', 'a3', 'a4'].map(take)
  expect(await own[3]).toBe('busy')
  const other = take('b1')
  await end('a1')
  await end('b1')
  expect(await other).toBe('done')
  stop()
  expect(await own[2]).toBe('busy')
  await end('a2')
  expect(await own[1]).toBe('done')
  expect(await take('a5')).toBe('busy')
})

test('in a full queue the owner with the most gives way to another', async () => {
  const { begun, take, end, stop } = stage({ most: 1, mostWaiting: 4 })
  const running = take('a1')
  const [a2, a3, a4, b1] = ['a2', 'a3', 'a4', 'b1'].map(take)
  const c1 = take('c1')
  expect(await a4).toBe('busy')
  const d1 = take('d1')
  expect(await a3).toBe('busy')
  expect(await take('e1')).toBe('busy')
  for (const name of ['a1', 'b1', 'c1', 'd1', 'a2']) await end(name)
  expect(await Promise.all([running, a2, b1, c1, d1])).toEqual(Array.from({ length: 5 }, () => 'done'))
  expect(begun).toEqual(['a1', 'b1', 'c1', 'd1', 'a2'])
  stop()
})
