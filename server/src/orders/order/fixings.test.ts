import { assert } from '@tickmark/core/assert'
import type { Tick } from '@tickmark/core/market/fixing'
import { DURATIONS, type Duration } from '@tickmark/core/orders/durations'
import { dueAtMs, entryFixing, exitFixing } from '@tickmark/core/market/fixing'
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { requestFor, START_MS } from '../fixture.testing.ts'
import { fixingsOf, type LoggedOrder } from './fixings.ts'

/** The fields of an order that decide its fixings. */
function orderOf(given: {
  pid?: number
  duration?: Duration
  acceptedAtMs?: number
  seq?: number
}): LoggedOrder {
  const { pid = 1, duration = DURATIONS[0], acceptedAtMs = START_MS, seq = 0 } = given
  assert(duration, 'there are durations')
  const { terms, ...rest } = requestFor(1)
  return {
    ticketSeq: seq,
    order: {
      ...rest,
      id: randomUUID(),
      terms: { ...terms, pid, durationId: duration.id },
      sums: { stake: 1n, profit: 1n, fee: 0n },
      acceptedAtMs,
      dueAtMs: dueAtMs(acceptedAtMs, duration.seconds),
      ticketBatch: 1,
      ticketIndex: 0,
      ticket: '',
      result: null,
    },
  }
}

/** One tick a second of each product, with the given number of other log entries in between. */
function ticksOf(pid: number, seconds: number): Tick[] {
  return Array.from({ length: seconds }, (_, i) => ({
    seq: 10 * i + pid,
    atMs: START_MS + i * 1000,
    price: BigInt(1_000 * pid + i),
  }))
}

function readerOf(seconds: number) {
  const reads: number[] = []
  const logged = new Map([1, 2].map((pid) => [pid, ticksOf(pid, seconds)]))
  const ticksBetween = async (pid: number, from: number, to: number) => {
    reads.push(pid)
    return (logged.get(pid) ?? []).filter((one) => one.atMs >= from && one.atMs <= to)
  }
  return { reads, logged, ticksBetween }
}

test('of two orders in one millisecond, each begins with a tick after its own ticket', async () => {
  const { ticksBetween } = readerOf(10)
  const fixings = fixingsOf(ticksBetween)
  // The tick of second 1 is entry 11 of the log: one ticket is before it, one after it.
  const [early, late] = [orderOf({ seq: 10 }), orderOf({ seq: 12 })]
  const [first, second] = await Promise.all([fixings.entry(early), fixings.entry(late)])
  expect([first?.atMs, second?.atMs]).toEqual([START_MS + 1_000, START_MS + 2_000])
})

test('two durations that end in the same second are settled on windows of their own lengths', async () => {
  const { ticksBetween, logged } = readerOf(400)
  const fixings = fixingsOf(ticksBetween)
  const [short, long] = [DURATIONS[0] as Duration, DURATIONS[1] as Duration]
  expect(short.fixingTicks).not.toBe(long.fixingTicks)
  const later = START_MS + (long.seconds - short.seconds) * 1000
  const orders = [orderOf({ duration: long }), orderOf({ duration: short, acceptedAtMs: later })] as const
  expect(orders[0].order.dueAtMs).toBe(orders[1].order.dueAtMs)
  for (const [one, { fixingTicks }] of [
    [orders[0], long],
    [orders[1], short],
  ] as const) {
    const own = exitFixing(logged.get(1) ?? [], { dueAtMs: one.order.dueAtMs, fixingTicks })
    expect(await fixings.exit(one.order)).toEqual(own.ok && own.tick)
  }
  expect(await fixings.exit(orders[0].order)).not.toEqual(await fixings.exit(orders[1].order))
})

test('each of many orders looked up together gets the same fixings as alone', async () => {
  const { ticksBetween, logged } = readerOf(400)
  const given = fc.record({
    pid: fc.constantFrom(1, 2),
    duration: fc.constantFrom(...DURATIONS.filter((one) => one.seconds <= 300)),
    acceptedAtMs: fc.constantFrom(0, 400, 500, 501, 1_000, 120_000).map((ms) => START_MS + ms),
    seq: fc.integer({ min: 0, max: 50 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(given, { maxLength: 20 }), async (list) => {
      const fixings = fixingsOf(ticksBetween)
      for (const one of list) {
        const ordered = orderOf(one)
        const { acceptedAtMs, dueAtMs: due } = ordered.order
        const ticks = logged.get(one.pid) ?? []
        const entry = entryFixing(ticks, { acceptedAtMs, ticketSeq: one.seq })
        const exit = exitFixing(ticks, { dueAtMs: due, fixingTicks: one.duration.fixingTicks })
        expect(await fixings.entry(ordered)).toEqual(entry.ok ? entry.tick : null)
        expect(await fixings.exit(ordered.order)).toEqual(exit.ok ? exit.tick : null)
      }
    }),
    { numRuns: 100 },
  )
})

test('orders that share a fixing read the log for it once', async () => {
  const { ticksBetween, reads } = readerOf(100)
  const fixings = fixingsOf(ticksBetween)
  const orders = Array.from({ length: 5 }, () => orderOf({}))
  await Promise.all(orders.flatMap((one) => [fixings.entry(one), fixings.exit(one.order)]))
  expect(reads).toHaveLength(2)
})
