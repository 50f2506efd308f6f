import { parseAmount, type Amount } from '@tickmark/core/money/money'
import type { transferItem } from '@tickmark/wire/schemas/transfers'
import type * as z from 'zod/mini'

/** A deposit or withdrawal as in its record. */
export type TransferItem = z.output<typeof transferItem>
export type TransferKind = 'deposit' | 'withdrawal'
type KnownStep = TransferItem['steps'][number]['step']
/** The steps shown: those of the record, plus the wait for confirmations. */
export type StepName = KnownStep | 'confirmations'

/** One line of a transfer's timeline. `atMs` is null for a step still to come. */
export interface StepState {
  step: StepName
  state: 'done' | 'now' | 'later' | 'failed'
  atMs: number | null
}

const STATUSES = ['pending', 'success', 'failed'] as const

/** The text of a record's status: 0 pending, 1 success, 2 failed. */
export function statusWord(status: number): (typeof STATUSES)[number] {
  return STATUSES[status] ?? 'pending'
}

/** The change of the balance by a transfer: below zero for a withdrawal. */
export function changeBy(kind: TransferKind, { money }: Pick<TransferItem, 'money'>): Amount {
  const units = parseAmount(money) ?? 0n
  return kind === 'deposit' ? units : -units
}

/** Whether a withdrawal's fee was paid, or is the most that it may cost. */
export function feeStateOf({ status }: Pick<TransferItem, 'status'>): 'feePaid' | 'feeCap' {
  return statusWord(status) === 'success' ? 'feePaid' : 'feeCap'
}

const PATHS: Record<TransferKind, readonly StepName[]> = {
  deposit: ['seen', 'confirmations', 'credited'],
  withdrawal: ['requested', 'held_new_address', 'approved', 'signed', 'broadcast', 'final'],
}
const FAILURES: ReadonlySet<KnownStep> = new Set(['orphaned', 'cancelled', 'rejected', 'dead'])

/** All steps of a transfer in order: past, current and future ones. */
export function stepStatesOf(
  kind: TransferKind,
  item: Pick<TransferItem, 'steps' | 'confirmations' | 'needed'>,
): StepState[] {
  const times = new Map(item.steps.map((one) => [one.step as StepName, one.at]))
  const path = PATHS[kind].filter((step) => step !== 'held_new_address' || times.has(step))
  const last = path.findLastIndex((step) => times.has(step))
  const failure = item.steps.find((one) => FAILURES.has(one.step))
  if (failure) {
    return [
      ...path.filter((step) => times.has(step)).map((step) => happened(step, times)),
      { step: failure.step, state: 'failed', atMs: failure.at },
    ]
  }
  // Waiting is a lasting step: it is current until another step follows.
  const now = path[last] === 'held_new_address' ? last : last + 1
  return path.map((step, at) => {
    if (at < now) return happened(step, times)
    return { step, state: at === now ? 'now' : 'later', atMs: null }
  })
}

/**
 * Polling interval in ms while transfers on screen are pending: confirmations grow with the chain, without an event for
 * each.
 */
export function pollMsOf(items: readonly Pick<TransferItem, 'status'>[]): number | false {
  return items.some((one) => one.status === 0) && 4_000
}

/** Whether the current step waits for confirmations. */
export function isCounted(step: StepName, state: StepState['state']): boolean {
  return state === 'now' && (step === 'confirmations' || step === 'final')
}

/** Expected time for the missing confirmations in ms, at the chain's mean block time; null when none is missing. */
export function waitMs(
  item: Pick<TransferItem, 'confirmations' | 'needed'>,
  blockSeconds: number,
): number | null {
  const missing = item.needed - item.confirmations
  return missing > 0 ? missing * blockSeconds * 1_000 : null
}

/** Whole minutes of a time, rounded; null for less than a minute. */
export function aboutMinutes(ms: number): number | null {
  return ms < 60_000 ? null : Math.round(ms / 60_000)
}

function happened(step: StepName, times: ReadonlyMap<StepName, number>): StepState {
  return { step, state: 'done', atMs: times.get(step) ?? null }
}
