import { HOSTING_FORMAT, parseHostingFile, type HostingFile } from '../arbitrage/hostingPromise.ts'
import {
  hostingText,
  isStatedBy,
  type HostingExit,
  type HostingStatement,
  type HostingTicket,
} from '../arbitrage/hostings.ts'
import { isAboutOrder, isAsPromised, type LoggedLine } from '../arbitrage/ownLine.ts'
import { exitOf } from '../arbitrage/sharing.ts'
import type { Crypto } from '../crypto.ts'
import { DAY_MS } from '../days.ts'
import { isRecord } from '../json.ts'
import { publishedAt, type PublishedKeys } from './publishedKeys.ts'
import { contradictsAnswer, type SignedElsewhere } from '../receipts/answers.ts'
import {
  CLOSING_FORMAT,
  parseAnswer,
  REFUSAL_FORMAT,
  type ClosingFile,
  type RefusalFile,
} from '../receipts/answerShape.ts'
import { isInBatch } from '../receipts/batches.ts'
import { contradicts } from '../receipts/promise.ts'
import { parsePromise, PROMISE_FORMAT, type PromiseFile } from '../receipts/promiseShape.ts'
import { parseReceipt } from '../receipts/receiptShape.ts'
import {
  areKeysOf,
  settlementBody,
  ticketBody,
  ticketHash,
  type HouseKeys,
  type Receipt,
} from '../receipts/receipts.ts'
import { LINE_FORMAT, lineInFile, parseLineFile, type LineFile } from './lineFile.ts'
import { isRefusedBy, refusesClose, type Refusal } from '../receipts/refusal.ts'
import { list } from '../shape.ts'
import {
  isOtherPromise,
  isPromisedBy,
  parseWithdrawalFile,
  WITHDRAWAL_FORMAT,
  type WithdrawalFile,
  type WithdrawalPromise,
} from './withdrawalPromise.ts'
import {
  ADDRESS_FORMAT,
  isAddressSaidBy,
  isOtherAddress,
  parseAddressFile,
  type AddressFile,
  type AddressStatement,
} from './depositAddress.ts'
import { isShownKeys, keysInLog, type ShownKeys } from './shownKeys.ts'

export const CONTRADICTION_FORMAT = 'tickmark-contradiction/1'

/** A file with a signed statement of the house about an order, a withdrawal or a deposit address. */
export type SignedFile =
  | PromiseFile
  | RefusalFile
  | ClosingFile
  | HostingFile
  | LineFile
  | WithdrawalFile
  | AddressFile
  | Receipt

/** Evidence against the house: two signed statements that cannot both be true. */
export interface ContradictionFile {
  format: typeof CONTRADICTION_FORMAT
  files: readonly [SignedFile, SignedFile]
  /** Where the two name different keys: the log's `keys` entries that name both. */
  changes?: readonly ShownKeys[]
}

const areShownKeys = list(isShownKeys)

/** Parses either side of a contradiction; null for anything else. Never throws. */
export function parseSigned(value: unknown): SignedFile | null {
  return (
    parsePromise(value) ??
    parseAnswer(value) ??
    parseHostingFile(value) ??
    parseLineFile(value) ??
    parseWithdrawalFile(value) ??
    parseAddressFile(value) ??
    parseReceipt(value)
  )
}

/** Parses the evidence of a contradiction; null for anything else. Never throws. */
function parseContradiction(value: unknown): ContradictionFile | null {
  if (!isRecord(value) || value['format'] !== CONTRADICTION_FORMAT || !Array.isArray(value['files']))
    return null
  const { format, files, changes, ...rest } = value
  const [one, other, ...more] = (files as unknown[]).map(parseSigned)
  if (!one || !other || more.length > 0 || Object.keys(rest).length > 0) return null
  if (changes === undefined) return { format, files: [one, other] }
  return areShownKeys(changes) ? { format, files: [one, other], changes: changes as ShownKeys[] } : null
}

/** The house's signed statements about an order, a withdrawal or a deposit address, from any file. */
export interface Said extends SignedElsewhere {
  promise?: WithdrawalPromise
  address?: AddressStatement
  refusal?: Refusal
  statement?: HostingStatement
  line?: LoggedLine
}

/**
 * The statements in a file that these keys signed; none when it names other keys. The log's key may differ, as it may have
 * changed since, except for a line, which only that key signs.
 */
export function saidIn(file: SignedFile, keys: HouseKeys, crypto: Crypto): Said {
  const { origin, log, receipts } = keys
  if (!areKeysOf(file.keys, { origin, receipts, ...(file.format === LINE_FORMAT && { log }) })) return {}
  switch (file.format) {
    case PROMISE_FORMAT:
      return isInBatch('ticket-batch', ticketBody(file.ticket), file.proof, receipts, crypto)
        ? { ticket: file.ticket }
        : {}
    case REFUSAL_FORMAT:
      return isRefusedBy(file, receipts, crypto) ? { refusal: file.refusal } : {}
    case CLOSING_FORMAT:
      return isInBatch('receipt-batch', settlementBody(file.settlement), file.proof, receipts, crypto)
        ? { settlement: file.settlement }
        : {}
    case HOSTING_FORMAT:
      return isStatedBy(file, receipts, crypto) ? { statement: file.statement } : {}
    case LINE_FORMAT: {
      const line = lineInFile(file, crypto)
      return line ? { line } : {}
    }
    case WITHDRAWAL_FORMAT:
      return isPromisedBy(file, receipts, crypto) ? { promise: file.statement } : {}
    case ADDRESS_FORMAT:
      return isAddressSaidBy(file, receipts, crypto) ? { address: file.statement } : {}
    default:
      return saidInReceipt(file, receipts, crypto)
  }
}

function saidInReceipt(receipt: Receipt, receiptsKey: string, crypto: Crypto): Said {
  const { ticket, ticketProof, settlement, settlementProof } = receipt
  const isTicket = isInBatch('ticket-batch', ticketBody(ticket), ticketProof, receiptsKey, crypto)
  const isEnd = isInBatch('receipt-batch', settlementBody(settlement), settlementProof, receiptsKey, crypto)
  return { ...(isTicket && { ticket }), ...(isEnd && { settlement }) }
}

/** Whether statements from two files contradict each other. */
export function isContrary(one: Said, other: Said, crypto: Pick<Crypto, 'sha256'>): boolean {
  return isContraryTo(one, other, crypto) || isContraryTo(other, one, crypto)
}

function isContraryTo(one: Said, other: Said, crypto: Pick<Crypto, 'sha256'>): boolean {
  const { refusal, ticket, settlement, statement, promise, address } = one
  if (address && other.address && isOtherAddress(address, other.address)) return true
  if (promise && other.promise && isOtherPromise(promise, other.promise)) return true
  if (statement && other.line && isOtherLine(statement, other.line)) return true
  if (refusal && !refusesClose(refusal) && other.line?.line.order === refusal.order) return true
  if (refusal && contradictsAnswer({ refusal }, other)) return true
  if (settlement && contradictsAnswer({ settlement }, other)) return true
  if (ticket && other.ticket && contradicts(ticket, other.ticket, crypto)) return true
  if (ticket && other.settlement?.order === ticket.order)
    if (other.settlement.ticket !== ticketHash(ticket, crypto.sha256)) return true
  return (
    statement !== undefined && other.statement !== undefined && isOtherStatement(statement, other.statement)
  )
}

/** Whether a logged day's line is about a ticket's order but breaks the ticket's promise. */
function isOtherLine(statement: HostingStatement, line: LoggedLine): boolean {
  return statement.kind === 'hosting' && isAboutOrder(line, statement) && !isAsPromised(line, statement)
}

/**
 * For one hosting order the house signs only one ticket, and one exit that follows from its terms; each number has only one
 * statement.
 */
function isOtherStatement(
  one: NonNullable<Said['statement']>,
  other: NonNullable<Said['statement']>,
): boolean {
  if (one.kind === 'hosting' && other.kind === 'exit' && one.order === other.order && !isExitOf(other, one))
    return true
  const isSame = one.number === other.number || (one.kind === other.kind && one.order === other.order)
  return isSame && hostingText(one) !== hostingText(other)
}

/** Whether an exit ended its ticket's order before the order's own end, took the ticket's fee and returned the rest. */
function isExitOf({ at, back, fee }: HostingExit, ticket: HostingTicket): boolean {
  if (at < ticket.at || at >= Date.parse(ticket.last) + DAY_MS) return false
  const due = exitOf({ principal: BigInt(ticket.principal), exitFeePpm: BigInt(ticket.exitFeePpm) })
  return fee === String(due.fee) && back === String(due.back)
}

/**
 * The first two files that cannot both be true, as evidence; null without any. They count across a change of the house's keys where
 * `changes`, the log's `keys` entries, show that one log had the keys of both: then these are part of the evidence.
 */
export function contradictionAmong(
  files: readonly SignedFile[],
  crypto: Crypto,
  changes: readonly ShownKeys[] = [],
): ContradictionFile | null {
  let inLog: PublishedKeys | null = null
  for (const [i, one] of files.entries()) {
    for (const other of files.slice(i + 1)) {
      const pair = [one, other] as const
      const isSo = (known: PublishedKeys | null) => isContrary(...saidInBoth(pair, crypto, known), crypto)
      if (isSo(null)) return { format: CONTRADICTION_FORMAT, files: pair }
      // Signatures are dear to check: only where changes of keys can matter.
      if (areKeysOf(one.keys, other.keys)) continue
      inLog ??= keysInLog(changes, crypto)
      if (inLog && isSo(inLog)) return { format: CONTRADICTION_FORMAT, files: pair, changes }
    }
  }
  return null
}

/** Whether a file names keys that were the house's at the head that it shows. */
function isPublished(file: SignedFile, published: PublishedKeys): boolean {
  const note = 'head' in file ? file.head : file.checkpoint
  return areKeysOf(file.keys, publishedAt(published, file.keys, note))
}

/**
 * The statements in two files that carry the house's signature. Both are judged by the keys that the first one names. Another key
 * that the second one names counts only where the published keys show that the same log had both.
 */
export function saidInBoth(
  [one, other]: readonly [SignedFile, SignedFile],
  crypto: Crypto,
  published: PublishedKeys | null,
): [Said, Said] {
  const areBoth = published !== null && isPublished(one, published) && isPublished(other, published)
  return [saidIn(one, one.keys, crypto), saidIn(other, areBoth ? other.keys : one.keys, crypto)]
}

export interface ContradictionVerdict {
  /** `broken` when these files do not convict anybody. */
  verdict: 'holds' | 'broken'
  steps: { name: 'form' | 'keys' | 'key_changes' | 'both_signed' | 'contrary'; ok: boolean }[]
  evidence: ContradictionFile | null
}

/**
 * Decides whether a file proves that the house signed two statements that cannot both be true. Key changes in the file count when the
 * last keys that they show are published ones. Never throws.
 */
export function checkContradiction(
  given: unknown,
  crypto: Crypto,
  published: PublishedKeys | null = null,
): ContradictionVerdict {
  const evidence = parseContradiction(given)
  if (!evidence) return { verdict: 'broken', steps: [{ name: 'form', ok: false }], evidence }
  const { files, changes } = evidence
  const inLog = changes ? keysInLog(changes, crypto) : null
  const isOfHouse =
    inLog !== null &&
    (published === null || areKeysOf(inLog.present, publishedAt(published, inLog.present, inLog.note)))
  const known = isOfHouse ? inLog : published
  const [said, beside] = saidInBoth(files, crypto, known)
  const isSaid = (said: Said) => Object.keys(said).length > 0
  const steps: ContradictionVerdict['steps'] = [
    { name: 'form', ok: true },
    ...(published && known
      ? [{ name: 'keys', ok: files.every((file) => isPublished(file, known)) } as const]
      : []),
    ...(changes ? [{ name: 'key_changes', ok: isOfHouse } as const] : []),
    { name: 'both_signed', ok: isSaid(said) && isSaid(beside) },
    { name: 'contrary', ok: isContrary(said, beside, crypto) },
  ]
  return { verdict: steps.every(({ ok }) => ok) ? 'holds' : 'broken', steps, evidence }
}
