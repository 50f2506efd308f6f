import type { Agreement } from '@tickmark/core/loans/agreement'
import type { TypedApplication } from '@tickmark/core/loans/application'
import type { Details } from '@tickmark/core/loans/details'
import type { ReviewRule } from '@tickmark/core/loans/review'
import { LOAN_STATES, type LoanState } from '@tickmark/core/loans/terms'
import type { WalletKind } from '@tickmark/core/crypto'
import * as z from 'zod/mini'

/** How an application without a loan ended. */
export type Ending = 'rejected' | 'resubmit' | 'withdrawn' | 'lapsed'

/** Why it was rejected or returned: a rule of the simulated reviewer, or an operator's words. */
export type Why = { rule: ReviewRule } | { reason: string }

/** A submitted application; its signed facts never change. */
export interface LoanApplication extends Agreement {
  userId: number
  state: LoanState
  wallet: WalletKind
  signature: string
  submittedAtMs: number
  decidedAtMs: number | null
  ending: Ending | null
  /** Null unless it was rejected or returned. */
  why: Why | null
}

/** Exactly the facts of an application that its agreement's text states. */
export function agreementOf(from: Agreement): Agreement {
  const { site, borrower, application, amount, instalments, writtenAtMs } = from
  const { details, front, back, drawing } = from
  return { site, borrower, application, amount, instalments, writtenAtMs, details, front, back, drawing }
}

/** The simulated reviewer's name, in place of an operator's address. */
export const SIMULATED = 'simulated'

export function codeOfState(state: LoanState): number {
  return LOAN_STATES.indexOf(state)
}

/** The personal details: encrypted in a draft; with a salt in an agreement and an application. */
export interface Typed extends TypedApplication {
  /** The salt of the agreement's `details`, in hexadecimal; empty in a draft. */
  salt: string
}

export const NOTHING_TYPED: Typed = {
  salt: '',
  name: '',
  phone: '',
  address: '',
  idNumber: '',
  amount: '',
  instalments: '',
}

const typedShape = z.object({
  salt: z.string(),
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  idNumber: z.string(),
  amount: z.string(),
  instalments: z.string(),
})

export function bytesOfTyped(typed: Typed): Buffer {
  return Buffer.from(JSON.stringify(typed))
}

/** Throws for bytes that `bytesOfTyped` did not make. */
export function typedOfBytes(bytes: Buffer): Typed {
  return z.parse(typedShape, JSON.parse(bytes.toString()))
}

export function detailsOf({ name, phone, address, idNumber }: Typed): Details {
  return { name, phone, address, idNumber }
}
