import { parseHostingFile, type HostingFile } from '../arbitrage/hostingPromise.ts'
import { isStatedBy } from '../arbitrage/hostings.ts'
import { bundleHash } from '../consent/bundle.ts'
import { delegationHash, readDelegation, type Delegation } from '../consent/delegation.ts'
import { exitFeesOf } from '../consent/grant.ts'
import type { Crypto } from '../crypto.ts'
import { isRecord } from '../json.ts'
import type { Book } from '../money/currencies.ts'
import type { Amount } from '../money/money.ts'
import { isReceiptsKeyOf, type PublishedKeys } from './publishedKeys.ts'

export const EXITS_FORMAT = 'tickmark-exits/1'

/** More than a device accumulates within its retention time. */
const MOST_FILES = 20_000

/**
 * Evidence against the house: early exits in one book under one sign-in, with their orders' tickets, whose total fees exceed the
 * limit in the sign-in text. Each exit alone may be within the limit, and only these files show what the exits have in common.
 */
export interface ExitsFile {
  format: typeof EXITS_FORMAT
  files: readonly HostingFile[]
}

/** Parses the evidence; null for anything else. Never throws. */
export function parseExits(value: unknown): ExitsFile | null {
  if (!isRecord(value) || value['format'] !== EXITS_FORMAT || Object.keys(value).length !== 2) return null
  const given: unknown = value['files']
  if (!Array.isArray(given) || given.length === 0 || given.length > MOST_FILES) return null
  const files = given.map(parseHostingFile)
  return files.includes(null) ? null : { format: EXITS_FORMAT, files: files.filter((one) => one !== null) }
}

/** Total early-exit fees under one sign-in in one book, and the limit in its text. */
export interface ExitFees {
  /** `delegationHash` of the sign-in. */
  delegation: string
  book: Book
  taken: Amount
  most: Amount
}

/** Groups exits by sign-in and book, each order once; skips exits without their ticket and consent. */
function feesIn(
  files: readonly HostingFile[],
  { sha256 }: Pick<Crypto, 'sha256'>,
): (ExitFees & { files: HostingFile[] })[] {
  const tickets = new Map(
    files.flatMap((one) => (one.statement.kind === 'hosting' ? [[one.statement.order, one]] : [])),
  )
  const sums = new Map<string, ExitFees & { files: HostingFile[] }>()
  const counted = new Set<string>()
  for (const file of files) {
    const { statement } = file
    const named = delegationNamed(file, sha256)
    const ticket = tickets.get(statement.order)
    if (statement.kind !== 'exit' || !named || ticket?.statement.kind !== 'hosting') continue
    if (counted.has(statement.order)) continue
    counted.add(statement.order)
    const { book } = ticket.statement
    const name = `${book} ${named.hash}`
    const sum = sums.get(name) ?? {
      delegation: named.hash,
      book,
      taken: 0n,
      most: exitFeesOf(named.grant),
      files: [],
    }
    sum.taken += BigInt(statement.fee)
    sum.files.push(ticket, file)
    sums.set(name, sum)
  }
  return [...sums.values()]
}

/** The sign-in behind a statement's consent hash; null where the file does not show it. */
function delegationNamed(
  { statement, consent }: HostingFile,
  sha256: Crypto['sha256'],
): { hash: string; grant: Delegation['grant'] } | null {
  if (!consent || bundleHash(consent, sha256) !== statement.consent) return null
  const grant = readDelegation(consent.delegation.text, sha256)?.grant
  return grant ? { hash: delegationHash(consent.delegation, sha256), grant } : null
}

/** Finds exits whose total fees exceed their sign-in's limit. The caller has verified the statements' signatures. */
export function exitsBeyond(
  files: readonly HostingFile[],
  crypto: Pick<Crypto, 'sha256'>,
): (ExitFees & { evidence: ExitsFile }) | null {
  const found = feesIn(files, crypto).find(({ taken, most }) => taken > most)
  if (!found) return null
  const { files: shown, ...fees } = found
  return { ...fees, evidence: { format: EXITS_FORMAT, files: shown } }
}

export interface ExitsVerdict {
  /** `broken` when these files do not convict anybody. */
  verdict: 'holds' | 'broken'
  steps: { name: 'form' | 'keys' | 'all_signed' | 'beyond'; ok: boolean }[]
  evidence: ExitsFile | null
  fees: ExitFees | null
}

/**
 * Decides whether a file proves that the house took more for early exits than a sign-in text allows. The log's key signed none of
 * it and is not compared: it may have changed since. A changed receipts key counts for its time. Never throws.
 */
export function checkExits(
  given: unknown,
  crypto: Crypto,
  published: PublishedKeys | null = null,
): ExitsVerdict {
  const evidence = parseExits(given)
  const [first] = evidence?.files ?? []
  if (!evidence || !first)
    return { verdict: 'broken', steps: [{ name: 'form', ok: false }], evidence: null, fees: null }
  const { files } = evidence
  const isPublished = ({ keys, head }: HostingFile) =>
    published !== null && isReceiptsKeyOf(published, keys, head)
  const isSigned = (file: HostingFile) =>
    isStatedBy(file, (isPublished(file) ? file : first).keys.receipts, crypto)
  const found = exitsBeyond(files, crypto)
  const steps: ExitsVerdict['steps'] = [
    { name: 'form', ok: true },
    ...(published ? [{ name: 'keys', ok: files.every(isPublished) } as const] : []),
    { name: 'all_signed', ok: files.every(isSigned) },
    { name: 'beyond', ok: found !== null },
  ]
  const { evidence: _, ...fees } = found ?? { evidence: null }
  return {
    verdict: steps.every(({ ok }) => ok) ? 'holds' : 'broken',
    steps,
    evidence,
    fees: 'taken' in fees ? fees : null,
  }
}
