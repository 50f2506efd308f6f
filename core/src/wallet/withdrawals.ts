import { assert } from '../assert.ts'
import type { Amount } from '../money/money.ts'

/** States of a withdrawal; the number is stored and never changes meaning. */
export const WITHDRAWAL_STATES = {
  requested: 0,
  held_new_address: 1,
  approved: 2,
  built: 3,
  signed: 4,
  broadcast: 5,
  final: 6,
  cancelled: 7,
  rejected: 8,
  dead: 9,
} as const
export type WithdrawalState = keyof typeof WITHDRAWAL_STATES

/** Where each state may lead. Every state that is not an end has a way on that needs nobody but the clock or the chain. */
export const WITHDRAWAL_STEPS: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  requested: ['approved', 'held_new_address', 'cancelled', 'rejected'],
  held_new_address: ['approved', 'requested', 'cancelled', 'rejected'],
  approved: ['built', 'cancelled'],
  built: ['signed', 'cancelled', 'dead'],
  signed: ['broadcast', 'final', 'dead'],
  broadcast: ['final', 'dead'],
  final: [],
  cancelled: [],
  rejected: [],
  dead: [],
}

export function mayBecome(from: WithdrawalState, to: WithdrawalState): boolean {
  return WITHDRAWAL_STEPS[from].includes(to)
}

/** Whether the money still lies in the user's hold. */
export function isPending(state: WithdrawalState): boolean {
  return WITHDRAWAL_STEPS[state].length > 0
}

/** Whether its owner may ask for it back: until a signature of the house is known. Whether one exists, the signer knows. */
export function isCancellable(state: WithdrawalState): boolean {
  return WITHDRAWAL_STEPS[state].includes('cancelled')
}

/** The product's three words for a state: 0 pending, 1 success, 2 failed. */
export function recordStatus(state: WithdrawalState): 0 | 1 | 2 {
  if (isPending(state)) return 0
  return state === 'final' ? 1 : 2
}

/** An operator who says nothing for this long has approved. */
export const SILENCE_MS = 24 * 3_600_000
/** How long a new address waits for an owner who asked for that. */
export const NEW_ADDRESS_MS = 24 * 3_600_000
/** How many operators have to agree. */
export const OPERATORS_NEEDED = 2

/** What decides where a request stands. Times in milliseconds since 1970. */
export interface Request {
  requestedAtMs: number
  /** The address may be paid from then on; `requestedAtMs` or earlier for one that never waits. */
  addressFromMs: number
  /** With what the user withdrew in the 24 h before, above the limit under which nobody is asked. */
  needsApproval: boolean
  approvals: number
  rejections: number
}

/** Where a request that is not yet approved stands now. Rejection needs two, silence approves, and a new address waits. */
export function standingOf(
  request: Request,
  nowMs: number,
): 'requested' | 'held_new_address' | 'approved' | 'rejected' {
  if (request.rejections >= OPERATORS_NEEDED) return 'rejected'
  const isAgreed =
    !request.needsApproval ||
    request.approvals >= OPERATORS_NEEDED ||
    nowMs - request.requestedAtMs >= SILENCE_MS
  if (nowMs < request.addressFromMs) return 'held_new_address'
  return isAgreed ? 'approved' : 'requested'
}

/** When time alone has approved a request, unless two people reject it: its address may be paid, and silence counts as a yes. */
export function goesOnAtMs({
  addressFromMs,
  needsApproval,
  requestedAtMs,
}: Omit<Request, 'approvals' | 'rejections'>): number {
  return Math.max(addressFromMs, needsApproval ? requestedAtMs + SILENCE_MS : 0)
}

/** How a hold of amount and fee cap ends when the payment is final. */
export interface Payout {
  /** Left the books: the amount, and the network's fee when it is paid in the same coin. */
  toOutside: Amount
  /** To the house, which paid the network's fee in another coin. */
  toFees: Amount
  /** Back to the user: what the fee stayed below its cap. */
  toUser: Amount
}

/** The three parts of a hold; they sum to amount + fee cap. A fee above the cap is the house's loss, not the user's. */
export function payoutOf(amount: Amount, feeCap: Amount, fee: Amount, paidInKind: boolean): Payout {
  assert(amount > 0n && feeCap >= 0n && fee >= 0n, 'sums of a payout are not negative')
  const charged = fee < feeCap ? fee : feeCap
  return {
    toOutside: paidInKind ? amount + charged : amount,
    toFees: paidInKind ? 0n : charged,
    toUser: feeCap - charged,
  }
}
