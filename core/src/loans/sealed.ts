import type { WalletKind } from '../crypto.ts'
import { isDay, isHash, isUuid } from '../fields.ts'
import { formatAmount, parseAmount } from '../money/money.ts'
import { list, matches, oneOf, orNull, shape, type Check } from '../shape.ts'
import { agreementText, type Agreement } from './agreement.ts'
import type { Details } from './details.ts'
import { scheduleOf } from './schedule.ts'

const SEALED_FORMAT = 'tickmark-loan/1'

/** The personal details with the salt (hexadecimal) of their `detailsHash`. */
interface SealedDetails extends Details {
  salt: string
}

/** A loan agreement with both signatures, so that anyone with the file can verify it. */
export interface SealedLoan {
  format: typeof SEALED_FORMAT
  /** The agreement's facts; the amount is a decimal in USDT. */
  agreement: Omit<Agreement, 'amount'> & { amount: string }
  /** Follows from amount, number of instalments and time of writing; due dates are in UTC. */
  schedule: { number: number; amount: string; due: string }[]
  /** The lines that the wallet signed. */
  text: string
  wallet: WalletKind
  /** r, s and v of the wallet's signature over the text (EIP-191, TIP-191), as 0x-hexadecimal in lower case. */
  signature: string
  /** The drawn signature: a PNG in base64. */
  drawing: string
  /** Null where the file's holder leaves them out. */
  details: SealedDetails | null
}

/** The signed parts of a sealed agreement: `signature` in upper or lower case, `drawing` in base64. */
export type Seals = Pick<SealedLoan, 'wallet' | 'signature' | 'drawing' | 'details'>

/** The file of an agreement; its text and schedule follow from its facts. */
export function sealLoan(agreement: Agreement, seals: Seals): SealedLoan {
  const { amount, instalments, writtenAtMs } = agreement
  const { wallet, signature, drawing, details } = seals
  return {
    format: SEALED_FORMAT,
    agreement: { ...agreement, amount: formatAmount(amount) },
    schedule: partsOf(scheduleOf(amount, instalments, writtenAtMs)),
    text: agreementText(agreement),
    wallet,
    signature: signature.toLowerCase(),
    drawing,
    details,
  }
}

/** A schedule in the file's form. */
export function partsOf(schedule: ReturnType<typeof scheduleOf>): SealedLoan['schedule'] {
  return schedule.map(({ number, amount, due }) => ({ number, amount: formatAmount(amount), due }))
}

/** Parses a sealed agreement. Null for a missing or extra field, and for a wrong type. Never throws. */
export function parseSealed(value: unknown): SealedLoan | null {
  return isSealed(value) ? (value as SealedLoan) : null
}

/** Letters of base64: a drawing of 1024 px has far less. */
const MOST_DRAWING = 8_000_000

const isWhole: Check = (value) => Number.isSafeInteger(value) && (value as number) > 0
/** Ms since 1970, in a year of four digits. */
const isTime: Check = (value) => isWhole(value) && (value as number) <= 250_000_000_000_000
const isTyped: Check = (value) => typeof value === 'string' && value.length <= 300
/** A decimal in canonical spelling. */
const isDecimal: Check = (value) => {
  const units = typeof value === 'string' ? parseAmount(value) : null
  return units !== null && formatAmount(units) === value
}

const isSealed = shape({
  format: oneOf(SEALED_FORMAT),
  agreement: shape({
    site: (value) => matches(value, /^[!-~]{1,200}$/),
    borrower: (value) => matches(value, /^[!-~]{1,100}$/),
    application: isUuid,
    amount: isDecimal,
    instalments: isWhole,
    writtenAtMs: isTime,
    details: isHash,
    front: isHash,
    back: isHash,
    drawing: isHash,
  }),
  schedule: list(shape({ number: isWhole, amount: isDecimal, due: isDay })),
  text: (value) => matches(value, /^[\n\x20-\x7e]{1,4000}$/),
  wallet: oneOf('evm', 'tron'),
  signature: (value) => matches(value, /^0x[0-9a-f]{130}$/),
  drawing: (value) => typeof value === 'string' && value.length <= MOST_DRAWING,
  details: orNull(
    shape({
      salt: (value) => matches(value, /^([0-9a-f]{2}){16,64}$/),
      name: isTyped,
      phone: isTyped,
      address: isTyped,
      idNumber: isTyped,
    }),
  ),
})
