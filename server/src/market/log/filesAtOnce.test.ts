import { once } from 'node:events'
import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { Refused } from '../../http/calls/refused.ts'
import { filesAtOnce } from './filesAtOnce.ts'

let open: ReturnType<typeof filesAtOnce>
beforeEach(() => void (open = filesAtOnce(2)))

const opened = (network = 'one') => open(network, async () => Readable.from(['a line', 'another']))

/** How many more files can be opened now. */
async function room(): Promise<number> {
  const files = await Promise.allSettled([opened(), opened(), opened()])
  const some = files.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const one of files)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({ code: 'busy' } satisfies Partial<Refused>)
  await Promise.all(some.map((file) => once(file.destroy(), 'close')))
  return some.length
}

test('two files are open at once, and each counts until it is closed', async () => {
  const first = await opened()
  expect(await room()).toBe(1)
  const second = await opened()
  expect(await room()).toBe(0)
  await Promise.all([first, second].map((file) => once(file.destroy(), 'close')))
  expect(await room()).toBe(2)
})

test.each<[how: string, end: (file: Readable) => void]>([
  ['was read to its end', (file) => file.resume()],
  ['was broken off before a line', (file) => file.destroy()],
  ['was broken off after a line', (file) => file.once('data', () => file.destroy())],
  ['failed', (file) => file.once('error', () => {}).destroy(new Error('the database is gone'))],
])('a file that %s makes room for the next', async (_how, end) => {
  for (const file of [await opened(), await opened()]) {
    const closed = new Promise((done) => file.once('close', done))
    end(file)
    await closed
  }
  expect(await room()).toBe(2)
})

test('a file counts from the moment it is asked for, and one that could not be opened makes room', async () => {
  const failure = Promise.withResolvers<Readable>()
  const failing = open('one', () => failure.promise)
  expect(await room()).toBe(1)
  failure.reject(new Refused('not_found'))
  await expect(failing).rejects.toMatchObject({ code: 'not_found' })
  expect(await room()).toBe(2)
})

test('a network with many files gives way to another, newest first, and not to itself', async () => {
  const [first, second] = [await opened(), await opened()]
  const third = await opened('two')
  expect([first, second, third].map((file) => file.destroyed)).toEqual([false, true, false])
  for (const network of ['one', 'two', 'three'])
    await expect(opened(network)).rejects.toMatchObject({ code: 'busy' })
  await once(third.destroy(), 'close')
  expect(await room()).toBe(1)
})

test('a file that gave way before it was open is closed', async () => {
  const opening = Promise.withResolvers<Readable>()
  await opened()
  const waiting = open('one', () => opening.promise)
  const other = await opened('two')
  const late = Readable.from(['a line'])
  opening.resolve(late)
  await expect(waiting).rejects.toMatchObject({ code: 'busy' })
  expect([late.destroyed, other.destroyed]).toEqual([true, false])
  await once(other.destroy(), 'close')
  expect(await room()).toBe(1)
})
