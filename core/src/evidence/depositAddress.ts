import { canonicalWriter } from '../canonical.ts'
import type { Crypto } from '../crypto.ts'
import { isSignature, isTime } from '../fields.ts'
import type { PromiseProblem } from '../receipts/promise.ts'
import { isKeys, isNote } from '../receipts/receiptShape.ts'
import { areKeysOf, namesKeys, type HouseKeys } from '../receipts/receipts.ts'
import { isHeadSigned, isTextSigned, isFormed, problemOf, type UnderHead } from '../receipts/signedFile.ts'
import { matches, oneOf, shape, type Check } from '../shape.ts'
import { isSameAddress } from '../wallet/sameAddress.ts'

/**
 * The house's statement that a deposit address belongs to an account: it credits the account with what is sent there on this
 * network, in the coins that the house accepts. An account keeps its one address on a network for ever, and an address belongs to
 * the same account on every network.
 */
export interface AddressStatement {
  v: 1
  kind: 'address'
  /** The address of the wallet whose account it is. */
  account: string
  /** Only the real account takes deposits. */
  book: 'real'
  network: string
  address: string
  /** When the account got it, ms since 1970. */
  at: number
}

/** A statement with the receipts key's signature (Ed25519, hex) over `addressText`. */
export interface SignedAddress {
  statement: AddressStatement
  signature: string
}

export const ADDRESS_FORMAT = 'tickmark-address/1'

/** A signed statement as the account's owner keeps it. */
export interface AddressFile extends SignedAddress, UnderHead {
  format: typeof ADDRESS_FORMAT
}

/** The canonical text of a statement, which is signed. */
export const addressText = canonicalWriter<AddressStatement>([
  'v',
  'kind',
  'account',
  'book',
  'network',
  'address',
  'at',
])

const isText: Check = (value) => matches(value, /^[\x20-\x7e]{1,200}$/)

const isFile = shape({
  format: oneOf(ADDRESS_FORMAT),
  statement: shape({
    v: oneOf(1),
    kind: oneOf('address'),
    account: isText,
    book: oneOf('real'),
    network: isText,
    address: isText,
    at: isTime,
  } satisfies Record<keyof AddressStatement, Check>),
  signature: isSignature,
  head: isNote,
  keys: isKeys,
})

/** Parses the file of a statement. Null for a missing or extra field or a wrong type. Never throws. */
export function parseAddressFile(value: unknown): AddressFile | null {
  return isFormed(value, isFile) ? (value as AddressFile) : null
}

/** Whether a receipts key (hex) signed a statement. */
export function isAddressSaidBy(
  { statement, signature }: SignedAddress,
  receiptsKey: string,
  crypto: Pick<Crypto, 'verifyEd25519'>,
): boolean {
  return isTextSigned(addressText(statement), signature, receiptsKey, crypto)
}

/** Whether two statements cannot both be true: one address of two accounts, or two of one account on one network. */
export function isOtherAddress(one: AddressStatement, other: AddressStatement): boolean {
  const isOfOne = isSameAddress(one.account, other.account)
  return isSameAddress(one.address, other.address) ? !isOfOne : isOfOne && one.network === other.network
}

/** The request of an account's owner. */
export type AskedAddress = Pick<AddressStatement, 'account' | 'network'>

/** Checks the house's statement about an address against what was asked; null when it is sound. */
export function judgeAddress(answer: unknown, asked: AskedAddress, crypto: Crypto): PromiseProblem | null {
  const isAsked = ({ statement }: AddressFile) =>
    isSameAddress(statement.account, asked.account) && statement.network === asked.network
  const isSigned = (file: AddressFile) => isAddressSaidBy(file, file.keys.receipts, crypto)
  return problemOf(parseAddressFile(answer), isAsked, isSigned, crypto)
}

/** The steps in the order of the report; `keys` appears only when there are keys to compare with, `owner` with an owner. */
export type AddressStep = 'form' | 'keys' | 'answer_signature' | 'owner' | 'checkpoint'

export interface AddressVerdict {
  verdict: 'holds' | 'broken'
  steps: { name: AddressStep; ok: boolean }[]
  file: AddressFile | null
}

/** Decides whether a file proves that the house assigned an address to an account. Never throws. */
export function checkAddressFile(
  given: unknown,
  crypto: Crypto,
  trusted: Partial<HouseKeys> & { owner?: string } = {},
): AddressVerdict {
  const file = parseAddressFile(given)
  if (!file) return { verdict: 'broken', steps: [{ name: 'form', ok: false }], file }
  const { statement, keys } = file
  const { owner } = trusted
  const steps: AddressVerdict['steps'] = [
    { name: 'form', ok: true },
    ...(namesKeys(trusted) ? [{ name: 'keys', ok: areKeysOf(keys, trusted) } as const] : []),
    { name: 'answer_signature', ok: isAddressSaidBy(file, keys.receipts, crypto) },
    ...(owner === undefined ? [] : [{ name: 'owner', ok: isSameAddress(statement.account, owner) } as const]),
    { name: 'checkpoint', ok: isHeadSigned(file, crypto) },
  ]
  return { verdict: steps.every(({ ok }) => ok) ? 'holds' : 'broken', steps, file }
}
