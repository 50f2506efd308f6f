import { accept, refuse, type Decision } from '../decision.ts'
import type { Amount } from '../money/money.ts'
import {
  CONSENT_LIFE_MS,
  isSameTerms,
  readCloseText,
  readOrderText,
  type ConsentFrame,
  type SignedTerms,
} from './consentText.ts'
import type { Delegation } from './delegation.ts'
import { exitFeesOf, mostOf } from './grant.ts'
import { isSameHosting, readExitText, readHostingText, type HostingTerms } from './hostingConsent.ts'
import { isSameRepayment, readRepaymentText, type RepaymentTerms } from './repaymentConsent.ts'
import { isSwapAsked, readSwapText, type SignedSwap } from './swapConsent.ts'

/** How far a signed time may be ahead of the house's clock: nothing is accepted before it was asked for. */
export const AHEAD_MOST_MS = 2_000
/** A signed time older than this means a wrong clock; a younger expired text has merely run out. */
const BEHIND_MOST_MS = 30_000

/** The requested action, and its owner's signed text. */
export interface ConsentFacts {
  /** The signed text. The caller also verifies its signature with the delegation's key. */
  text: string
  /**
   * An order's terms, or a close with the paid bid; for hosting, the terms, or an early exit with the returned amount; for a loan,
   * what is repaid; a swap with the received amount.
   */
  asked:
    | { order: SignedTerms }
    | { close: string; bid: Amount }
    | { swap: Omit<SignedSwap, 'least'>; received: Amount }
    /**
     * `fee` is the fee of an early exit, for a new hosting order that of its possible exit. `spent` sums the known fees of other
     * exits under the same delegation in its book.
     */
    | { host: HostingTerms; fee: Amount }
    | { exit: string; back: Amount; fee: Amount; spent: Amount }
    | { repay: RepaymentTerms }
  delegation: Delegation
  /** The house's time of acceptance. */
  nowMs: number
}

export type ConsentRefusal =
  | {
      code:
        | 'consent_invalid'
        | 'consent_other_terms'
        | 'consent_other_session'
        | 'consent_expired'
        | 'delegation_ended'
    }
  /** Offset of the signed time in ms; above zero when it is ahead. */
  | { code: 'consent_time_off'; offMs: number }
  | { code: 'delegation_exceeded' | 'exit_fees_exceeded'; currency: string; most: Amount }

/**
 * Whether a signed text consents to the request: same terms, signed by the delegated session, in time, within the delegation. A
 * close may pay more than its owner asked for, and so may a swap, and an exit may return more. Hosted principal has no limit, as it
 * stays its owner's, and neither has a swap; but one order's exit fee, and the total of all exits, must be within the delegation.
 */
export function judgeConsent(facts: ConsentFacts): Decision<ConsentFrame, ConsentRefusal> {
  const { asked, text, delegation, nowMs } = facts
  const consent = readAsked(text, asked)
  const life = consent ? consent.expires - consent.at : 0
  if (!consent || life <= 0 || life > CONSENT_LIFE_MS) return refuse({ code: 'consent_invalid' })
  if (consent.session !== delegation.session || consent.origin !== delegation.origin)
    return refuse({ code: 'consent_other_session' })
  if (!isAsked(text, asked)) return refuse({ code: 'consent_other_terms' })
  const offMs = consent.at - nowMs
  if (offMs > AHEAD_MOST_MS || offMs < -BEHIND_MOST_MS) return refuse({ code: 'consent_time_off', offMs })
  if (nowMs > consent.expires) return refuse({ code: 'consent_expired' })
  if (nowMs >= delegation.grant.untilS * 1000) return refuse({ code: 'delegation_ended' })
  if ('order' in asked) {
    const { currency, stake } = asked.order
    const most = mostOf(delegation.grant, currency)
    if (BigInt(stake) > most) return refuse({ code: 'delegation_exceeded', currency, most })
  }
  const most = exitFeesOf(delegation.grant)
  if (feesOf(asked) > most) return refuse({ code: 'exit_fees_exceeded', currency: 'USDT', most })
  return accept(consent)
}

/** Total fees of early exits including the requested one; for a hosting order, the fee of its own exit. */
function feesOf(asked: ConsentFacts['asked']): Amount {
  if ('exit' in asked) return asked.spent + asked.fee
  return 'host' in asked ? asked.fee : 0n
}

function readAsked(text: string, asked: ConsentFacts['asked']): ConsentFrame | null {
  if ('order' in asked) return readOrderText(text)
  if ('close' in asked) return readCloseText(text)
  if ('repay' in asked) return readRepaymentText(text)
  if ('swap' in asked) return readSwapText(text)
  return 'host' in asked ? readHostingText(text) : readExitText(text)
}

function isAsked(text: string, asked: ConsentFacts['asked']): boolean {
  if ('order' in asked) {
    const order = readOrderText(text)
    return order !== null && isSameTerms(order, asked.order)
  }
  if ('close' in asked) {
    const close = readCloseText(text)
    return close !== null && close.order === asked.close && BigInt(close.bid) <= asked.bid
  }
  if ('swap' in asked) {
    const swap = readSwapText(text)
    return swap !== null && isSwapAsked(swap, asked.swap, asked.received)
  }
  if ('host' in asked) {
    const hosted = readHostingText(text)
    return hosted !== null && isSameHosting(hosted, asked.host)
  }
  if ('repay' in asked) {
    const repaid = readRepaymentText(text)
    return repaid !== null && isSameRepayment(repaid, asked.repay)
  }
  const exit = readExitText(text)
  return exit !== null && exit.order === asked.exit && BigInt(exit.back) <= asked.back
}
