import { assert } from '../assert.ts'

/** States of a deposit; the number is stored and never changes meaning. */
export const DEPOSIT_STATES = { seen: 0, credited: 1, orphaned: 2, lost: 3 } as const
export type DepositState = keyof typeof DEPOSIT_STATES

/** What happens to a deposit on its chain. */
export type DepositEvent = 'read' | 'confirmed' | 'gone'

/**
 * The state that follows each event. `read`: found in a block, for the first time or again; one that was lost after its
 * credit is credited again. `gone`: its block left the chain. In any other state the event changes nothing.
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
