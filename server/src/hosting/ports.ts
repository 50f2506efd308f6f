import type { VenueState } from '@tickmark/core/arbitrage/venue'
import type { Amount } from '@tickmark/core/money/money'
import type { engineState } from '@tickmark/wire/schemas/arbitrage'
import type * as z from 'zod/mini'
import type { Db, Reader, Tx } from '../db/pool.ts'
import type { Runtime } from '../module/runtime.ts'

export type EngineState = z.output<typeof engineState>

/** Trade and move lines that a day's close counts: numbers `first` to `last`, none when `last` is `first` − 1. */
export interface TradesToShare {
  first: number
  last: number
  /** Sum of their profits, less the costs of moves, in units of USDT. */
  profit: Amount
  /** Their texts, in the order of their numbers. */
  lines: readonly string[]
}

/** What one of the programme's venues is and holds. */
export interface VenueHoldings {
  venue: number
  name: string
  state: VenueState
  takerPpm: bigint
  holdings: readonly { coin: string; amount: Amount }[]
}

/** The programme that trades, as hosting sees it. */
export interface ProgrammePort {
  /** Lets no line get its number until the end of the transaction. Taken before any book's lock. */
  lockTrades(tx: Tx): Promise<void>
  /** The lines after a number that ended before a time. */
  tradesToShare(reader: Reader, afterNumber: number, untilMs: number): Promise<TradesToShare>
  /** Whether the log has every line up to a number. */
  areLogged(reader: Reader, lastNumber: number): Promise<boolean>
  /** Profit of the lines after a number. */
  profitAfter(reader: Reader, number: number): Promise<Amount>
  engine(): EngineState | Promise<EngineState>
  venues(reader: Reader): Promise<readonly VenueHoldings[]>
}

/** Ends of a user's break and self-exclusion, ms since 1970; 0 for none. */
interface Pauses {
  breakUntilMs: number
  excludedUntilMs: number
}

/** What this module needs of others. */
export interface HostingPorts {
  programme: ProgrammePort
  pausesOf(reader: Reader, userId: number): Promise<Pauses>
  /** Whether new orders are taken at all. Those that run go on in any case. */
  isOpen: boolean
}

export interface HostingDeps extends HostingPorts, Pick<Runtime, 'clock' | 'log' | 'events'> {
  db: Db
}
