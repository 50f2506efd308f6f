import type { Crypto } from '../crypto.ts'
import { isCount, isHash, isUnits } from '../fields.ts'
import { USER_KINDS, type UserKind } from '../ledger/accounts.ts'
import { shareLeaf, type Share } from '../liabilities/share.ts'
import { isSameNode, rootByPath, type SumStep } from '../liabilities/sumTree.ts'
import type { AuditedEntry } from '../log/audited.ts'
import { checkpointKey, openCheckpoint } from '../log/checkpoint.ts'
import { isBook, isCurrencyCode, liabilityName } from '../log/liability.ts'
import type { Book } from '../money/currencies.ts'
import type { PromiseProblem } from '../receipts/promise.ts'
import { bytes, readSegment } from '../receipts/receiptLog.ts'
import { isKeys, isNote } from '../receipts/receiptShape.ts'
import { areKeysOf, namesKeys, type HouseKeys, type Segment } from '../receipts/receipts.ts'
import { isFormed, isHeadSigned, type UnderHead } from '../receipts/signedFile.ts'
import { list, matches, oneOf, shape, type Check } from '../shape.ts'
import { isSameAddress } from '../wallet/sameAddress.ts'
import { isSegment } from './shownKeys.ts'

export const BALANCES_FORMAT = 'tickmark-balances/1'

/** A share of the owner's with its salt and the path to the root of its currency's tree; hashes in hex, sums in digits. */
export interface ShownShare extends Omit<Share, 'account'> {
  salt: string
  path: readonly { side: SumStep['side']; hash: string; sum: string }[]
}

/** The house's debt to an owner at the last audit of its books, as the log shows it. */
export interface BalancesFile extends UnderHead {
  format: typeof BALANCES_FORMAT
  /** Address of the wallet whose accounts they are. */
  account: string
  shares: readonly ShownShare[]
  /** The `audited` entry in the head's log. */
  segment: Segment
}

/** A balance of the owner's at `until` of the entry. */
export interface OwedBalance {
  book: Book
  currency: string
  kind: UserKind
  amount: bigint
}

const isShare = shape({
  book: isBook,
  currency: isCurrencyCode,
  kind: oneOf(...USER_KINDS),
  share: (value) => isCount(value) && value <= 1,
  amount: isUnits,
  salt: isHash,
  path: list(shape({ side: oneOf('left', 'right'), hash: isHash, sum: isUnits })),
} satisfies Record<keyof ShownShare, Check>)

const isFile = shape({
  format: oneOf(BALANCES_FORMAT),
  account: (value) => matches(value, /^[\x20-\x7e]{1,200}$/),
  shares: list(isShare),
  segment: isSegment,
  head: isNote,
  keys: isKeys,
} satisfies Record<keyof BalancesFile, Check>)

/**
 * Parses the file of an owner's balances. Null for a missing or extra field, a wrong type, no share, a repeated share, or only
 * one share of a balance. Never throws.
 */
export function parseBalancesFile(value: unknown): BalancesFile | null {
  if (!isFormed(value, isFile)) return null
  const file = value as BalancesFile
  const names = file.shares.map((one) => `${liabilityName(one)} ${one.kind} ${one.share}`)
  const isWhole = names.length === 2 * owedBalances(file).length
  return isWhole && names.length > 0 && new Set(names).size === names.length ? file : null
}

/** The `audited` entry of a file, if it lies in the tree of its signed head; otherwise null. */
export function auditedIn({ segment, head, keys }: BalancesFile, crypto: Crypto): AuditedEntry | null {
  const checkpoint = openCheckpoint(head, checkpointKey(keys.origin, keys.log, crypto.sha256), crypto)
  const [entry, ...more] = checkpoint ? readSegment(segment, checkpoint, crypto) : []
  return entry?.kind === 'audited' && more.length === 0 ? entry : null
}

/** Whether all shares of a file are part of what an entry says that the house owed. */
export function areOwed({ account, shares }: BalancesFile, entry: AuditedEntry, crypto: Crypto): boolean {
  return shares.every(({ salt, path, ...share }) => {
    const owed = entry.liabilities.find((one) => liabilityName(one) === liabilityName(share))
    const leaf = shareLeaf({ account, ...share }, bytes(salt), crypto.sha256)
    const steps = path.map(({ side, hash, sum }) => ({ side, hash: bytes(hash), sum: BigInt(sum) }))
    const root = rootByPath(leaf, steps, crypto.sha256)
    return (
      owed !== undefined &&
      root !== null &&
      isSameNode(root, { hash: bytes(owed.root), sum: BigInt(owed.amount) })
    )
  })
}

/** The balances of a file, each the sum of its shares, in the file's order. */
export function owedBalances({ shares }: Pick<BalancesFile, 'shares'>): OwedBalance[] {
  const sums = new Map<string, OwedBalance>()
  for (const { book, currency, kind, amount } of shares) {
    const name = `${liabilityName({ book, currency })} ${kind}`
    const sum = sums.get(name)?.amount ?? 0n
    sums.set(name, { book, currency, kind, amount: sum + BigInt(amount) })
  }
  return [...sums.values()]
}

/** Checks the house's answer about an owner's balances; null when it is sound. */
export function judgeBalances(answer: unknown, owner: string, crypto: Crypto): PromiseProblem | null {
  const file = parseBalancesFile(answer)
  if (!file) return 'unreadable'
  if (!isSameAddress(file.account, owner)) return 'other_terms'
  const entry = auditedIn(file, crypto)
  return entry && areOwed(file, entry, crypto) ? null : 'not_signed'
}

/** The steps in the order of the report; `keys` appears only when there are keys to compare with, `owner` with an owner. */
export type BalancesStep = 'form' | 'keys' | 'owner' | 'checkpoint' | 'audited' | 'shares'

export interface BalancesVerdict {
  verdict: 'holds' | 'broken'
  steps: { name: BalancesStep; ok: boolean }[]
  file: BalancesFile | null
  /** Null when the file does not show it. */
  entry: AuditedEntry | null
}

/** Decides whether a file proves the house's debt to its owner. Never throws. */
export function checkBalancesFile(
  given: unknown,
  crypto: Crypto,
  trusted: Partial<HouseKeys> & { owner?: string } = {},
): BalancesVerdict {
  const file = parseBalancesFile(given)
  if (!file) return { verdict: 'broken', steps: [{ name: 'form', ok: false }], file, entry: null }
  const { owner } = trusted
  const entry = auditedIn(file, crypto)
  const steps: BalancesVerdict['steps'] = [
    { name: 'form', ok: true },
    ...(namesKeys(trusted) ? [{ name: 'keys', ok: areKeysOf(file.keys, trusted) } as const] : []),
    ...(owner === undefined ? [] : [{ name: 'owner', ok: isSameAddress(file.account, owner) } as const]),
    { name: 'checkpoint', ok: isHeadSigned(file, crypto) },
    { name: 'audited', ok: entry !== null },
    { name: 'shares', ok: entry !== null && areOwed(file, entry, crypto) },
  ]
  return { verdict: steps.every(({ ok }) => ok) ? 'holds' : 'broken', steps, file, entry }
}
