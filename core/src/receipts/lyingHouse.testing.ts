import type { Lie } from './lie.testing.ts'
import { testCrypto } from './nodeCrypto.testing.ts'
import type { StepName } from './receiptCheck.ts'
import { playExchange, type Played } from './toyExchange.testing.ts'

/** The keys of a house that signs falsehoods. */
export const nodeCrypto = testCrypto(11)
const played = playExchange(nodeCrypto, 1_000)

/** An order of which the house shows everything; a void one for want of ticks lacks them. */
export function find(outcome: string, suits: (one: Played) => boolean = () => true): Played {
  const isWhole = (each: Played) => outcome === 'void' || each.lacks.length === 0
  const one = played.find((each) => each.statement.outcome === outcome && isWhole(each) && suits(each))
  if (!one) throw new Error(`no such order is ${outcome}`)
  return one
}

/** What a house signs with its own keys, and all steps that do not hold then; none where it may. */
export type SignedLie = [what: string, one: Played, change: (honest: Lie) => Partial<Lie>, steps: StepName[]]
