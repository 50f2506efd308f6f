import { asciiBytes } from '../bytes.ts'
import { canonicalWriter } from '../canonical.ts'
import type { Crypto } from '../crypto.ts'
import { dayName } from '../market/simulated/prices.ts'
import { DAY_MS } from '../days.ts'
import type { Book } from '../money/currencies.ts'
import type { LoggedLeaf } from '../receipts/receiptLog.ts'
import { isTextSigned } from '../receipts/signedFile.ts'

/*
 * The house's signed statements about hosting orders: a ticket for a new order, an exit when its owner ends it early. Both share
 * one sequence of numbers from 1 on, assigned under a lock so that times never run back. Amounts are units of USDT as digits.
 */

/** The house's promise when it accepted a hosting order. */
export interface HostingTicket {
  v: 1
  kind: 'hosting'
  number: number
  /** When it was accepted, ms since 1970. */
  at: number
  order: string
  book: Book
  /** Its product and version, with the terms that the log's `product` entry has. */
  mid: number
  version: number
  days: number
  upperPpm: number
  exitFeePpm: number
  principal: string
  /** First and last UTC day that the order shares in, YYYY-MM-DD. */
  first: string
  last: string
  /** `bundleHash` of the owner's consent; '' when he gave none. */
  consent: string
}

/** The house's statement that an owner ended his order before its time. */
export interface HostingExit {
  v: 1
  kind: 'exit'
  number: number
  at: number
  order: string
  /** The returned part of the principal, and the exit's fee. */
  back: string
  fee: string
  /** `bundleHash` of the owner's consent to the exit; '' when he gave none. */
  consent: string
}

export type HostingStatement = HostingTicket | HostingExit

/** A statement with the receipts key's signature (Ed25519, hex) over `hostingText`. */
export interface SignedHosting {
  statement: HostingStatement
  signature: string
}

const ticketText = canonicalWriter<HostingTicket>([
  'v',
  'kind',
  'number',
  'at',
  'order',
  'book',
  'mid',
  'version',
  'days',
  'upperPpm',
  'exitFeePpm',
  'principal',
  'first',
  'last',
  'consent',
])
const exitText = canonicalWriter<HostingExit>([
  'v',
  'kind',
  'number',
  'at',
  'order',
  'back',
  'fee',
  'consent',
])

/** The canonical text of a statement: it is signed, and is a leaf under a `hostings` entry of the log. */
export function hostingText(statement: HostingStatement): string {
  return statement.kind === 'hosting' ? ticketText(statement) : exitText(statement)
}

/** Whether a receipts key (hex) signed a statement. */
export function isStatedBy(
  { statement, signature }: SignedHosting,
  receiptsKey: string,
  crypto: Pick<Crypto, 'verifyEd25519'>,
): boolean {
  return isTextSigned(hostingText(statement), signature, receiptsKey, crypto)
}

/** The leaf that `findLeaf` looks for. */
export function leafOfHosting(statement: HostingStatement): LoggedLeaf {
  return { kind: 'hostings', number: statement.number, leaf: asciiBytes(hostingText(statement)) }
}

/** The days that an order shares in when accepted at `atMs` (ms since 1970): whole days, from the next day on. */
export function sharedDays(atMs: number, days: number): { first: string; last: string } {
  const first = Math.floor(atMs / DAY_MS) + 1
  return { first: dayName(first), last: dayName(first + days - 1) }
}
