import { ONE } from '@tickmark/core/money/money'
import { runs } from '@tickmark/core/runs.testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutLine, isStatement } from '../../db/cuts.testing.ts'
import type { HouseKeys } from '@tickmark/core/receipts/receipts'
import { openDatabase } from '../../db/pool.ts'
import { silentLog } from '../../platform/log.ts'
import { leavesOf, rootOf } from '../closing/dayLines.ts'
import { closedDays, type ClosedDay } from '../dayStore.ts'
import { DAY_MS, openHostingFixture, type HostingFixture } from '../hosting.testing.ts'
import { AT_ONCE, dayFile, type DayFileDeps } from './dayFile.ts'

const START_MS = Date.parse('2027-01-10T12:00:00Z')
const ORDERS = runs(2 * AT_ONCE + 1, 100_000)
const FIELDS = 'format,day,segments,proof,checkpoint,trades,payouts,earlier,hostings,keys'
const MOST_OF_A_LINE = 400
const EVIDENCE = { segments: [{ from: 1, bodies: ['{}'] }], proof: [], checkpoint: 'a note' }
const KEYS: HouseKeys = { origin: 'house', log: '', receipts: '' }

let hosting: HostingFixture
beforeAll(async () => void (hosting = await openHostingFixture(START_MS)))
afterAll(() => hosting.close())

/** Makes a user's orders at once, with logged statements; the money behind them plays no part here. */
async function host(userId: number): Promise<void> {
  await sql`with placed as (
      insert into hosting_order (id, number, user_id, book, mid, version, days, upper_ppm, exit_fee_ppm, principal,
        placed_at_ms, shares_from_ms, expires_at_ms)
      select gen_random_uuid(), n, ${userId}::bigint, n % 2, 2, 1, 30, 400, 10000, (500 + n % 1000) * 100000000::bigint,
        ${START_MS}::bigint, ${START_MS + DAY_MS / 2}::bigint, ${START_MS + DAY_MS / 2 + 30 * DAY_MS}::bigint
      from generate_series(1, ${ORDERS}::int) as n returning *)
    insert into hosting_statement (number, kind, order_id, at_ms, text, signature, log_seq)
    select number, 0, id, placed_at_ms, 'ticket "' || number || '"', decode(repeat('00', 64), 'hex'), 1
    from placed order by number`.execute(hosting.deps.db)
}

/** A day's file as it is sent: its text, its longest piece, and the number of queries before each piece. */
async function sent(day: ClosedDay): Promise<{ text: string; longest: number; reads: number[] }> {
  let statements = 0
  const line = await cutLine(hosting.test.database, (message) => {
    if (isStatement(message)) statements++
    return null
  })
  const database = openDatabase(line.url, silentLog())
  const market: DayFileDeps['market'] = { evidence: () => Promise.resolve(EVIDENCE), keys: () => KEYS }
  const deps = { db: database.db, programme: hosting.deps.programme, market }
  const file = { text: '', longest: 0, reads: [] as number[] }
  for await (const piece of (await dayFile({ ...day, logSeq: 1 }, deps)) ?? []) {
    file.text += piece
    file.longest = Math.max(file.longest, piece.length)
    file.reads.push(statements)
  }
  await database.close()
  await line.close()
  return file
}

test('a day’s file is streamed: its beginning goes out first, and its lines are never all in memory', async () => {
  await host(await hosting.user(ONE))
  for (const days of [0, 1, 2]) {
    if (days > 0) await hosting.trade(100n * ONE)
    await hosting.goTo(START_MS + DAY_MS / 2 + days * DAY_MS)
  }
  const [third, second, first] = await closedDays(hosting.deps.db, 3)
  const tickets = Array.from({ length: ORDERS }, (_, n) => `ticket "${n + 1}"`)
  for (const [day, before, hostings] of [
    [second, first, tickets],
    [third, second, []],
  ] as const) {
    if (!day || !before) throw new Error('three days are closed')
    const { text, longest, reads } = await sent(day)
    const file = JSON.parse(text) as Record<'payouts' | 'earlier' | 'hostings', string[]>
    expect(Object.keys(file).join()).toBe(FIELDS)
    expect(JSON.stringify(file)).toBe(text)
    expect(file.payouts.length).toBe(ORDERS)
    expect(rootOf(leavesOf(file.payouts))).toEqual(day.payouts)
    expect(rootOf(leavesOf(file.earlier))).toEqual(before.payouts)
    expect(file.hostings).toEqual(hostings)
    // Two of the lists are long; their pieces are read after the first piece is sent.
    expect((reads.at(-1) ?? 0) - (reads[0] ?? 0)).toBeGreaterThanOrEqual(2 * Math.ceil(ORDERS / AT_ONCE))
    expect(longest).toBeLessThan(AT_ONCE * MOST_OF_A_LINE)
  }
})
