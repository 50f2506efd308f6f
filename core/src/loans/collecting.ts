import { DAY_MS, HOUR_MS } from '../days.ts'
import type { Amount } from '../money/money.ts'
import { dueFromMs, lateFromMs, overdueFromMs, type Instalment } from './schedule.ts'
import { lateFeeOf } from './terms.ts'

/** An instalment of a running loan. */
export interface OwedInstalment extends Instalment {
  isPaid: boolean
  /** The last stage announced to the borrower: an index of `TOLD`. */
  told: number
  /** When the borrower was warned of the late fee (ms since 1970); null before. */
  warnedAtMs: number | null
}

/** The state of a running loan. */
export interface RunningLoan {
  /** The borrowed amount. */
  amount: Amount
  /** All instalments, in order. */
  instalments: readonly OwedInstalment[]
  fee: FeeState
}

/** The late fee is charged once, and then owed until it is paid. */
export type FeeState = 'none' | 'owed' | 'paid'

/** One debt that is paid whole: an instalment by its number, or the late fee as 0. */
export interface Payment {
  number: number
  amount: Amount
}

/** The stages at which a borrower is notified of an instalment, in this order, each at most once. */
export const TOLD = ['nothing', 'week', 'three_days', 'day', 'uncollected', 'fee_near'] as const

export type LoanNotice =
  /** The instalment's `told` is the stage of this notice. */
  | { kind: 'due' | 'fee_near'; instalment: OwedInstalment }
  /** Whether the late fee may still come. */
  | { kind: 'uncollected'; instalment: OwedInstalment; mayCostFee: boolean }
  | { kind: 'collected'; payment: Payment }
  | { kind: 'fee_charged'; instalment: Instalment }
  | { kind: 'complete' }

/** The result of one look at a loan. */
export interface LoanLook {
  loan: RunningLoan
  payments: readonly Payment[]
  notices: readonly LoanNotice[]
  /** When to look again (ms since 1970); null for a loan that is complete. */
  againMs: number | null
}

/** First retry delay of a debt that the balance did not cover; later delays are longer. */
export const RETRY_MS = HOUR_MS
/** The late fee is announced at least this long before it is charged. */
const WARNING_MS = DAY_MS
/** The announcement starts this much earlier, so that a slightly late look still charges on the day. */
const WARNING_EASE_MS = HOUR_MS
/** How many days before its due date an instalment is announced, by index of `TOLD`. */
const DAYS_BEFORE = [7, 3, 1] as const

/**
 * Collects due debts from an available balance, charges the late fee and returns the notices. Debts are paid whole, the late fee
 * first, then oldest first; the first that the balance does not cover stops the rest. The fee is charged only after its
 * announcement (`feeFromMs`), and only if the instalment cannot be collected at that moment either: money that arrives before a
 * late look still averts it. `spread`, from 0 to 1 and fixed for a loan, keeps the retries of many loans apart.
 */
export function lookAtLoan(loan: RunningLoan, available: Amount, nowMs: number, spread: number): LoanLook {
  const first = coverable(dueDebts(loan, nowMs), available)
  const paid = afterPayments(loan, first)
  const late =
    paid.fee === 'none'
      ? paid.instalments.find((one) => !one.isPaid && feeFromMs(one, nowMs) <= nowMs)
      : undefined
  if (late === undefined) return lookOf(paid, first, collected(first), { nowMs, spread })
  const charged: RunningLoan = { ...paid, fee: 'owed' }
  const second = coverable(dueDebts(charged, nowMs), available - sumOf(first))
  const notices = [
    ...collected(first),
    { kind: 'fee_charged' as const, instalment: late },
    ...collected(second),
  ]
  return lookOf(afterPayments(charged, second), [...first, ...second], notices, { nowMs, spread })
}

/**
 * Earliest time at which an unpaid instalment costs the late fee: it is more than three days overdue and its borrower was warned
 * a whole day before; always at the end of a UTC day. After a downtime the house warns first.
 */
export function feeFromMs(
  { due, warnedAtMs }: Pick<OwedInstalment, 'due' | 'warnedAtMs'>,
  nowMs: number,
): number {
  const warnedMs = (warnedAtMs ?? nowMs) + WARNING_MS
  return Math.max(lateFromMs(due), Math.ceil(warnedMs / DAY_MS) * DAY_MS)
}

/** A manual payment: the late fee if owed, and the given number of the oldest unpaid instalments. */
export function repaymentOf(loan: RunningLoan, instalments: number): Payment[] {
  const unpaid = loan.instalments.filter((one) => !one.isPaid).slice(0, instalments)
  return [...feeOwed(loan), ...unpaid.map(({ number, amount }) => ({ number, amount }))]
}

/** The loan once these debts are paid. */
export function afterPayments(loan: RunningLoan, payments: readonly Payment[]): RunningLoan {
  const numbers = new Set(payments.map((one) => one.number))
  return {
    ...loan,
    fee: numbers.has(0) ? 'paid' : loan.fee,
    instalments: loan.instalments.map((one) => (numbers.has(one.number) ? { ...one, isPaid: true } : one)),
  }
}

/** The total still to be paid. */
export function owedOn(loan: RunningLoan): Amount {
  return sumOf(repaymentOf(loan, loan.instalments.length))
}

export function isComplete(loan: RunningLoan): boolean {
  return loan.fee !== 'owed' && loan.instalments.every((one) => one.isPaid)
}

export function sumOf(payments: readonly Payment[]): Amount {
  return payments.reduce((sum, one) => sum + one.amount, 0n)
}

/** How an instalment stands: `due` on its due date, `overdue` after it, `late` when it is more than three days overdue. */
export function standingOf(
  { isPaid, due }: Pick<OwedInstalment, 'isPaid' | 'due'>,
  nowMs: number,
): 'paid' | 'ahead' | 'due' | 'overdue' | 'late' {
  if (isPaid) return 'paid'
  if (nowMs < dueFromMs(due)) return 'ahead'
  if (nowMs < overdueFromMs(due)) return 'due'
  return nowMs < lateFromMs(due) ? 'overdue' : 'late'
}

function feeOwed({ fee, amount }: RunningLoan): Payment[] {
  return fee === 'owed' ? [{ number: 0, amount: lateFeeOf(amount) }] : []
}

function isDue({ isPaid, due }: OwedInstalment, nowMs: number): boolean {
  return !isPaid && dueFromMs(due) <= nowMs
}

function dueDebts(loan: RunningLoan, nowMs: number): Payment[] {
  const due = loan.instalments.filter((one) => isDue(one, nowMs))
  return [...feeOwed(loan), ...due.map(({ number, amount }) => ({ number, amount }))]
}

/** The leading debts that a balance covers, up to the first that it does not. */
function coverable(debts: readonly Payment[], available: Amount): Payment[] {
  const sums = debts.map((_, i) => sumOf(debts.slice(0, i + 1)))
  const stop = sums.findIndex((sum) => sum > available)
  return debts.slice(0, stop < 0 ? debts.length : stop)
}

function collected(payments: readonly Payment[]): LoanNotice[] {
  return payments.map((payment) => ({ kind: 'collected', payment }))
}

/** Adds the notices about unpaid instalments; of missed stages, only the last. */
function lookOf(
  loan: RunningLoan,
  payments: readonly Payment[],
  moved: readonly LoanNotice[],
  { nowMs, spread }: { nowMs: number; spread: number },
): LoanLook {
  const notices = [...moved]
  const instalments = loan.instalments.map((one) => {
    const stage = one.isPaid ? 0 : stageOf(one.due, loan.fee, nowMs)
    if (stage <= one.told) return one
    const next = { ...one, told: stage, warnedAtMs: TOLD[stage] === 'fee_near' ? nowMs : one.warnedAtMs }
    notices.push(noticeOf(next, loan.fee))
    return next
  })
  const after = { ...loan, instalments }
  if (isComplete(after)) notices.push({ kind: 'complete' })
  return { loan: after, payments, notices, againMs: againMs(after, nowMs, spread) }
}

function noticeOf(instalment: OwedInstalment, fee: FeeState): LoanNotice {
  const stage = TOLD[instalment.told]
  if (stage === 'uncollected') return { kind: stage, instalment, mayCostFee: fee === 'none' }
  return { kind: stage === 'fee_near' ? stage : 'due', instalment }
}

/** The last stage that an unpaid instalment has reached, as an index of `TOLD`. */
function stageOf(due: string, fee: FeeState, nowMs: number): number {
  const passed = stageTimes(due).filter((atMs) => atMs <= nowMs).length
  return passed === TOLD.length - 1 && fee !== 'none' ? passed - 1 : passed
}

/** When each stage of `TOLD` after the first begins. */
function stageTimes(due: string): number[] {
  const dueMs = dueFromMs(due)
  const warnMs = lateFromMs(due) - WARNING_MS - WARNING_EASE_MS
  return [...DAYS_BEFORE.map((days) => dueMs - days * DAY_MS), dueMs, warnMs]
}

function againMs(loan: RunningLoan, nowMs: number, spread: number): number | null {
  if (isComplete(loan)) return null
  const unpaid = loan.instalments.filter((one) => !one.isPaid)
  const marks = unpaid.flatMap((one) => [
    ...stageTimes(one.due),
    overdueFromMs(one.due),
    feeFromMs(one, nowMs),
  ])
  const retry = dueDebts(loan, nowMs).length > 0 ? [nowMs + waitMs(loan, nowMs, spread)] : []
  return Math.min(...marks.filter((atMs) => atMs > nowMs), ...retry)
}

/**
 * Retry delay for debts that the balance did not cover: an hour until one is late, from then on as long as it has been late, so
 * that each delay doubles, up to a day. `spread` takes up to a quarter off.
 */
function waitMs(loan: RunningLoan, nowMs: number, spread: number): number {
  const debts = loan.instalments.filter(
    (one) => isDue(one, nowMs) || (loan.fee === 'owed' && one.warnedAtMs !== null),
  )
  const lateMs = nowMs - Math.min(...debts.map(({ due }) => lateFromMs(due)))
  const wait = Math.min(Math.max(lateMs, RETRY_MS), DAY_MS)
  return wait - Math.floor((wait * spread) / 4)
}
