import { currencyById } from '@tickmark/core/money/currencies'
import { startOfDay } from '@tickmark/core/days'
import type { VenueState, VenueTerms } from '@tickmark/core/arbitrage/trading/venue'
import type { Amount } from '@tickmark/core/money/money'
import type { engineState } from '@tickmark/wire/schemas/arbitrage'
import type * as z from 'zod/mini'
import type { Db, Reader } from '../db/pool.ts'
import type { Clock } from '../platform/clock.ts'
import { isStopped, readEngine } from './engineStore.ts'
import { heldInventory } from './holdingsStore.ts'
import { lastTradeAt, profitSince } from './lines/lineStore.ts'
import type { Venues } from './venues.ts'

type EngineState = z.output<typeof engineState>

/** An engine that has not looked for this long counts as not running. */
const SILENT_MS = 20_000
/** The engine counts as trading for this long after its newest trade. */
const TRADING_MS = 60_000

export interface ProgrammeDeps {
  db: Db
  clock: Pick<Clock, 'nowMs'>
  venues: Venues
  isOpen(): boolean | Promise<boolean>
}

/** The engine's state in words, whichever process runs it. */
export async function engineNow({ db, clock, isOpen }: ProgrammeDeps): Promise<EngineState> {
  const nowMs = clock.nowMs()
  const engine = await readEngine(db)
  const { lookedAtMs: lookedAt, stopped } = engine
  if (stopped && isStopped(engine, nowMs)) return { state: 'stopped', why: stopped.why, lookedAt }
  if (!(await isOpen())) return { state: 'stopped', why: 'market_closed', lookedAt }
  if (lookedAt === null || nowMs - lookedAt > SILENT_MS)
    return { state: 'stopped', why: 'not_running', lookedAt }
  const tradedAt = await lastTradeAt(db)
  const isTrading = tradedAt !== null && nowMs - tradedAt <= TRADING_MS
  return { state: isTrading ? 'trading' : 'waiting', why: null, lookedAt }
}

/** Each venue with its description and its balances by the books. */
export async function venuesNow(
  reader: Reader,
  { venues }: Pick<ProgrammeDeps, 'venues'>,
): Promise<(VenueTerms & { state: VenueState; holdings: { coin: string; amount: Amount }[] })[]> {
  const held = await heldInventory(reader)
  const states = new Map((await venues.show()).map(({ venue, state }) => [venue, state]))
  return venues.terms.map((terms) => ({
    ...terms,
    state: states.get(terms.venue) ?? 'down',
    holdings: [...(held.get(terms.venue) ?? [])].map(([currency, amount]) => ({
      coin: currencyById(currency)?.code ?? '',
      amount,
    })),
  }))
}

/** Profit of the lines of the present UTC day. */
export function profitToday(reader: Reader, nowMs: number): Promise<Amount> {
  return profitSince(reader, startOfDay(nowMs))
}
