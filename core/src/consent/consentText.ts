import { type Canonical, canonicalText, canonicalWriter } from '../canonical.ts'
import { isCount, isHash, isUnits, isUuid } from '../fields.ts'
import { isRecord, readJson } from '../json.ts'
import type { Book } from '../money/currencies.ts'
import type { Direction } from '../orders/terms.ts'

/** The newest log head that the signer had seen; size 0 and no root without one. */
export interface SeenHead {
  size: number
  /** Hex. */
  root: string
}

export const NO_HEAD: SeenHead = { size: 0, root: '' }

/** Lifetime of a signed text. */
export const CONSENT_LIFE_MS = 5_000

/** Fields of every signed text, in addition to its terms. Times in ms since 1970. */
export interface ConsentFrame {
  origin: string
  /** See `sessionOfKey`. */
  session: string
  /** Unique in a session: the time in ms, or one more than the last nonce. */
  nonce: number
  at: number
  /** At most `CONSENT_LIFE_MS` after `at`. */
  expires: number
  head: SeenHead
}

const TERMS = [
  'book',
  'currency',
  'pid',
  'pair',
  'duration',
  'direction',
  'barrierPpm',
  'ratePct',
  'chancePpm',
  'marginPpm',
  'stake',
] as const satisfies readonly (keyof SignedTerms)[]

/** The terms of an order that its owner signs, as its ticket spells them: `duration` in seconds, `stake` in units. */
export interface SignedTerms {
  book: Book
  currency: string
  pid: number
  pair: string
  duration: number
  direction: Direction
  barrierPpm: number
  ratePct: number
  chancePpm: number
  marginPpm: number
  stake: string
}

export type OrderConsent = ConsentFrame & SignedTerms

export interface CloseConsent extends ConsentFrame {
  order: string
  /** The least bid that the owner accepts, in units. */
  bid: string
}

const ORDER = 'tickmark-order/1\n'
const CLOSE = 'tickmark-close/1\n'

const FRAME = [
  'origin',
  'session',
  'nonce',
  'at',
  'expires',
  'head',
] as const satisfies readonly (keyof ConsentFrame)[]

const writeOrder = canonicalWriter<Record<(typeof FRAME | typeof TERMS)[number], Canonical>>([
  ...FRAME,
  ...TERMS,
])

/** The terms in a ticket that its owner signs. */
export function signedTermsOf(ticket: SignedTerms): SignedTerms {
  return Object.fromEntries(TERMS.map((name) => [name, ticket[name]])) as unknown as SignedTerms
}

/** Whether two orders have the same signed terms. */
export function isSameTerms(one: SignedTerms, other: SignedTerms): boolean {
  return TERMS.every((name) => one[name] === other[name])
}

/** The text that a session's key signs to place an order. */
export function orderText(consent: OrderConsent): string {
  return ORDER + writeOrder({ ...frameOf(consent), ...signedTermsOf(consent) })
}

/** The text that a session's key signs to close an order early. */
export function closeText(consent: CloseConsent): string {
  return CLOSE + canonicalText({ ...frameOf(consent), order: consent.order, bid: consent.bid })
}

/** Reads the text of an order; null for any text that `orderText` would not have written. */
export function readOrderText(text: string): OrderConsent | null {
  const given = fieldsOf(text, ORDER)
  if (!given || !TERMS.every((name) => isTerm(given[name])) || !isUnits(given['stake'])) return null
  const consent = given as unknown as OrderConsent
  return orderText(consent) === text ? consent : null
}

/** Reads the text of a close; null for any text that `closeText` would not have written. */
export function readCloseText(text: string): CloseConsent | null {
  const given = fieldsOf(text, CLOSE)
  if (!given || !isUuid(given['order']) || !isUnits(given['bid'])) return null
  const consent = given as unknown as CloseConsent
  return closeText(consent) === text ? consent : null
}

/** The fields of a frame, as every signed text has them. */
export function frameOf({ origin, session, nonce, at, expires, head }: ConsentFrame) {
  return { origin, session, nonce, at, expires, head: { size: head.size, root: head.root } }
}

/** The fields after a prefix; null unless the frame's fields are valid. */
export function fieldsOf(text: string, prefix: string): Record<string, unknown> | null {
  if (!text.startsWith(prefix) || !/^[ -~]{2,2000}$/.test(text.slice(prefix.length))) return null
  const given = readJson(text.slice(prefix.length))
  if (!isRecord(given) || !isPrintable(given['origin']) || !isPrintable(given['session'])) return null
  const isTimed = isCount(given['nonce']) && isCount(given['at']) && isCount(given['expires'])
  return isTimed && isHead(given['head']) ? given : null
}

function isHead(value: unknown): boolean {
  if (!isRecord(value) || !isCount(value['size'])) return false
  const { size, root } = value
  return size === 0 ? root === '' : isHash(root)
}

function isTerm(value: unknown): boolean {
  return isPrintable(value) || isCount(value)
}

/** Whether canonical JSON can hold the value: an escape in the given JSON can stand for a letter that it cannot hold. */
function isPrintable(value: unknown): value is string {
  return typeof value === 'string' && /^[ -~]*$/.test(value)
}
