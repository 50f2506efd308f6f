import type { VenueState } from '@tickmark/core/arbitrage/trading/venue'
import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import type { Pauses } from '@tickmark/core/limits/pauses'
import type { Book } from '@tickmark/core/money/currencies'
import type { Amount } from '@tickmark/core/money/money'
import type { SignedRefusal } from '@tickmark/core/receipts/refusal'
import type { engineState } from '@tickmark/wire/schemas/arbitrage'
import type * as z from 'zod/mini'
import type { Db, Reader, Tx } from '../db/pool.ts'
import type { SignedAsk } from '../http/calls/signedAsk.ts'
import type { Owner } from '../module/funds.ts'
import type { Runtime } from '../module/runtime.ts'
import type { Signer } from '../platform/keys.ts'

export type EngineState = z.output<typeof engineState>

/** The programme's lines that a day's close counts: numbers `first` to `last`, none when `last` is `first` − 1. */
export interface TradesToShare {
  first: number
  last: number
  /** Sum of their profits, less the costs of moves, in units of USDT. */
  profit: Amount
  /** Their texts, in the order of their numbers. */
  lines: readonly string[]
}

/** One of the programme's venues, with its balances. */
export interface VenueHoldings {
  venue: number
  name: string
  state: VenueState
  takerPpm: bigint
  holdings: readonly { coin: string; amount: Amount }[]
}

/** The trading programme, as hosting sees it. */
export interface ProgrammePort {
  /** No other transaction can number a line until this one ends. Taken before any book's lock. */
  lockTrades(tx: Tx): Promise<void>
  /** The lines after a number that ended before a time. */
  tradesToShare(reader: Reader, afterNumber: number, untilMs: number): Promise<TradesToShare>
  /** Number and time of the newest line; 0 before the first. Call it under `lockTrades`. */
  lastLine(tx: Tx): Promise<{ number: number; atMs: number }>
  /** Whether the log has every line up to a number. */
  areLogged(reader: Reader, lastNumber: number): Promise<boolean>
  /** Profit of the lines after a number. */
  profitAfter(reader: Reader, number: number): Promise<Amount>
  engine(): EngineState | Promise<EngineState>
  venues(reader: Reader): Promise<readonly VenueHoldings[]>
}

/** A signed refusal with the facts in its text. */
export interface KeptRefusal extends SignedRefusal {
  facts: Record<string, string>
}

/** A signed text with the hash of the session's key, in hex. */
interface SignedText {
  text: string
  signature: string
  session: string
}

/** Stores owners' signed texts: each is carried out or refused, never both. */
export interface ConsentPort {
  /**
   * Stores a text with what it did; false when its session used the nonce before, or the text was already carried out or refused.
   */
  accept(tx: Tx, done: { id: string; book: Book; closes: boolean }, ask: SignedAsk): Promise<boolean>
  /** The owner's signed texts for an order and for its early end; null where nothing was signed. */
  signedFor(reader: Reader, orderId: string): Promise<{ order: SignedText | null; close: SignedText | null }>
  /** Ids of a book's hosting orders that a session's key, in hex, ended early. */
  endedBy(reader: Reader, session: string, book: Book): Promise<string[]>
  /** Runs the work for a signed request: a refusal becomes a signed one, except `busy`, which is not final. */
  orRefuse<T>(ask: SignedAsk | null, work: () => Promise<T>, whose: Owner): Promise<T>
  /** Whether a text was accepted, or its refusal. Refuses an expired one for good; null while it may still be accepted. */
  settle(ask: SignedAsk, whose: Owner): Promise<'accepted' | KeptRefusal | null>
}

/** What this module needs from others. */
export interface HostingPorts {
  consents: ConsentPort
  /** The delegation to a session's key, by the key's hash. */
  delegationOf(session: string): Promise<SignedDelegation | null>
  programme: ProgrammePort
  pausesOf(reader: Reader, userId: number): Promise<Pauses>
  /** Whether new orders are accepted. Running orders go on in any case. */
  isOpen: boolean
}

export interface HostingDeps extends HostingPorts, Pick<Runtime, 'clock' | 'log' | 'events'> {
  db: Db
  /** The log's newest signed head; null before the first. */
  market: {
    head(): { size: number; note: string } | null
    /** The log's receipts keys (hex), also former ones: a statement outlives the key that signed it. */
    receiptsKeys(): Promise<readonly string[]>
  }
  /** Holds the receipts key, which signs statements about hosting orders. */
  signer: Signer
}
