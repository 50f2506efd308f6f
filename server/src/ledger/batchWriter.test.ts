import * as fc from 'fast-check'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batchWriter, WriterFull } from './batchWriter.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

test('the first request runs alone, and those that arrive meanwhile run together, up to the cap', async () => {
  const sizes: number[] = []
  const writer = batchWriter<number, number>({
    cap: 4,
    async run(items) {
      sizes.push(items.length)
      await turn()
      await turn()
      return items.map((item) => item * 2)
    },
  })
  const first = writer.submit(1)
  await turn()
  const rest = [2, 3, 4, 5, 6].map((item) => writer.submit(item))
  expect(await first).toBe(2)
  expect(await Promise.all(rest)).toEqual([4, 6, 8, 10, 12])
  expect(sizes).toEqual([1, 4, 1])
  await writer.drained()
})

test('every item gets its own answer, whatever cap, lanes and keys are', async () => {
  const given = fc.record({
    items: fc.array(fc.nat(9), { maxLength: 60 }),
    cap: fc.integer({ min: 1, max: 9 }),
    lanes: fc.integer({ min: 1, max: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(given, async ({ items, cap, lanes }) => {
      const writer = batchWriter<number, string>({
        cap,
        lanes,
        keyOf: String,
        async run(batch) {
          expect(new Set(batch).size).toBe(batch.length)
          expect(batch.length).toBeLessThanOrEqual(cap)
          await turn()
          return batch.map((item) => `answer ${item}`)
        },
      })
      const answers = await Promise.all(items.map((item) => writer.submit(item)))
      expect(answers).toEqual(items.map((item) => `answer ${item}`))
    }),
    { numRuns: 200 },
  )
})

test('a faulty item is found by halving: it alone fails, and the others are written', async () => {
  const written: number[] = []
  const writer = batchWriter<number, string>({
    async run(items) {
      if (items.includes(13)) throw failure('22003')
      written.push(...items)
      return items.map(() => 'ok')
    },
  })
  const items = Array.from({ length: 20 }, (_, i) => i)
  const outcomes = await Promise.allSettled(items.map((item) => writer.submit(item)))
  expect(outcomes.map((one) => one.status === 'fulfilled')).toEqual(items.map((item) => item !== 13))
  expect(written.toSorted((a, b) => a - b)).toEqual(items.filter((item) => item !== 13))
})

test('a faulty item alone fails even in the largest batch, at any position', async () => {
  for (const faulty of [0, 511, 512, 700, 1_023]) {
    const written: number[] = []
    const writer = batchWriter<number, number>({
      async run(items) {
        if (items.includes(faulty)) throw failure('22003')
        written.push(...items)
        return items.map((item) => item * 2)
      },
    })
    const items = Array.from({ length: 1_024 }, (_, i) => i)
    const outcomes = await Promise.allSettled(items.map((item) => writer.submit(item)))
    const values = outcomes.map((one) => (one.status === 'fulfilled' ? one.value : null))
    expect(values).toEqual(items.map((item) => (item === faulty ? null : item * 2)))
    expect(written).toHaveLength(1_023)
  }
})

test.each(['40001', '40P01', '23505', 'ECONNRESET', '57P01', '08006'])(
  'after %s the same items are tried again together',
  async (code) => {
    const sizes: number[] = []
    const writer = batchWriter<number, string>({
      async run(items) {
        sizes.push(items.length)
        if (sizes.length < 3) throw failure(code)
        return items.map(() => 'ok')
      },
    })
    expect(await Promise.all([1, 2, 3].map((item) => writer.submit(item)))).toEqual(['ok', 'ok', 'ok'])
    expect(sizes).toEqual([3, 3, 3])
  },
)

test.each([
  // Rivals that keep colliding; a lock that comes too late, which no further attempt would get sooner.
  ['40001', 5],
  ['40P01', 5],
  ['55P03', 1],
])('after lasting %s every item is rejected, none tried alone, after %i attempts', async (code, attempts) => {
  const sizes: number[] = []
  const writer = batchWriter<number, string>({
    async run(items) {
      sizes.push(items.length)
      throw failure(code)
    },
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => writer.submit(item)))
  expect(outcomes.map((one) => one.status === 'rejected' && (one.reason as { code: string }).code)).toEqual([
    code,
    code,
    code,
  ])
  expect(sizes).toEqual(Array(attempts).fill(3))
})

test('when the database stays unreachable, every item of the batch is rejected, once', async () => {
  let calls = 0
  const writer = batchWriter<number, string>({
    patienceMs: 200,
    async run() {
      calls++
      throw failure('ECONNREFUSED')
    },
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map((item) => writer.submit(item)))
  expect(outcomes.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(calls).toBeGreaterThan(1)
  expect(calls).toBeLessThan(6)
})

test('requests beyond the queue’s limit are refused at once', async () => {
  const writer = batchWriter<number, string>({ most: 2, run: async (items) => items.map(() => 'ok') })
  const [first, second, third] = [1, 2, 3].map((item) => writer.submit(item))
  await expect(third).rejects.toThrow(WriterFull)
  expect(await Promise.all([first, second])).toEqual(['ok', 'ok'])
})

test('the writer is not idle while a batch is in progress', async () => {
  let written = 0
  const writer = batchWriter<number, string>({
    async run(items) {
      await turn()
      await turn()
      written += items.length
      return items.map(() => 'ok')
    },
  })
  void writer.submit(1)
  await turn() // the batch is in progress
  void writer.submit(2)
  await writer.drained()
  expect(written).toBe(2)
  await writer.drained()
})

test('while a batch is in progress, another starts only with a quarter of the cap or more', async () => {
  const sizes: number[] = []
  const gate = Promise.withResolvers<void>()
  const writer = batchWriter<number, string>({
    cap: 8,
    lanes: 2,
    async run(items) {
      sizes.push(items.length)
      await gate.promise
      return items.map(() => 'ok')
    },
  })
  const all = [writer.submit(1)]
  await turn()
  all.push(writer.submit(2))
  await turn()
  expect(sizes).toEqual([1])
  all.push(writer.submit(3))
  await turn()
  expect(sizes).toEqual([1, 2])
  all.push(...[4, 5, 6].map((item) => writer.submit(item)))
  await turn()
  expect(sizes).toEqual([1, 2]) // both lanes are in use
  gate.resolve()
  await Promise.all(all)
  expect(sizes).toEqual([1, 2, 3])
})
