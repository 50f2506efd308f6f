import { OPENING_LIMITS, staysStopped, type EngineLimits } from '@tickmark/core/arbitrage/trading/limits'
import type { Selectable } from 'kysely'
import type { Db, Reader, Tx } from '../db/pool.ts'
import type { ArbitrageEngineTable } from './tables.ts'

const CAUSES = ['operator', 'open_rests', 'day_loss'] as const
export type StopCause = (typeof CAUSES)[number]

/** The engine as all processes see it. */
export interface EngineRow {
  holder: string | null
  lookedAtMs: number | null
  stopped: { why: StopCause; atMs: number } | null
  limits: EngineLimits
}

/** Whether it may begin nothing new now. */
export function isStopped({ stopped }: EngineRow, nowMs: number): boolean {
  return stopped !== null && staysStopped(stopped, nowMs)
}

/** The engine's row; before its first start, with the opening limits. */
export async function readEngine(reader: Reader): Promise<EngineRow> {
  return engineOf(await reader.selectFrom('arbitrage_engine').selectAll().executeTakeFirst())
}

/** Locks the engine's row until the end of the transaction; creates it on first use. */
export async function lockEngine(tx: Tx): Promise<EngineRow> {
  await insertEngine(tx)
  return engineOf(await tx.selectFrom('arbitrage_engine').selectAll().forUpdate().executeTakeFirst())
}

/** From now on only this holder begins trades. */
export async function takeEngine(tx: Tx, holder: string): Promise<void> {
  await lockEngine(tx)
  await tx.updateTable('arbitrage_engine').set({ holder }).execute()
}

export async function markLooked(db: Db, holder: string, atMs: number): Promise<void> {
  await db
    .updateTable('arbitrage_engine')
    .set({ looked_at_ms: BigInt(atMs) })
    .where('holder', '=', holder)
    .execute()
}

export async function setStopped(tx: Tx, why: StopCause | null, atMs: number): Promise<void> {
  const stopped = why === null ? null : CAUSES.indexOf(why) + 1
  await tx
    .updateTable('arbitrage_engine')
    .set({ stopped, stopped_at_ms: why === null ? null : BigInt(atMs) })
    .execute()
}

export async function setLimits(tx: Tx, limits: EngineLimits): Promise<void> {
  await tx.updateTable('arbitrage_engine').set(columnsOf(limits)).execute()
}

async function insertEngine(tx: Tx): Promise<void> {
  await tx
    .insertInto('arbitrage_engine')
    .values({
      holder: null,
      looked_at_ms: null,
      stopped: null,
      stopped_at_ms: null,
      ...columnsOf(OPENING_LIMITS),
    })
    .onConflict((clash) => clash.doNothing())
    .execute()
}

function columnsOf({ mostTrade, leastProfit, dayLoss, openRests }: EngineLimits) {
  return { most_trade: mostTrade, least_profit: leastProfit, day_loss: dayLoss, open_rests: openRests }
}

function engineOf(row: Selectable<ArbitrageEngineTable> | undefined): EngineRow {
  if (!row) return { holder: null, lookedAtMs: null, stopped: null, limits: OPENING_LIMITS }
  const why = row.stopped === null ? undefined : CAUSES[row.stopped - 1]
  return {
    holder: row.holder,
    lookedAtMs: row.looked_at_ms === null ? null : Number(row.looked_at_ms),
    stopped: why && row.stopped_at_ms !== null ? { why, atMs: Number(row.stopped_at_ms) } : null,
    limits: {
      mostTrade: row.most_trade,
      leastProfit: row.least_profit,
      dayLoss: row.day_loss,
      openRests: row.open_rests,
    },
  }
}
