import { DAY_MS, HOUR_MS } from '../days.ts'
import { parseAmount, type Amount } from '../money/money.ts'

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

/** Allowed transitions. Every state that is not final has one that needs no operator. */
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

/** Whether the amount is still in the user's hold. */
export function isPending(state: WithdrawalState): boolean {
  return WITHDRAWAL_STEPS[state].length > 0
}

/**
 * Whether the owner may cancel: only until the server knows of a signature. The signer has the last word on whether one exists.
 */
export function isCancellable(state: WithdrawalState): boolean {
  return WITHDRAWAL_STEPS[state].includes('cancelled')
}

/** Whether a request still waits for time or operators to approve it: only then may it be rejected. */
export function isWaiting(state: WithdrawalState): boolean {
  return WITHDRAWAL_STEPS[state].includes('rejected')
}

/** The API's three statuses of a state: 0 pending, 1 success, 2 failed. */
export function recordStatus(state: WithdrawalState): 0 | 1 | 2 {
  if (isPending(state)) return 0
  return state === 'final' ? 1 : 2
}

/**
 * A request is approved after this time unless two operators reject it. It takes longer while fewer than two operators may vote
 * and one was revoked lately; the database's function `silence_ms` decides how long, because a trigger enforces it.
 */
export const SILENCE_MS = DAY_MS
/** Number of operators who must agree. */
export const OPERATORS_NEEDED = 2

/** The sum that a user may withdraw in 24 h before two operators must approve, by currency code. */
const UNASKED: Readonly<Record<string, string>> = {
  USDT: '10000',
  USDC: '10000',
  ETH: '3',
  BTC: '0.15',
  TRX: '60000',
  BNB: '15',
  SOL: '60',
}

export const LIMIT_WINDOW_MS = DAY_MS
/** In an hour all users together may withdraw this many times one user's limit before operators must approve. */
const USERS_AN_HOUR = 5n
export const VELOCITY_WINDOW_MS = HOUR_MS

/** The reason of a withdrawal that its owner cancelled: the signer has promised never to sign it. */
export const CANCELLED_BY_OWNER = 'intent_revoked'

/** Amounts that left or can still leave, in the same currency. */
export interface WithdrawnBefore {
  /**
   * By the user in the last 24 h. A cancelled request also counts if it used part of the hour's sum: otherwise a few users could
   * request and cancel repeatedly and make everybody else wait for operators, at no cost.
   */
  own: Amount
  /** By all users in the last hour, without operators' approval. */
  unasked: Amount
}

/** Limits without operators: for one user in 24 h, and for all users in an hour. */
export function unaskedBounds(code: string): { own: Amount; everybody: Amount } {
  const own = parseAmount(UNASKED[code] ?? '0') ?? 0n
  return { own, everybody: USERS_AN_HOUR * own }
}

/**
 * Why operators must approve, or null: the amount exceeds the rest of the user's limit, or of the hourly limit of all users. A
 * large withdrawal that operators decide about does not use up the hourly limit.
 */
export function whyAsked(code: string, before: WithdrawnBefore, amount: Amount): 'own' | 'everybody' | null {
  const most = unaskedBounds(code)
  if (before.own + amount > most.own) return 'own'
  return before.unasked + amount > most.everybody ? 'everybody' : null
}

/** Whether operators must approve; see `whyAsked`. */
export function needsApproval(code: string, before: WithdrawnBefore, amount: Amount): boolean {
  return whyAsked(code, before, amount) !== null
}

/** The facts that decide the state of a request. Times in milliseconds since 1970. */
export interface Request {
  requestedAtMs: number
  /** When the address may be paid; `requestedAtMs` or earlier when it needs no waiting. */
  addressFromMs: number
  /** Whether the amount exceeds the user's 24 h limit or all users' hourly limit without operators. */
  needsApproval: boolean
  approvals: number
  rejections: number
  /** Time after which silence approves: `SILENCE_MS` or longer. */
  silenceMs: number
}

/** The state of a request before approval. Two operators reject; their silence approves; a new address waits. */
export function standingOf(
  request: Request,
  nowMs: number,
): 'requested' | 'held_new_address' | 'approved' | 'rejected' {
  if (request.rejections >= OPERATORS_NEEDED) return 'rejected'
  if (nowMs < movesAtMs(request, 'held_new_address')) return 'held_new_address'
  const isAgreed = request.approvals >= OPERATORS_NEEDED || nowMs >= movesAtMs(request, 'requested')
  return isAgreed ? 'approved' : 'requested'
}

/** When time alone moves a request to its next state: its address has waited, or silence counts as approval. */
export function movesAtMs(
  { addressFromMs, needsApproval, requestedAtMs, silenceMs }: Omit<Request, 'approvals' | 'rejections'>,
  state: WithdrawalState,
): number {
  if (state === 'held_new_address') return addressFromMs
  return state === 'requested' && needsApproval ? requestedAtMs + silenceMs : 0
}

/** When a request is approved by time alone, unless two operators reject it. */
export function goesOnAtMs(request: Omit<Request, 'approvals' | 'rejections'>): number {
  return Math.max(movesAtMs(request, 'held_new_address'), movesAtMs(request, 'requested'))
}

/** Longest idle time of a withdrawal that needs nobody's decision. */
export const STUCK_MS = 10 * 60_000

/** Longest time a sent payment may be on its way: twice the time of its chain's confirmations. */
export function onItsWayMs({
  confirmations,
  blockSeconds,
}: {
  confirmations: number
  blockSeconds: number
}): number {
  return 2 * confirmations * blockSeconds * 1000
}
