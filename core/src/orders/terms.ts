import type { Amount } from '../money/money.ts'

export type Direction = 'up' | 'down'
export type Outcome = 'won' | 'lost' | 'tied' | 'void' | 'closed'

/** The terms that both sides agreed on. */
export interface Terms {
  pid: number
  durationId: number
  direction: Direction
  /** Distance from the entry price that the settlement price must pass, in millionths of it. */
  barrierPpm: number
  /** Profit on a win, in hundredths of the stake. */
  ratePct: number
  chancePpm: number
  marginPpm: number
}

/** Numbers of the log's `model` and `rules` entries that a price follows from. */
export interface PriceBasis {
  model: number
  rules: number
}

/** Money of an order, in units of its currency. */
export interface Sums {
  stake: Amount
  /** Paid on top of the stake when the order wins; reserved from the bankroll on acceptance. */
  profit: Amount
  fee: Amount
}
