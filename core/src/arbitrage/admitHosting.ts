import { nextMidnight } from '../days.ts'
import { accept, refuse, type Decision } from '../decision.ts'
import { pauseAt, type PauseRefusal, type Pauses } from '../limits/pauses.ts'
import type { Amount } from '../money/money.ts'
import { PROGRAMME, type HostingProduct } from './programme.ts'

/** Open orders per user and book: each costs the house a line a day. */
export const MOST_OPEN = 50
/** New orders per user and UTC day: each is a statement in everybody's files of two days, even if its owner leaves at once. */
export const MOST_A_DAY = 200

export type PrincipalRefusal =
  | { code: 'hosting_amount_invalid' }
  | { code: 'hosting_amount_outside'; least: Amount; most: Amount }

/** The principal that a product takes: whole cents within its bounds. Null stands for an input that is no amount. */
export function checkPrincipal(
  amount: Amount | null,
  { least, most }: Pick<HostingProduct, 'least' | 'most'>,
): Decision<Amount, PrincipalRefusal> {
  if (amount === null || amount <= 0n || amount % PROGRAMME.unit !== 0n)
    return refuse({ code: 'hosting_amount_invalid' })
  if (amount < least || amount > most) return refuse({ code: 'hosting_amount_outside', least, most })
  return accept(amount)
}

/** The facts that, besides the amount, decide whether a user may host now. */
export interface HostingFacts {
  /** Whether the log still lacks a statement that it should have. */
  isLogLate: boolean
  pauses: Pauses
  /** The user's open orders in the book. */
  open: number
  /** The orders that the user placed this UTC day, in both books. */
  placedToday: number
  /** The user's balance. */
  available: Amount
}

export type HostingRefusal =
  | { code: 'hosting_paused' }
  | PauseRefusal
  | { code: 'hostings_full'; most: number }
  /** `waitMs` is the time until the next UTC day. */
  | { code: 'too_many_requests'; waitMs: number }
  | { code: 'insufficient_funds'; available: Amount }

/** Why a user may not host an amount now; null when he may. */
export function whatRefusesHosting(
  amount: Amount,
  { isLogLate, pauses, open, placedToday, available }: HostingFacts,
  nowMs: number,
): HostingRefusal | null {
  if (isLogLate) return { code: 'hosting_paused' }
  const pause = pauseAt(pauses, nowMs)
  if (pause) return pause
  if (open >= MOST_OPEN) return { code: 'hostings_full', most: MOST_OPEN }
  if (placedToday >= MOST_A_DAY) return { code: 'too_many_requests', waitMs: nextMidnight(nowMs) - nowMs }
  return available < amount ? { code: 'insufficient_funds', available } : null
}
