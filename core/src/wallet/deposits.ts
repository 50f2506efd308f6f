import { assert } from '../assert.ts'

/** States of a deposit; the number is stored and never changes meaning. */
export const DEPOSIT_STATES = { seen: 0, credited: 1, orphaned: 2, lost: 3 } as const
export type DepositState = keyof typeof DEPOSIT_STATES

/** An event on a deposit's chain. */
export type DepositEvent = 'read' | 'confirmed' | 'gone'

/**
 * The state after each event. `read`: found in a block, for the first time or again; a deposit lost after its credit becomes
 * credited again. `gone`: its block left the chain. In a state not listed, the event changes nothing.
 */
export const DEPOSIT_STEPS: Readonly<
  Record<DepositEvent, Readonly<Partial<Record<DepositState, DepositState>>>>
> = {
  read: { seen: 'seen', orphaned: 'seen', lost: 'credited' },
  confirmed: { seen: 'credited' },
  gone: { seen: 'orphaned', credited: 'lost' },
}

const NAMES = new Map<number, DepositState>(
  (Object.keys(DEPOSIT_STATES) as DepositState[]).map((state) => [DEPOSIT_STATES[state], state]),
)

/** The state of a stored number. */
export function depositState(number: number): DepositState {
  const state = NAMES.get(number)
  assert(state !== undefined, 'a stored state of a deposit is a known one')
  return state
}
