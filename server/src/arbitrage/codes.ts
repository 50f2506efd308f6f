import { assert } from '@tickmark/core/assert'
import type { VenueFill, VenueOrder } from '@tickmark/core/arbitrage/trading/venue'

const SIDES = ['buy', 'sell'] as const
const STATES = ['filled', 'partial', 'unfilled', 'refused'] as const

/** The numbers of sides and states in tables; they never change meaning. */
export const codeOfSide = (side: VenueOrder['side']): number => SIDES.indexOf(side)
export const codeOfState = (state: VenueFill['state']): number => STATES.indexOf(state)

export function sideOfCode(code: number): VenueOrder['side'] {
  const side = SIDES[code]
  assert(side, `${code} is a side`)
  return side
}

export function stateOfCode(code: number): VenueFill['state'] {
  const state = STATES[code]
  assert(state, `${code} is a state`)
  return state
}
