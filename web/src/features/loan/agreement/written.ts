import { sha256 } from '@noble/hashes/sha2.js'
import { DAY_MS } from '@tickmark/core/days'
import { agreementText } from '@tickmark/core/loans/agreement'
import { detailsHash, type Details } from '@tickmark/core/loans/details'
import { dateAfter, lateFromMs, scheduleOf, type Instalment } from '@tickmark/core/loans/schedule'
import { lateFeeOf } from '@tickmark/core/loans/terms'
import { parseAmount, type Amount } from '@tickmark/core/money/money'
import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import type { Reply } from '../../../api/api.ts'

/** An agreement as the server wrote it: the facts of its text except the drawing, without personal details. */
export type WrittenAgreement = Omit<Reply<'writeLoanAgreement'>, 'named' | 'salt'>

export interface Typed {
  details: Details
  /** `details.idNumber` is only a mask: the server keeps the number. */
  isIdMasked: boolean
  /** SHA-256 (hex) of the photos, as this page has just read them. */
  front: string
  back: string
  amount: Amount
  instalments: number
  /** The signed-in user. */
  borrower: string
  /** The origin of this page. */
  site: string
  /** The server's time, and this device's. */
  nowMs: number
  deviceMs: number
}

/** Maximum difference of the agreement's time from ours, in ms: its schedule follows from it. */
const APART_MS = 5 * 60_000
/** The same for this device's clock, which the server cannot set. */
const DEVICE_APART_MS = DAY_MS

/** The part of an agreement that differs from what this borrower typed on this page now; null when all of it fits. */
export function misfitOf(
  written: Reply<'writeLoanAgreement'>,
  typed: Typed,
): 'otherTerms' | 'otherDetails' | 'otherDay' | null {
  if (!hasTerms(written, typed)) return 'otherTerms'
  if (Math.abs(written.writtenAt - typed.deviceMs) > DEVICE_APART_MS) return 'otherDay'
  return hasDetails(written, typed) ? null : 'otherDetails'
}

/** Whether the hashes to sign are those of the typed details and of the photos. */
function hasDetails(written: Reply<'writeLoanAgreement'>, typed: Typed): boolean {
  const { named, salt, details } = written
  const { name, phone, address, idNumber } = typed.details
  const isNumber = typed.isIdMasked
    ? named.idNumber.endsWith(idNumber.replaceAll('•', '').trim())
    : named.idNumber === idNumber.trim()
  return (
    named.name === name.trim() &&
    named.phone === phone.trim() &&
    named.address === address.trim() &&
    isNumber &&
    detailsHash(named, salt, sha256) === details &&
    written.front === typed.front &&
    written.back === typed.back
  )
}

function hasTerms(written: WrittenAgreement, typed: Typed): boolean {
  return (
    parseAmount(written.amount) === typed.amount &&
    written.instalments === typed.instalments &&
    isSameAddress(written.borrower, typed.borrower) &&
    written.site === typed.site &&
    Math.abs(written.writtenAt - typed.nowMs) <= APART_MS
  )
}

/** The text that the wallet signs. `drawing` is the SHA-256 (hex) of the drawn signature, or a word in its place. */
export function textOf(written: WrittenAgreement, drawing: string): string {
  const { application, site, borrower, instalments, writtenAt, details, front, back } = written
  return agreementText({
    application,
    site,
    borrower,
    amount: amountOf(written),
    instalments,
    writtenAtMs: writtenAt,
    details,
    front,
    back,
    drawing,
  })
}

/** A loan's cost and its dates, in the best and in the worst case. */
export interface LoanCost {
  amount: Amount
  schedule: Instalment[]
  /** YYYY-MM-DD, in UTC. */
  ends: string
  lateFee: Amount
  /** The highest total that can ever be due. */
  worst: Amount
  /** When the late fee would be charged if the first instalment were not paid, in ms since 1970. */
  firstLateMs: number
}

export function costOf(written: WrittenAgreement): LoanCost {
  const amount = amountOf(written)
  const schedule = scheduleOf(amount, written.instalments, written.writtenAt)
  const lateFee = lateFeeOf(amount)
  return {
    amount,
    schedule,
    ends: dateAfter(written.writtenAt, written.instalments),
    lateFee,
    worst: amount + lateFee,
    firstLateMs: lateFromMs(schedule[0]?.due ?? ''),
  }
}

/** Throws for anything but a decimal: the call's schema has checked it. */
function amountOf({ amount }: WrittenAgreement): Amount {
  const units = parseAmount(amount)
  if (units === null) throw new Error('the agreement has no amount')
  return units
}
