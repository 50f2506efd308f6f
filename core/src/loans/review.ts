import type { Amount } from '../money/money.ts'
import type { Details } from './details.ts'

/** Requirements of the sandbox's simulated reviewer; pages show these figures. */
export const REVIEW = {
  /** The reviewer decides this long after submission. */
  afterMs: 20_000,
  nameLetters: 2,
  phoneDigits: { least: 7, most: 15 },
  /** Letters and digits. */
  idNumberLength: { least: 5, most: 20 },
  /** Pixels of a photo's shorter side. */
  photoSide: 300,
} as const

/** The reviewer's rules in order; the first broken one is the reason for a rejection. */
export const REVIEW_RULES = ['name', 'phone', 'idNumber', 'front', 'back', 'pool'] as const
export type ReviewRule = (typeof REVIEW_RULES)[number]

/** Facts for the photo rules: the shorter side in pixels, and whether the photo has only one colour. */
export interface PhotoFacts {
  side: number
  isOneColour: boolean
}

export interface ReviewFacts {
  details: Details
  front: PhotoFacts
  back: PhotoFacts
  amount: Amount
  /** Balance of the lending pool. */
  pool: Amount
}

/** The first rule that an application breaks; null approves it. */
export function judgeSimulated({ details, front, back, amount, pool }: ReviewFacts): ReviewRule | null {
  const { name, phone, idNumber } = details
  const holds: Record<ReviewRule, boolean> = {
    name: (name.match(/\p{L}/gu)?.length ?? 0) >= REVIEW.nameLetters,
    phone: /^\d+$/.test(phone) && isWithin(phone.length, REVIEW.phoneDigits),
    idNumber:
      /^[\p{L}\p{N}]+$/u.test(idNumber) && isWithin(Array.from(idNumber).length, REVIEW.idNumberLength),
    front: isReadable(front),
    back: isReadable(back),
    pool: amount <= pool,
  }
  return REVIEW_RULES.find((rule) => !holds[rule]) ?? null
}

function isWithin(length: number, { least, most }: { least: number; most: number }): boolean {
  return length >= least && length <= most
}

function isReadable({ side, isOneColour }: PhotoFacts): boolean {
  return side >= REVIEW.photoSide && !isOneColour
}
