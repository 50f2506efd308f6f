import { entryBody } from '@tickmark/core/log/log'
import { expect, test } from 'vitest'
import { agreesWithLog } from './publicLog.ts'

const HASH = 'ab'.repeat(32)
const root = { at: 0, hash: HASH, seq: 0, signature: '' }
const log = Array.from({ length: 600 }, (_, place) =>
  entryBody({ kind: 'tick', seq: place + 1, at: 1_000 * (place + 1), prices: { 1: String(100 + place) } }),
)
const segment = (from: number, to: number) => ({ prevHash: HASH, bodies: log.slice(from - 1, to), root })

function asked(entries: readonly string[] = log, prevHash = HASH) {
  const calls: [number, number][] = []
  return {
    calls,
    async ask({ from, to }: { from: string | number; to: string | number }) {
      calls.push([Number(from), Number(to)])
      return {
        prevHash,
        bodies: entries.slice(Number(from) - 1, Math.min(Number(to), Number(from) + 199)),
        roots: [],
      }
    },
  }
}

test('a receipt agrees with the log that holds the same entries', async () => {
  const { ask, calls } = asked()
  expect(await agreesWithLog({ segments: [segment(5, 9), segment(40, 60)] }, ask)).toBe(true)
  expect(calls).toEqual([
    [5, 9],
    [40, 60],
  ])
})

test('a long run is asked for in parts of two hundred', async () => {
  const { ask, calls } = asked()
  expect(await agreesWithLog({ segments: [segment(1, 420)] }, ask)).toBe(true)
  expect(calls).toEqual([
    [1, 200],
    [201, 400],
    [401, 420],
  ])
})

test('one changed entry, a missing one, or another hash before the first is noticed', async () => {
  const changed = log.with(41, (log[41] ?? '').replace('"141"', '"142"'))
  const receipt = { segments: [segment(40, 60)] }
  expect(await agreesWithLog(receipt, asked(changed).ask)).toBe(false)
  expect(await agreesWithLog(receipt, asked(log.slice(0, 50)).ask)).toBe(false)
  expect(await agreesWithLog(receipt, asked(log, 'cd'.repeat(32)).ask)).toBe(false)
})

test('a segment that is no log at all does not agree', async () => {
  expect(await agreesWithLog({ segments: [{ prevHash: HASH, bodies: ['{}'], root }] }, asked().ask)).toBe(
    false,
  )
})
