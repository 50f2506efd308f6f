import { asciiBytes } from '../bytes.ts'
import { canonicalText, type Canonical } from '../canonical.ts'
import type { Crypto } from '../crypto.ts'
import { isCount, isSignature, isTime, isUuid } from '../fields.ts'
import { readJson } from '../json.ts'
import type { PromiseProblem } from '../receipts/promise.ts'
import type { LoggedLeaf } from '../receipts/receiptLog.ts'
import { isKeys, isNote } from '../receipts/receiptShape.ts'
import { isHeadSigned, isTextSigned, isFormed, problemOf, type UnderHead } from '../receipts/signedFile.ts'
import { matches, oneOf, shape, type Check } from '../shape.ts'
import { DUE_LEAST_MS, DUE_MOST_MS } from '../wallet/dueTimes.ts'
import { isSameAddress } from '../wallet/sameAddress.ts'
import { isAcceptable } from '../wallet/intentTimes.ts'
import type { WithdrawalIntent } from '../wallet/withdrawalIntent.ts'

/** The house's promise when it accepted a withdrawal: who asked, what his wallet signed, and by when the house acts on it. */
export interface WithdrawalPromise {
  v: 1
  kind: 'withdrawal'
  /** Its number among all promises of withdrawals: from 1 on, without gaps. */
  number: number
  /** When it was accepted, ms since 1970. */
  at: number
  /** The withdrawal's id. */
  id: string
  /** The address of the wallet that asked. */
  account: string
  /** How that wallet signed; `contract` where only its contract could confirm the signature (ERC-1271). */
  wallet: 'evm' | 'tron' | 'contract'
  intent: WithdrawalIntent
  /** The wallet's signature over `intent`, 0x-hexadecimal. */
  consent: string
  /** By then it is paid or its money is back, as long as its network runs; ms since 1970. */
  due: number
}

/** A promise with the receipts key's signature (Ed25519, hex) over `withdrawalPromiseText`. */
export interface SignedWithdrawal {
  statement: WithdrawalPromise
  signature: string
}

export const WITHDRAWAL_FORMAT = 'tickmark-withdrawal/1'

/** A signed promise as its owner keeps it. */
export interface WithdrawalFile extends SignedWithdrawal, UnderHead {
  format: typeof WITHDRAWAL_FORMAT
}

const isText: Check = (value) => matches(value, /^[\x20-\x7e]{1,200}$/)
const isAmount: Check = (value) => matches(value, /^(0|[1-9]\d{0,11})(\.\d{1,8})?$/)
const isIntent = shape({
  site: isText,
  network: isText,
  currency: (value) => matches(value, /^[A-Z]{2,8}$/),
  amount: isAmount,
  feeCap: isAmount,
  to: isText,
  nonce: isUuid,
  expires: (value) => matches(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
} satisfies Record<keyof WithdrawalIntent, Check>)

const isPromiseShape = shape({
  v: oneOf(1),
  kind: oneOf('withdrawal'),
  number: (value) => isCount(value) && value > 0,
  at: isTime,
  id: isUuid,
  account: isText,
  wallet: oneOf('evm', 'tron', 'contract'),
  intent: isIntent,
  consent: (value) => matches(value, /^0x([0-9a-fA-F]{2}){1,2047}$/),
  due: isTime,
})

/** Whether a value is a promise whose due time the rules can give. Never throws. */
function isWithdrawalPromise(value: unknown): value is WithdrawalPromise {
  if (!isPromiseShape(value)) return false
  const { at, due } = value as WithdrawalPromise
  return due >= at + DUE_LEAST_MS && due <= at + DUE_MOST_MS
}

/** Whether a promise says that the house accepted what the wallet signed in the time for which it was signed. */
export function isAcceptedInTime({ at, intent }: Pick<WithdrawalPromise, 'at' | 'intent'>): boolean {
  return isAcceptable(Date.parse(intent.expires), at)
}

/** The canonical text of a promise: it is signed, and is a leaf under a `withdrawals` entry of the log. */
export function withdrawalPromiseText(promise: WithdrawalPromise): string {
  return canonicalText(promise as unknown as Canonical)
}

/** Parses a promise; null unless the text is exactly what `withdrawalPromiseText` writes for plausible fields. */
export function parseWithdrawalPromise(text: string): WithdrawalPromise | null {
  const value = /^[\x20-\x7e]{1,8000}$/.test(text) ? readJson(text) : undefined
  return isWithdrawalPromise(value) && withdrawalPromiseText(value) === text ? value : null
}

/**
 * Whether two promises cannot both be the house's: it makes one for each number, each withdrawal and each text that a wallet signed,
 * and never another.
 */
export function isOtherPromise(one: WithdrawalPromise, other: WithdrawalPromise): boolean {
  const isSame = one.number === other.number || one.id === other.id || one.intent.nonce === other.intent.nonce
  return isSame && withdrawalPromiseText(one) !== withdrawalPromiseText(other)
}

const isFile = shape({
  format: oneOf(WITHDRAWAL_FORMAT),
  statement: isWithdrawalPromise,
  signature: isSignature,
  head: isNote,
  keys: isKeys,
})

/** Parses the file of a promise. Null for a missing or extra field or a wrong type. Never throws. */
export function parseWithdrawalFile(value: unknown): WithdrawalFile | null {
  return isFormed(value, isFile) ? (value as WithdrawalFile) : null
}

/** Whether a receipts key (hex) signed a promise. */
export function isPromisedBy(
  { statement, signature }: SignedWithdrawal,
  receiptsKey: string,
  crypto: Pick<Crypto, 'verifyEd25519'>,
): boolean {
  return isTextSigned(withdrawalPromiseText(statement), signature, receiptsKey, crypto)
}

/** Whether the house signed the promise and the head in a file, by the keys that it names. */
export function isSignedFile(file: WithdrawalFile, crypto: Crypto): { promise: boolean; head: boolean } {
  return { promise: isPromisedBy(file, file.keys.receipts, crypto), head: isHeadSigned(file, crypto) }
}

/** The leaf that `findLeaf` looks for. */
export function leafOfWithdrawal(promise: WithdrawalPromise): LoggedLeaf {
  return { kind: 'withdrawals', number: promise.number, leaf: asciiBytes(withdrawalPromiseText(promise)) }
}

/** An owner's request: his signed terms, and the id in the house's answer. */
export interface AskedWithdrawal {
  intent: WithdrawalIntent
  /** The wallet's signature over `intent`. */
  consent: string
  account: string
  id: string
}

function isSameIntent(one: WithdrawalIntent, other: WithdrawalIntent): boolean {
  const fields = Object.keys(one) as (keyof WithdrawalIntent)[]
  return fields.every((field) => one[field] === other[field])
}

/** Checks the house's promise against what its owner signed; null when it is sound. */
export function judgeWithdrawalAnswer(
  answer: unknown,
  asked: AskedWithdrawal,
  crypto: Crypto,
): PromiseProblem | null {
  const isAsked = ({ statement }: WithdrawalFile) =>
    statement.id === asked.id &&
    statement.consent === asked.consent &&
    isSameAddress(statement.account, asked.account) &&
    isSameIntent(statement.intent, asked.intent) &&
    isAcceptedInTime(statement)
  const isSigned = (file: WithdrawalFile) => isPromisedBy(file, file.keys.receipts, crypto)
  return problemOf(parseWithdrawalFile(answer), isAsked, isSigned, crypto)
}
