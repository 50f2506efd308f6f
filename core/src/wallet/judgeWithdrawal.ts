import { accept, refuse, type Decision } from '../decision.ts'
import type { Book } from '../money/currencies.ts'
import type { Amount } from '../money/money.ts'
import {
  needsApproval,
  SILENCE_MS,
  standingOf,
  type WithdrawalState,
  type WithdrawnBefore,
} from './withdrawals.ts'
import { isAcceptable } from './intentTimes.ts'

type AddressRefusal =
  | 'withdrawal_address_invalid'
  | 'withdrawal_address_wrong_network'
  | 'withdrawal_address_ours'
  | 'withdrawal_address_token'
export type SumRefusal = 'amount_invalid' | 'amount_too_precise' | 'amount_too_precise_for_network'

/** A hold on all of a user's withdrawals, the only reason to keep him from withdrawing. */
export interface SecurityHold {
  caseId: string
  reason: string
  untilMs: number
}

/** Facts about the address to be paid. */
export interface AddressFacts {
  /** Canonical spelling; null when the text is no address of the network. */
  to: string | null
  /** Whether it is an address of the other kind of network. */
  isForeign: boolean
  /** Whether it is one of the house's own, or a token's contract. */
  isOurs: boolean
  isToken: boolean
}

/** The terms that the owner signed. */
interface SignedTerms {
  typeId: number
  to: string
  amount: Amount
  expiresAtMs: number
}

/** The facts that the owner and operators change. */
export interface OwnerFacts {
  hold: SecurityHold | null
  /** When payments to the address may begin. */
  addressFromMs: number
  /** Whether the owner has turned on an authenticator. */
  needsCode: boolean
}

/** The facts that concurrent requests change: reliable only under the real book's lock. */
export interface MoneyFacts {
  /** The owner's available balance. */
  available: Amount
  withdrawn: WithdrawnBefore
  /** Whether a withdrawal with these signed terms exists. */
  isUsed: boolean
}

/** All that decides whether a withdrawal can be requested. Times in milliseconds since 1970. */
export interface WithdrawalFacts extends OwnerFacts, MoneyFacts {
  book: Book
  /** Whether the network exists and pays this currency. */
  isListed: boolean
  isHalted: boolean
  /** Code of the currency. */
  currency: string
  typeId: number
  address: AddressFacts
  amount: Amount | SumRefusal
  /** Upper bound of the network's fee; null while unknown. */
  feeCap: Amount | null
  /** Null while terms are only offered; a code when the terms are not ours or the signature is missing. */
  signed: SignedTerms | 'intent_missing' | 'intent_invalid' | null
  /** The authenticator's code as typed; null while terms are only offered. */
  code: string | null
  nowMs: number
  /** The wall clock's time, by which signed terms expire. */
  wallMs: number
}

/** Facts of a request about which nothing is known: it is refused. */
export const NOTHING_KNOWN: WithdrawalFacts = {
  book: 'real',
  isListed: false,
  isHalted: true,
  currency: '',
  typeId: 0,
  address: { to: null, isForeign: false, isOurs: false, isToken: false },
  amount: 'amount_invalid',
  feeCap: null,
  signed: 'intent_missing',
  code: '',
  nowMs: 0,
  wallMs: 0,
  hold: null,
  available: 0n,
  withdrawn: { own: 0n, unasked: 0n },
  addressFromMs: 0,
  needsCode: true,
  isUsed: false,
}

export type WithdrawalRefusal =
  | { code: AddressRefusal | SumRefusal }
  | { code: 'intent_used' | 'intent_missing' | 'intent_invalid' | 'intent_expired' | 'code_missing' }
  | { code: 'account_has_no_network' | 'network_unknown' | 'network_halted' }
  | { code: 'security_hold'; hold: SecurityHold }
  | { code: 'amount_below_fee'; fee: Amount }
  | { code: 'insufficient_funds'; available: Amount }

/** A withdrawal that can be requested. */
export interface Requestable {
  amount: Amount
  feeCap: Amount
  needsApproval: boolean
  /** Its first state. */
  state: WithdrawalState
}

/**
 * The first reason against a withdrawal, in order of precedence, or its first state. Signature, code and signer are checked only
 * after this, as those checks have effects.
 */
export function judgeWithdrawal(facts: WithdrawalFacts): Decision<Requestable, WithdrawalRefusal> {
  const { address, amount, signed, feeCap, available, addressFromMs } = facts
  if (facts.isUsed) return refuse({ code: 'intent_used' })
  if (facts.hold !== null) return refuse({ code: 'security_hold', hold: facts.hold })
  if (facts.book === 'simulated') return refuse({ code: 'account_has_no_network' })
  if (!facts.isListed) return refuse({ code: 'network_unknown' })
  const wrong = addressRefusal(address)
  if (wrong !== null) return refuse({ code: wrong })
  if (typeof amount === 'string') return refuse({ code: amount })
  if (typeof signed === 'string') return refuse({ code: signed })
  if (signed !== null) {
    const isSame = signed.typeId === facts.typeId && signed.to === address.to && signed.amount === amount
    if (!isSame) return refuse({ code: 'intent_invalid' })
    const { expiresAtMs } = signed
    if (facts.wallMs >= expiresAtMs || !isAcceptable(expiresAtMs, facts.nowMs))
      return refuse({ code: 'intent_expired' })
  }
  if (facts.isHalted || feeCap === null) return refuse({ code: 'network_halted' })
  if (amount <= feeCap) return refuse({ code: 'amount_below_fee', fee: feeCap })
  if (available < amount + feeCap) return refuse({ code: 'insufficient_funds', available })
  if (facts.needsCode && facts.code === '') return refuse({ code: 'code_missing' })
  const isAsked = needsApproval(facts.currency, facts.withdrawn, amount)
  const silent = { addressFromMs, needsApproval: isAsked, approvals: 0, rejections: 0, silenceMs: SILENCE_MS }
  const state = standingOf({ ...silent, requestedAtMs: facts.nowMs }, facts.nowMs)
  return accept({ amount, feeCap, needsApproval: isAsked, state })
}

function addressRefusal({ to, isForeign, isOurs, isToken }: AddressFacts): AddressRefusal | null {
  if (to === null) return isForeign ? 'withdrawal_address_wrong_network' : 'withdrawal_address_invalid'
  if (isOurs) return 'withdrawal_address_ours'
  return isToken ? 'withdrawal_address_token' : null
}
