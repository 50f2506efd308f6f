import { firstFees, mostFeePerGas, type FeeOffer, type GasFees } from './gasFees.ts'
import { rawExact, type RawAmount } from '../money/rawUnits.ts'
import type { Amount } from '../money/money.ts'

/** Raw units that the hot wallet holds, or must hold, of its network's own coin and of the currency to be paid. */
export interface HotFunds {
  native: RawAmount
  /** Zero when the currency is the network's own coin. */
  token: RawAmount
}

/** Facts about a withdrawal that could be paid now. Times in milliseconds since 1970. */
export interface PayFacts {
  nowMs: number
  payment: Pending & { gasPrice: Amount | null }
  /** The network's present fees. */
  fees: GasFees
  /** Facts that may still stop it; null once it has a nonce, as it then precedes all others. */
  unnumbered: {
    /** The end of a security hold on its owner; null without one. */
    heldUntilMs: number | null
    /** Facts from its network; null while the network's table lacks its currency. */
    network: {
      held: HotFunds
      /** Payments that have a nonce, and the newest block that `held` includes. */
      underWay: readonly Pending[]
      head: number
      decimals: Decimals
      /** Whether its transaction would fail; null when no node can simulate it. */
      wouldFail: boolean | null
    } | null
  } | null
}

/**
 * The worker's next step. `wait`: the payment waits without a nonce and delays no other. `short`: it waits, and so do later
 * payments in its currency. `end`: its address would refuse it. `sign`: it gets a nonce, if it has none, and is signed.
 */
export type NextStep =
  | { step: 'wait'; why: 'security_hold' | 'unlisted' | 'priced_out' | 'unclear'; untilMs: number }
  | { step: 'short' }
  | { step: 'end' }
  | { step: 'sign'; fees: FeeOffer }

/** Waits in milliseconds. */
const UNLISTED_MS = 10 * 60_000
const PRICED_OUT_MS = 30_000
/** Also for a payment that would fail but may already have been signed by the signer. */
export const UNCLEAR_MS = 60_000

/** Decides the next step of a payment, checking the reasons against it in order of precedence. */
export function nextStep({ nowMs, payment, fees, unnumbered }: PayFacts): NextStep {
  const mostFee = mostFeePerGas(payment)
  const sign = { step: 'sign', fees: firstFees(fees, mostFee) } as const
  if (unnumbered === null) return sign
  const { heldUntilMs, network } = unnumbered
  if (heldUntilMs !== null) return { step: 'wait', why: 'security_hold', untilMs: heldUntilMs }
  if (network === null) return { step: 'wait', why: 'unlisted', untilMs: nowMs + UNLISTED_MS }
  const { held, underWay, head, decimals, wouldFail } = network
  const needed = fundsNeeded(payment, underWay, head, decimals)
  if (held.native < needed.native || held.token < needed.token) return { step: 'short' }
  // Neither it nor any later payment could be mined.
  if (mostFee < fees.baseFee) return { step: 'wait', why: 'priced_out', untilMs: nowMs + PRICED_OUT_MS }
  if (wouldFail === null) return { step: 'wait', why: 'unclear', untilMs: nowMs + UNCLEAR_MS }
  return wouldFail ? { step: 'end' } : sign
}

/** A payment that the hot wallet must make or is making. */
interface Pending {
  id: string
  currencyId: number
  amount: Amount
  gasCap: RawAmount
  /** The block of its transaction, if it is in one. */
  end: { block?: number }
}

/** The network's own coin, and the decimals of the currency on the network. */
interface Decimals {
  native: { currency: number; decimals: number }
  own: number
}

/**
 * Funds that the hot wallet needs after block `head` for a payment and all those under way, including fees. Payments in a block
 * up to `head` have already left it.
 */
export function fundsNeeded(
  payment: Pending,
  underWay: readonly Pending[],
  head: number,
  decimals: Decimals,
): HotFunds {
  const isOut = ({ end }: Pending) => end.block !== undefined && end.block <= head
  const pending = [payment, ...underWay.filter((one) => one.id !== payment.id && !isOut(one))]
  const { native, own } = decimals
  const sumOf = (currencyId: number, places: number) =>
    rawExact(
      pending.reduce((sum, one) => sum + (one.currencyId === currencyId ? one.amount : 0n), 0n),
      places,
    )
  const gas = pending.reduce((sum, one) => sum + one.gasCap, 0n)
  return {
    native: sumOf(native.currency, native.decimals) + gas,
    token: payment.currencyId === native.currency ? 0n : sumOf(payment.currencyId, own),
  }
}
