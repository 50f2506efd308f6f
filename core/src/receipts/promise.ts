import type { ConsentBundle, SignedConsent } from '../consent/bundle.ts'
import { isSameTerms, readOrderText } from '../consent/consentText.ts'
import { AHEAD_MOST_MS } from '../consent/judgeConsent.ts'
import type { Crypto, OwnerCrypto } from '../crypto.ts'
import { checkpointKey, openCheckpoint } from '../log/checkpoint.ts'
import { isInBatch } from './batches.ts'
import { findOrderConsent, isOfOther, isOrderOf, type KnownOwner } from './consentCheck.ts'
import { parsePromise, PROMISE_FORMAT, type PromiseFile } from './promiseShape.ts'
import { areKeysOf, namesKeys, ticketBody, ticketHash, type HouseKeys, type Ticket } from './receipts.ts'

/** The steps in the order of the report; `keys` appears only when there are keys to compare with. */
export type PromiseStep = 'form' | 'keys' | 'ticket_signature' | 'consent' | 'checkpoint'

export interface PromiseVerdict {
  /** `not_proven` when nothing is false, but the file lacks the owner's consent. */
  verdict: 'holds' | 'not_proven' | 'broken'
  steps: { name: PromiseStep; ok: boolean; unshown?: true }[]
  promise: PromiseFile | null
}

/** Decides whether a file proves that the house accepted an order on its owner's signed terms. Never throws. */
export function checkPromise(
  given: unknown,
  crypto: Crypto & OwnerCrypto,
  trusted: Partial<HouseKeys> & KnownOwner = {},
): PromiseVerdict {
  const promise = parsePromise(given)
  if (!promise) return { verdict: 'broken', steps: [{ name: 'form', ok: false }], promise }
  const { ticket, consent, head, keys } = promise
  const found = findOrderConsent(ticket, consent, crypto)
  const shown = isOfOther(found, trusted) ? 'false' : found.is
  const key = checkpointKey(keys.origin, keys.log, crypto.sha256)
  const steps: PromiseVerdict['steps'] = [
    { name: 'form', ok: true },
    ...(namesKeys(trusted) ? [{ name: 'keys', ok: areKeysOf(keys, trusted) } as const] : []),
    { name: 'ticket_signature', ok: isPromised(promise, crypto) },
    {
      name: 'consent',
      ok: shown === 'shown',
      ...((shown === 'none' || shown === 'unproven') && { unshown: true }),
    },
    { name: 'checkpoint', ok: openCheckpoint(head, key, crypto) !== null },
  ]
  return { verdict: verdictOf(steps), steps, promise }
}

/** A false step breaks a file; an unshown step leaves it unproven. */
export function verdictOf(steps: readonly { ok: boolean; unshown?: true }[]): PromiseVerdict['verdict'] {
  const failed = steps.filter((one) => !one.ok)
  return failed.some((one) => !one.unshown) ? 'broken' : failed.length > 0 ? 'not_proven' : 'holds'
}

/** Fault in the house's answer to an order, for the owner who just placed it. */
export type PromiseProblem = 'unreadable' | 'other_terms' | 'not_signed'

/** The reader's signed request. */
export interface AskedPromise {
  consent: SignedConsent
  /** Null when the reader no longer has the delegation. */
  bundle: ConsentBundle | null
  hash: string | null
  /** Time from signature to answer on a monotonic clock, in ms; null when signed in an earlier visit. */
  waitedMs: number | null
}

/**
 * Checks the house's answer against its reader's signed text, before the order is shown as placed. `signed` is null when the
 * reader signed nothing.
 */
export function judgePromise(
  answer: Omit<PromiseFile, 'format' | 'consent'>,
  signed: AskedPromise | null,
  crypto: Crypto,
): PromiseProblem | null {
  const promise = parsePromise({ format: PROMISE_FORMAT, ...answer, consent: signed?.bundle ?? null })
  if (!promise) return 'unreadable'
  const { ticket, head, keys } = promise
  if (signed ? !isAsked(ticket, signed, crypto) : ticket.consent !== '') return 'other_terms'
  const key = checkpointKey(keys.origin, keys.log, crypto.sha256)
  const isSigned = isPromised(promise, crypto) && openCheckpoint(head, key, crypto) !== null
  return isSigned ? null : 'not_signed'
}

function isAsked(ticket: Ticket, { consent, hash, waitedMs }: AskedPromise, { sha256 }: Crypto): boolean {
  const asked = readOrderText(consent.text)
  return (
    asked !== null &&
    isSameTerms(asked, ticket) &&
    isOrderOf(consent, ticket, sha256) &&
    ticket.acceptedAt >= asked.at - AHEAD_MOST_MS &&
    ticket.acceptedAt <= asked.expires &&
    (waitedMs === null || ticket.acceptedAt <= asked.at + waitedMs + AHEAD_MOST_MS) &&
    (hash === null ? ticket.consent !== '' : ticket.consent === hash)
  )
}

/** Whether two signed tickets for one order differ: then the house made two promises. */
export function contradicts(one: Ticket, other: Ticket, { sha256 }: Pick<Crypto, 'sha256'>): boolean {
  return one.order === other.order && ticketHash(one, sha256) !== ticketHash(other, sha256)
}

function isPromised({ ticket, proof, keys }: PromiseFile, crypto: Crypto): boolean {
  return isInBatch('ticket-batch', ticketBody(ticket), proof, keys.receipts, crypto)
}
