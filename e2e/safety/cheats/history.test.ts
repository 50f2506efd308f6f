import type { LogEntry } from '@tickmark/core/log/log'
import { readEntryTexts } from '@tickmark/core/log/readEntries'
import { runs } from '@tickmark/core/runs.testing'
import { readEntries } from '@tickmark/server/market/store'
import { run } from '@tickmark/verify/main'
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type LogCheat, setCheatingHouse } from '../../support/house/cheatingHouse.ts'
import { newWatcher } from '../../support/house/watchers.ts'
import { HONEST, judgeAll, placeWinners, type Winner } from '../../support/house/winners.ts'

const house = setCheatingHouse()
const ORDERS = runs(10, 1_000)
const AT_ONCE = Math.min(ORDERS, 50)

interface HistoryCheat {
  what: string
  /** Rewrites the log while the orders are open. */
  rewrite(winner: Winner): Promise<void>
}

/** Prices that put an order's entry out of reach of its settlement price. */
function worse({ pid, direction, entryS }: Winner, second: number, price: string): string {
  if (second !== entryS) return price
  return pid > 0 && direction === 'up' ? String(BigInt(price) * 2n) : String(BigInt(price) / 2n)
}

const repriced = (winner: Winner) => (entries: readonly LogEntry[]) =>
  entries.map((entry): LogEntry => {
    if (entry.kind !== 'tick') return entry
    const price = entry.prices[winner.pid] ?? '0'
    return {
      ...entry,
      prices: { ...entry.prices, [winner.pid]: worse(winner, entry.at / 1_000, price) },
    }
  })

/** Every price of every coin one unit higher, and the entry's to the house's liking: all ticks are others. */
const allRepriced = (winner: Winner) => (entries: readonly LogEntry[]) =>
  repriced(winner)(entries).map((entry): LogEntry => {
    if (entry.kind !== 'tick') return entry
    const raised = Object.entries(entry.prices).map(([pid, price]) => [pid, String(BigInt(price) + 1n)])
    return { ...entry, prices: Object.fromEntries(raised) as Record<string, string> }
  })

const CHEATS: HistoryCheat[] = [
  {
    what: 'goes back to a copy of its log from before their entry, and writes another price there',
    async rewrite(winner) {
      const cheat: LogCheat = {
        prices(second, drawn) {
          const price = worse(winner, second, String(drawn.get(winner.pid)))
          return new Map([...drawn, [winner.pid, BigInt(price)]])
        },
      }
      const before = (entry: LogEntry) => entry.kind !== 'tick' || entry.at < winner.entryS * 1_000
      await house.rewrite((entries) => {
        const end = entries.findIndex((entry) => !before(entry))
        return entries.slice(0, end)
      }, cheat)
    },
  },
  {
    what: 'rewrites all ticks of its log',
    rewrite: (winner) => house.rewrite(allRepriced(winner)),
  },
]

test.each(runs(CHEATS.slice(0, 1), CHEATS))(
  'a house that $what turns winning orders, and every witness has evidence of a fork',
  async ({ rewrite }) => {
    const honest = await placeWinners(house, AT_ONCE)
    await house.pass(67)
    expect(await judgeAll(house, honest)).toEqual(HONEST)
    for (let turned = 0; turned < ORDERS; turned += AT_ONCE) {
      const winners = await placeWinners(house, AT_ONCE)
      await house.pass(5)
      const watcher = newWatcher(house)
      expect(await watcher.look()).toMatchObject({ kind: 'fine' })
      await rewrite(winners[0] as Winner)
      await house.pass(62)
      // The false log agrees with itself, so that a receipt alone cannot show what it was before.
      expect(await judgeAll(house, winners)).toEqual({ ...HONEST, outcome: 'lost' })
      const found = await watcher.look()
      expect(found).toMatchObject({ kind: 'alarm', problem: 'fork' })
      const file = found.kind === 'alarm' ? (found.file ?? '') : ''
      const evidence = run([file, '--keys', 'keys'], (path) =>
        path === 'keys' ? house.published : readFileSync(path, 'utf8'),
      )
      expect(evidence).toMatchObject({ code: 0, text: expect.stringContaining('FORK:') as string })
    }
  },
  runs(300_000, 3 * 3_600_000),
)

test('the application’s own role in the database cannot change the log', async () => {
  const { db } = house.app.runtime.database
  for (const table of ['log_entry', 'log_tile', 'log_day'])
    await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow('permission denied')
  for (const statement of [
    sql`update log_entry set body = ''`,
    sql`truncate log_entry cascade`,
    sql`alter table log_entry disable trigger user`,
    sql`set session_replication_role = replica`,
  ])
    await expect(statement.execute(db)).rejects.toThrow(/permission denied|must be owner/)
  const rows = await readEntries(db, 1, 100_000)
  const bodies = rows.map(({ body }) => body)
  expect(readEntryTexts(bodies, 1).ok).toBe(true)
})
