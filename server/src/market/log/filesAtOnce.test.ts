import { once } from 'node:events'
import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { type MovableClock, movableClock } from '../../platform/clock.testing.ts'
import { Refused } from '../../http/calls/refused.ts'
import { filesAtOnce } from './filesAtOnce.ts'

let clock: MovableClock
let open: ReturnType<typeof filesAtOnce>
beforeEach(() => {
  clock = movableClock({ isStill: true })
  open = filesAtOnce(2, clock)
})

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

const KB = 1_024

/** A network's file of 2 MB in two pieces, and how to read some of its first bytes. */
async function longFile(network: string) {
  const file = await open(network, async () => Readable.from(['x'.repeat(KB * KB), Buffer.alloc(KB * KB)]))
  async function take(bytes: number): Promise<void> {
    for (let taken = 0; taken < bytes;) {
      const slice = file.read() as Buffer | null
      if (slice) taken += slice.length
      else await once(file, 'readable')
    }
    // The next slice waits for its reader.
    while (file.readableLength === 0) await once(file, 'readable')
  }
  await take(0)
  return { file, take }
}

test.each([
  { takenKb: 0, pauseMs: 12_048, gives: false },
  { takenKb: 0, pauseMs: 12_049, gives: true },
  { takenKb: 64, pauseMs: 12_049, gives: true },
  { takenKb: 1_984, pauseMs: 12_049, gives: true },
])(
  'a reader who took $takenKb kB and then none for $pauseMs ms gives way to any other: $gives',
  async ({ takenKb, pauseMs, gives }) => {
    const slow = await longFile('one')
    await slow.take(takenKb * KB)
    clock.advance(pauseMs)
    const fresh = await longFile('two')
    const third = opened('three')
    if (gives) await third
    else await expect(third).rejects.toMatchObject({ code: 'busy' })
    expect([slow.file.destroyed, fresh.file.destroyed]).toEqual([gives, false])
  },
)

test.each([
  { everyMs: 2_000, gives: false },
  { everyMs: 2_500, gives: true },
])(
  'a reader who takes 64 kB every $everyMs ms gives way within a minute: $gives',
  async ({ everyMs, gives }) => {
    const [slow] = [await longFile('one'), await opened('two')]
    let isGone = false
    for (let ms = 0; ms < 60_000 && !isGone; ms += everyMs) {
      clock.advance(everyMs)
      isGone = await opened('three').then(
        () => true,
        () => false,
      )
      if (!isGone) await slow.take(64 * KB)
    }
    expect([isGone, slow.file.destroyed]).toEqual([gives, gives])
  },
)

test('the time in which the house makes a piece counts for nobody', async () => {
  const made = Promise.withResolvers<void>()
  async function* slowly() {
    yield 'a line'
    await made.promise
    yield 'another'
  }
  const file = await open('one', async () => slowly())
  await once(file, 'readable')
  file.read()
  await opened('two')
  clock.advance(3_600_000)
  await expect(opened('three')).rejects.toMatchObject({ code: 'busy' })
  made.resolve()
  file.resume()
  await once(file, 'close')
})

test('a file that gave way before it was open is closed', async () => {
  const opening = Promise.withResolvers<Readable>()
  await opened()
  const waiting = open('one', () => opening.promise)
  const other = await opened('two')
  opening.resolve(Readable.from(['a line']))
  await expect(waiting).rejects.toMatchObject({ code: 'busy' })
  expect(other.destroyed).toBe(false)
  await once(other.destroy(), 'close')
  expect(await room()).toBe(1)
})
