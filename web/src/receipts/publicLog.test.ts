import { entryBody } from '@tickmark/core/log/log'
import { expect, test } from 'vitest'
import { agreesWithLog } from './publicLog.ts'

const log = Array.from({ length: 600 }, (_, place) =>
  entryBody({ kind: 'tick', seq: place + 1, at: 1_000 * (place + 1), prices: { 1: String(100 + place) } }),
)
const segment = (from: number, to: number) => ({
  from: from - 1,
  bodies: log.slice(from - 1, to),
  left: [],
  right: [],
})

function asked(entries: readonly string[] = log) {
  const calls: [number, number][] = []
  return {
    calls,
    async ask({ from, to }: { from: string | number; to: string | number }) {
      calls.push([Number(from), Number(to)])
      return {
        from: Number(from) - 1,
        bodies: entries.slice(Number(from) - 1, Math.min(Number(to), Number(from) + 199)),
        left: [],
        right: [],
        checkpoint: null,
      }
    },
  }
}

test('a receipt agrees with a log that has the same entries', async () => {
  const { ask, calls } = asked()
  expect(await agreesWithLog({ segments: [segment(5, 9), segment(40, 60)] }, ask)).toBe(true)
  expect(calls).toEqual([
    [5, 9],
    [40, 60],
  ])
})

test('a long run is requested in parts of two hundred', async () => {
  const { ask, calls } = asked()
  expect(await agreesWithLog({ segments: [segment(1, 420)] }, ask)).toBe(true)
  expect(calls).toEqual([
    [1, 200],
    [201, 400],
    [401, 420],
  ])
})

test('a changed or missing entry is noticed', async () => {
  const changed = log.with(41, (log[41] ?? '').replace('"141"', '"142"'))
  const receipt = { segments: [segment(40, 60)] }
  expect(await agreesWithLog(receipt, asked(changed).ask)).toBe(false)
  expect(await agreesWithLog(receipt, asked(log.slice(0, 50)).ask)).toBe(false)
})

test('an invalid segment does not agree', async () => {
  expect(await agreesWithLog({ segments: [{ from: 0, bodies: ['{}'] }] }, asked().ask)).toBe(false)
})
