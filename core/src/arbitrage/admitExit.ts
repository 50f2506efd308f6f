import type { Delegation } from '../consent/delegation.ts'
import { judgeConsent, type ConsentRefusal } from '../consent/judgeConsent.ts'
import { accept, refuse, type Decision } from '../decision.ts'
import type { Amount } from '../money/money.ts'
import { exitOf, type Exited } from './sharing.ts'

/** A hosting order whose owner asks for its end. Times are ms since 1970. */
export interface ExitedOrder {
  id: string
  principal: Amount
  exitFeePpm: bigint
  expiresAtMs: number
  /** Null while it runs. */
  ended: object | null
}

/** The facts that, besides the order, decide whether it ends early now. */
export type ExitFacts =
  /** `spent` sums the fees of other exits under the same delegation in its book. */
  | { signed: { text: string; delegation: Delegation }; spent: Amount }
  /** A session without a key has signed nothing; `isOrderSigned` tells whether a key has signed the order. */
  | { signed: null; isOrderSigned: boolean }

export type ExitRefusal =
  | { code: 'hosting_ended' | 'consent_missing' }
  | { code: 'consent'; refusal: ConsentRefusal }

/** Whether an order can no longer end early: from its expiry on, it returns in full by itself. */
export function isOver(
  { ended, expiresAtMs }: Pick<ExitedOrder, 'ended' | 'expiresAtMs'>,
  nowMs: number,
): boolean {
  return ended !== null || nowMs >= expiresAtMs
}

/** What an early exit returns now, and its fee, or why it is refused. */
export function admitExit(
  order: ExitedOrder,
  facts: ExitFacts,
  nowMs: number,
): Decision<Exited, ExitRefusal> {
  if (isOver(order, nowMs)) return refuse({ code: 'hosting_ended' })
  const exited = exitOf(order)
  // A signed order needs a signed exit: a session without a key cannot end it.
  if (!facts.signed) return facts.isOrderSigned ? refuse({ code: 'consent_missing' }) : accept(exited)
  const { signed, spent } = facts
  const asked = { exit: order.id, ...exited, spent }
  const judged = judgeConsent({ text: signed.text, asked, delegation: signed.delegation, nowMs })
  return judged.ok ? accept(exited) : refuse({ code: 'consent', refusal: judged.refusal })
}
