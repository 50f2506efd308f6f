import { HONEST } from '@tickmark/core/arbitrage/day/toldDay.testing'
import { END } from '@tickmark/core/arbitrage/day/toyDay.testing'
import type { LogEntry, YieldEntry } from '@tickmark/core/log/log'
import { expect, test } from 'vitest'
import { nodeCrypto } from '../crypto/nodeCrypto.ts'
import { findSecondYield } from './secondYield.ts'
import { houseWith, KEYS } from '../toyHouse.testing.ts'

const tickAt = (seq: number, at: number): LogEntry => ({ kind: 'tick', seq, at, prices: {} })
const yieldAt = (seq: number, at: number): YieldEntry => ({ ...HONEST.entry, before: 0, seq, at })
const entry = yieldAt(2, END)
const begun: LogEntry[] = [tickAt(1, END - 1_000), entry, tickAt(3, END + 1_000)]

test.each<[what: string, log: LogEntry[], problem: string | null]>([
  ['one yield of the day', begun, null],
  ['a second one', [...begun, yieldAt(4, END + 2_000), tickAt(5, END + 3_000)], 'second_yield'],
  [
    'another one in its place',
    [tickAt(1, END - 1_000), yieldAt(2, END + 1), tickAt(3, END + 1_000)],
    'not_in_log',
  ],
])('--full reads the log beyond the day: %s', async (_, log, problem) => {
  expect(await findSecondYield(houseWith(log), entry, KEYS, nodeCrypto)).toBe(problem)
  const other = { ...KEYS, log: KEYS.receipts }
  expect(await findSecondYield(houseWith(log), entry, other, nodeCrypto)).toBe('other_keys')
})
