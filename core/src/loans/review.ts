import type { Amount } from '../money/money.ts'
import type { Details } from './details.ts'

/** What the sandbox's simulated reviewer asks for; pages show these figures. */
export const REVIEW = {
  /** It decides this long after an application was submitted. */
  afterMs: 20_000,
  nameLetters: 2,
  phoneDigits: { least: 7, most: 15 },
  /** Letters and digits. */
  idNumberLength: { least: 5, most: 20 },
  /** Pixels of a photo's shorter side. */
  photoSide: 300,
} as const

/** Its rules, in their order; the first that is broken is the reason of a rejection. */
export const REVIEW_RULES = ['name', 'phone', 'idNumber', 'front', 'back', 'pool'] as const
export type ReviewRule = (typeof REVIEW_RULES)[number]

/** What a photo's rule asks: its shorter side in pixels, and whether it shows one colour alone. */
export interface PhotoFacts {
  side: number
  isOneColour: boolean
}

export interface ReviewFacts {
  details: Details
  front: PhotoFacts
  back: PhotoFacts
  amount: Amount
  /** What the lending pool has. */
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
