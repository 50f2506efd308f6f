import { expect, test } from 'vitest'
import { silentLog } from '../platform/log.ts'
import { createListeners } from './tickListeners.ts'

function tick(seq: number) {
  return { seq, atMs: seq * 1000, prices: new Map<number, bigint>() }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

test('a listener has one tick at a time, in order, however long each takes', async () => {
  const listeners = createListeners(silentLog())
  const story: string[] = []
  listeners.add(async ({ seq }) => {
    story.push(`${seq} in`)
    await pause(12 - 4 * seq)
    story.push(`${seq} out`)
  })
  for (const seq of [1, 2, 3]) listeners.tell(tick(seq))
  await listeners.settled()
  expect(story).toEqual(['1 in', '1 out', '2 in', '2 out', '3 in', '3 out'])
})

test('a listener that fails gets the next tick, and so do the others', async () => {
  const listeners = createListeners(silentLog())
  const heard: string[] = []
  listeners.add(({ seq }) => {
    heard.push(`first ${seq}`)
    throw new Error('on purpose')
  })
  listeners.add(({ seq }) => Promise.reject(new Error(`on purpose ${heard.push(`second ${seq}`)}`)))
  for (const seq of [1, 2]) listeners.tell(tick(seq))
  await listeners.settled()
  expect(heard.toSorted()).toEqual(['first 1', 'first 2', 'second 1', 'second 2'])
})

test('a removed listener gets no more ticks, not even queued ones', async () => {
  const listeners = createListeners(silentLog())
  const heard: number[] = []
  let finish = () => {}
  const leave = listeners.add(({ seq }) => {
    heard.push(seq)
    return new Promise<void>((done) => (finish = done))
  })
  listeners.tell(tick(1))
  listeners.tell(tick(2))
  await expect.poll(() => heard).toEqual([1])
  leave()
  listeners.tell(tick(3))
  finish()
  await pause(10)
  expect(heard).toEqual([1])
})

test('a listener for the newest tick misses those that came while it worked, but never the last', async () => {
  const listeners = createListeners(silentLog())
  const heard: number[] = []
  let finish = () => {}
  const leave = listeners.addForNewest(({ seq }) => {
    heard.push(seq)
    return new Promise<void>((done) => (finish = done))
  })
  for (const seq of [1, 2, 3]) listeners.tell(tick(seq))
  await expect.poll(() => heard).toEqual([3])
  for (const seq of [4, 5, 6]) listeners.tell(tick(seq))
  finish()
  await expect.poll(() => heard).toEqual([3, 6])
  finish()
  await listeners.settled()
  listeners.tell(tick(7))
  await expect.poll(() => heard).toEqual([3, 6, 7])
  listeners.tell(tick(8))
  leave()
  finish()
  await listeners.settled()
  expect(heard).toEqual([3, 6, 7])
})
