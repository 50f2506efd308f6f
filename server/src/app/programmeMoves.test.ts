import { areHoldings, areMovesNeeded, haveArrived } from '@tickmark/core/arbitrage/day/checkHoldings'
import { isBefore, takenOn } from '@tickmark/core/arbitrage/day/taken'
import type { ProgrammeLine } from '@tickmark/core/arbitrage/evidence'
import { areWhole } from '@tickmark/core/arbitrage/holdings'
import { parseTradeLine } from '@tickmark/core/arbitrage/readLines'
import { DAY_MS } from '@tickmark/core/days'
import { entryBody, type YieldEntry } from '@tickmark/core/log/log'
import { ONE } from '@tickmark/core/money/money'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProgramme, START_MS, type ProgrammeFixture } from '../arbitrage/arbitrage.testing.ts'
import { arbitrageLogAudit } from '../arbitrage/auditLog.ts'
import { heldInventory } from '../arbitrage/holdingsStore.ts'
import { areLogged, lastLine, lockTrades, tradeLines, tradesToShare } from '../arbitrage/lines/lineStore.ts'
import type { Engine } from '../arbitrage/engine/engine.ts'
import { transact } from '../db/transact.ts'
import type { Finding } from '../module/finding.ts'
import { closeNextDay } from '../hosting/closing/closeDay.ts'
import { closedDays, newestDay } from '../hosting/dayStore.ts'
import { idleProgramme } from '../hosting/idleProgramme.testing.ts'
import { yieldEntry } from '../hosting/logging/collectYields.ts'

const programme = { ...idleProgramme, lockTrades, tradesToShare, lastLine, areLogged }

let fixture: ProgrammeFixture
beforeEach(async () => {
  fixture = await openProgramme()
  const { db } = fixture.test.database
  await sql`insert into log_entry (seq, kind, at, body, leaf)
    values (1, 'keys', ${START_MS}::bigint, '{}', ${Buffer.alloc(32)})`.execute(db)
})
afterEach(() => fixture.close())

/** A day with a profit, at the end of which the first venue is short of USDT and the second holds most of it. */
async function playDay(engine: Engine): Promise<void> {
  const { db } = fixture.test.database
  for (let i = 0; i < 5; i++) {
    fixture.goToTrade()
    await engine.look()
  }
  const held = ((await heldInventory(db)).get(1)?.get(1) ?? 0n) - 1_000n * ONE
  for (const [to, part] of [
    [2, (held * 3n) / 5n],
    [3, held - (held * 3n) / 5n],
  ] as const)
    await fixture.move({ from: 1, to, currency: 1, amount: part, cost: 0n })
  fixture.clock.advance(START_MS + DAY_MS + 1_000 - fixture.clock.nowMs())
}

const close = () => closeNextDay({ db: fixture.test.database.db, clock: fixture.clock, programme })

/** The entry of the closed day, and the lines after it, in their public form. */
async function told(): Promise<{ entry: YieldEntry; counted: ProgrammeLine[] }> {
  const { db } = fixture.test.database
  const closed = await newestDay(db)
  if (!closed) throw new Error('the day is closed')
  const entry: YieldEntry = { ...yieldEntry(closed, 0), seq: 2, at: closed.closedAtMs }
  const texts = await tradeLines(db, { first: closed.last + 1, last: closed.last + 100 })
  return { entry, counted: texts.flatMap((text) => parseTradeLine(text) ?? []) }
}

/** When the engine decided a move: after the close, before it, or before it with its arrival after it. */
const ORDERS: Record<string, (engine: Engine) => Promise<void>> = {
  async after(engine) {
    await close()
    await engine.look()
  },
  async before(engine) {
    await engine.look()
    await close()
  },
  async around(engine) {
    await engine.stop()
    const down = fixture.engine((venues) => ({ ...venues, move: () => Promise.reject(new Error('down')) }))
    await down.look()
    await down.stop()
    await close()
    fixture.clock.advance(120_000)
    // The move under way arrives.
    await fixture.engine().look()
  },
}

test.each(Object.keys(ORDERS))('a move decided %s the close is shown as such', async (when) => {
  const engine = fixture.engine()
  await playDay(engine)
  await ORDERS[when]?.(engine)
  const { entry, counted } = await told()
  const move = counted.find((one) => one.kind === 'move')
  expect(move).toMatchObject({ from: 2, to: 1, currency: 1 })
  expect(takenOn(entry, null)).not.toBeNull()
  expect(areMovesNeeded({ entry: null, before: entry, counted })).toBe(true)
  expect(haveArrived({ entry: { ...entry, moving: [] }, before: entry, counted })).toBe(true)
  const [own] = entry.taken
  expect(move?.kind === 'move' && own && isBefore(move, own)).toBe(when !== 'after')
})

/** What the audit finds in these entries of days, as the log's entries from 2 on; nothing of it stays. */
async function auditOf(entries: readonly YieldEntry[]): Promise<string[]> {
  const found: Finding[] = []
  const undone = transact(fixture.test.database.db, async (tx) => {
    for (const [i, entry] of entries.entries())
      await sql`insert into log_entry (seq, kind, at, body, leaf) values (${2 + i}, 'yield', ${entry.at}::bigint,
        ${entryBody({ ...entry, seq: 2 + i })}, ${Buffer.alloc(32)})`.execute(tx)
    for (const rule of arbitrageLogAudit)
      found.push(...(await rule.check(tx, { since: null, next: null } as never)))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  return found.map(({ where, expected }) => `${where}: ${expected}`)
}

test('a move that stays unanswered over two midnights keeps no day open, and is counted once', async () => {
  let isDown = true
  const engine = fixture.engine((venues) => ({
    ...venues,
    move: (move) => (isDown ? Promise.reject(new Error('down')) : venues.move(move)),
  }))
  const tradeUntil = async (day: number) => {
    for (let i = 0; i < 3; i++) {
      fixture.goToTrade()
      await engine.look()
    }
    fixture.clock.advance(START_MS + day * DAY_MS + 1_000 - fixture.clock.nowMs())
    expect(await close()).toMatchObject({ day: START_MS / DAY_MS + day - 1 })
  }
  await engine.look()
  await fixture.drain(1)
  await tradeUntil(1)
  await tradeUntil(2)
  isDown = false
  await tradeUntil(3)
  const days = (await closedDays(fixture.test.database.db, 9)).toReversed()
  const entries = days.map((one): YieldEntry => ({ ...yieldEntry(one, 0), seq: 2, at: one.closedAtMs }))
  for (const [i, entry] of entries.entries()) {
    const texts = await tradeLines(fixture.test.database.db, entry)
    const counted = texts.flatMap((text) => parseTradeLine(text) ?? [])
    const day = { entry, before: entries[i - 1] ?? null, counted }
    expect(counted.some(({ kind }) => kind === 'trade')).toBe(true)
    expect([areHoldings(day), haveArrived(day), areWhole(entry, BigInt(entry.carried))]).toEqual([
      true,
      true,
      true,
    ])
    // What `drain` moved on the first day no venue needed.
    expect(areMovesNeeded(day)).toBe(i > 0)
  }
  expect(await auditOf(entries)).toEqual(['log entry 2: moves that a short venue needed'])
  const [first, second, third] = entries as [YieldEntry, YieldEntry, YieldEntry]
  expect(await auditOf([first, { ...second, held: first.held }, third])).toContain(
    'log entry 3: what the day before and its lines leave at the venues',
  )
  expect(await auditOf([first, { ...second, moving: [] }, third])).toContain(
    'log entry 3: the moves under way',
  )
  const [move, ...others] = entries[0]?.moving ?? []
  expect([move?.currency, others]).toEqual([1, []])
  expect(entries.map(({ moving }) => moving)).toEqual([[move], [move], []])
  await fixture.expectBalanced()
})
