import type { LogEntry, RulesEntry } from '@tickmark/core/log/log'
import { PRESENT_RULES } from '@tickmark/core/orders/presentRules'
import { expect, test } from 'vitest'
import { nodeCrypto } from '../crypto/nodeCrypto.ts'
import { houseWith, KEYS } from '../toyHouse.testing.ts'
import { announcedRules } from './announcedRules.ts'

const HOUR_MS = 3_600_000
const rules = (seq: number, before: number, from: number): RulesEntry => {
  return { kind: 'rules', seq, at: 0, from, before, rules: PRESENT_RULES }
}
const TICK: LogEntry = { kind: 'tick', seq: 1, at: 0, prices: {} }

/** The numbers of the rules in force from a time on, of which none lies in the part of the log that was read. */
async function found(entries: readonly RulesEntry[], fromMs: number, read: readonly RulesEntry[] = []) {
  const chain = { newest: 4, fromMs, log: { rules: [...read] } }
  const all = await announcedRules(houseWith([TICK, ...entries]), chain, KEYS, nodeCrypto)
  return typeof all === 'string' ? all : all.map(({ seq }) => seq)
}

const CHAIN = [rules(2, 0, 0), rules(3, 2, 2 * HOUR_MS), rules(4, 3, 4 * HOUR_MS)]

test.each([
  [4 * HOUR_MS + 1, [4]],
  [4 * HOUR_MS, [4]],
  [4 * HOUR_MS - 1, [3, 4]],
  [2 * HOUR_MS, [3, 4]],
  [2 * HOUR_MS - 1, [2, 3, 4]],
])('of rules announced long before, those in force from %i ms on are %j', async (fromMs, seqs) => {
  expect(await found(CHAIN, fromMs)).toEqual(seqs)
})

test.each([
  [HOUR_MS + 1, [2, 3, 4]],
  [HOUR_MS, [2, 3, 4]],
  [HOUR_MS - 1, 'hasty_rules'],
])('rules that take effect %i ms after those before them', async (ms, told) => {
  for (const place of [1, 2]) {
    const froms = [0, 2 * HOUR_MS, 4 * HOUR_MS]
    const late = froms.map((from, i) => (i === place ? (froms[i - 1] ?? 0) + ms : from))
    const chain = [rules(2, 0, 0), rules(3, 2, late[1] ?? 0), rules(4, 3, late[2] ?? 0)]
    expect(await found(chain, 0)).toEqual(told)
  }
})

test.each([
  ['themselves', rules(4, 4, 4 * HOUR_MS)],
  ['later ones', rules(4, 5, 4 * HOUR_MS)],
  ['an entry that is none', rules(4, 1, 4 * HOUR_MS)],
])('rules that name %s as those before them hide some', async (_, last) => {
  expect(await found([...CHAIN.slice(0, 2), last], 0)).toBe('hidden_rules')
})

test('rules announced in the part that was read come after those, each once', async () => {
  const [, third, fourth] = CHAIN as [RulesEntry, RulesEntry, RulesEntry]
  expect(await found(CHAIN, 0, [third, fourth, rules(5, 4, 8 * HOUR_MS)])).toEqual([2, 3, 4, 5])
})
