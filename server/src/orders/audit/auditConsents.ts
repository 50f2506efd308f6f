import { consentBody } from '@tickmark/core/consent/bundle'
import {
  isSameTerms,
  readCloseText,
  readOrderText,
  type SignedTerms,
} from '@tickmark/core/consent/consentText'
import { delegationHash } from '@tickmark/core/consent/delegation'
import { orderIdFrom, orderIdText } from '@tickmark/core/consent/orderId'
import { bookOfCode, currencyById } from '@tickmark/core/money/currencies'
import { durationById } from '@tickmark/core/orders/durations'
import { pairOf } from '@tickmark/core/receipts/receipts'
import { hash } from 'node:crypto'
import type { Reader } from '../../db/pool.ts'
import type { AuditedPart } from '../../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../../module/finding.ts'
import { sha256 } from '../../platform/sha256.ts'
import { actedOn, closedUnasked, type ActedOn } from './auditConsentStore.ts'
import { ofDelegations } from './auditDelegations.ts'
import { termsOfRow } from '../order/order.ts'

/** Most delegations whose hashes are kept. */
const KEPT = 50_000

/**
 * Each signed order, and each signed early close, is what its owner signed, in his account. The signatures themselves are checked
 * when they are given, by `auditSignatures`, and by a receipt's check.
 */
export async function auditConsents(reader: Reader, since: AuditedPart | null): Promise<Finding[]> {
  const findings: Finding[] = []
  const delegationHashes = ofDelegations(reader, KEPT, (one) => (one ? delegationHash(one, sha256) : ''))
  for await (const page of actedOn(reader, since)) {
    const hashes = await delegationHashes(page)
    for (const one of page) findings.push(...consentFindings(one, hashes.get(one.session) ?? ''))
    if (findings.length >= MOST_FINDINGS) break
  }
  return [...findings.slice(0, MOST_FINDINGS), ...(await closedUnasked(reader, since))]
}

function consentFindings(one: ActedOn, delegation: string): Finding[] {
  const { order_id: order, closes, text } = one
  const where = `order ${order}${closes ? ' closed' : ''}`
  if (one.book !== null && one.is_owners && (closes ? isClose(one) : isOrder(one)))
    return hashFindings(one, where, delegation)
  return [{ rule: 'order = signed', where, expected: text.replace('\n', ' '), found: foundIn(one) }]
}

/** Ticket or settlement name the hash over the signed text, its signature, and the delegation to the key. */
function hashFindings(one: ActedOn, where: string, delegation: string): Finding[] {
  const expected = hash('sha256', consentBody(one, delegation))
  return expected === one.hash ? [] : [{ rule: 'consent = hash', where, expected, found: one.hash }]
}

function isOrder(one: ActedOn): boolean {
  const signed = readOrderText(one.text)
  const terms = termsIn(one)
  return signed !== null && terms !== null && isSameTerms(signed, terms) && isNamed(one, signed.at)
}

/** A close may pay more than its owner asked for. */
function isClose(one: ActedOn): boolean {
  const signed = readCloseText(one.text)
  return signed?.order === one.order_id && BigInt(signed.bid) <= (one.bid ?? -1n) && isNamed(one, signed.at)
}

function isNamed({ asked, text }: ActedOn, atMs: number): boolean {
  return orderIdFrom(hash('sha256', orderIdText(text)), atMs) === asked
}

/** The terms of a stored order as its owner signs them; null without an order. */
function termsIn(one: ActedOn): SignedTerms | null {
  const currency = one.book === null ? null : currencyById(one.currency)
  if (one.book === null || !currency) return null
  const { durationId, ...terms } = termsOfRow(one)
  return {
    ...terms,
    book: bookOfCode(one.book),
    currency: currency.code,
    pair: pairOf(terms.pid),
    duration: durationById(durationId)?.seconds ?? 0,
    stake: String(one.stake),
  }
}

function foundIn(one: ActedOn): string {
  if (one.book === null) return 'no order'
  if (!one.is_owners) return 'an order of another user'
  return one.closes ? `a bid of ${one.bid}` : JSON.stringify(termsIn(one))
}
