import type { LoanItem } from '@tickmark/wire/schemas/loans'
import type { BadgeTone } from '@tickmark/ui/text/Badge.tsx'

/** 0 under review, 1 active, 2 rejected, 3 complete. */
const STATES = ['0', '1', '2', '3'] as const

/** The key of a state's text. */
export function stateKey(state: number): (typeof STATES)[number] {
  return STATES[state] ?? '0'
}

export const TONES: Record<(typeof STATES)[number], BadgeTone> = {
  '0': 'caution',
  '1': 'brand',
  '2': 'plain',
  '3': 'good',
}

/** Whether it has a schedule to open. */
export function hasSchedule({ state }: Pick<LoanItem, 'state'>): boolean {
  return state === 1 || state === 3
}

/** Whether it blocks another application by its owner. */
export function isOpen({ state }: Pick<LoanItem, 'state'>): boolean {
  return state === 0 || state === 1
}
