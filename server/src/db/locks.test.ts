import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOCKS, TURNS } from './locks.ts'

const server = join(import.meta.dirname, '..')
const numbers = Object.values<number>(LOCKS)
/** Networks have ids up to this, which are added to the keys of a chain's turns. */
const MOST_CHAINS = 1_000n

test('no two locks share a number, and no turn of a chain reaches another one', () => {
  expect(new Set(numbers).size).toBe(numbers.length)
  const turns = Object.values<bigint>(TURNS).toSorted((a, b) => (a < b ? -1 : 1))
  const wide: readonly bigint[] = [TURNS.chainWatcher, TURNS.payouts]
  for (const [i, turn] of turns.slice(0, -1).entries())
    expect(turns[i + 1]).toBeGreaterThan(turn + (wide.includes(turn) ? MOST_CHAINS : 0n))
})

test('each lock’s number stands in the list alone, and in the triggers that take it', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
  const elsewhere = files
    .filter((name) => name.endsWith('.ts') && !/\.test(ing)?\.ts$|db\/locks\.ts$/.test(name))
    .filter((name) => /7_?310_?\d{3}/.test(readFileSync(join(server, name), 'utf8')))
  expect(elsewhere).toEqual([])
  const inSql = files
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) => [...readFileSync(join(server, name), 'utf8').matchAll(/advisory\w*\((\d+)/g)])
    .map(([, number]) => Number(number))
  const { book, operators, actions, holds, votes } = LOCKS
  expect(new Set(inSql)).toEqual(new Set([book, operators, actions, holds, votes]))
})
