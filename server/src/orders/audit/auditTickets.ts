import { bytesOfHex, hexOf } from '@tickmark/core/bytes'
import { productById } from '@tickmark/core/market/products'
import { currencyById } from '@tickmark/core/money/currencies'
import { durationById } from '@tickmark/core/orders/durations'
import { ticketText } from '@tickmark/core/receipts/ticketText'
import type { Reader } from '../../db/pool.ts'
import type { AuditFacts } from '../../module/auditRule.ts'
import { type Finding, MOST_FINDINGS } from '../../module/finding.ts'
import { openPages, type TicketedOrder } from './auditStore.ts'
import type { Order } from '../order/order.ts'
import { ticketOf } from '../receipts/receipts.ts'
import { hashesOf } from '../receipts/signedBatches.ts'

declare module '../../module/auditRule.ts' {
  interface AuditFacts {
    /** The house's secret for the tags of users in tickets, in hex; null when nobody gave it: tickets are not recomputed. */
    tagSecret: string | null
  }
}

/** Compares an order with the text that its id follows from and, if the secret for its owner's tag is known, with its ticket. */
export type TicketCheck = (one: TicketedOrder) => Finding[]

export function ticketCheck(tagSecret: AuditFacts['tagSecret']): TicketCheck {
  const secret = tagSecret ? bytesOfHex(tagSecret) : null
  if (!secret) return consentFindings
  return (one) => consentFindings(one).concat(ticketFindings(one, secret))
}

/** Open orders are as their tickets say. */
export async function auditOpenTickets(reader: Reader, check: TicketCheck): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const page of openPages(reader)) {
    findings.push(...page.flatMap(check))
    if (findings.length >= MOST_FINDINGS) break
  }
  return findings
}

/** The ticket, written again from the order's row, its owner and his consent, is the leaf of its batch, and the row has its hash. */
function ticketFindings({ order, ticketLeaf, consent }: TicketedOrder, secret: Uint8Array): Finding[] {
  if (!isKnown(order))
    return [
      { rule: 'ticket = order', where: `order ${order.id}`, expected: 'a ticket', found: 'unknown terms' },
    ]
  const { hash, leaf } = hashesOf(ticketText(ticketOf(order, secret, consent)))
  const isLeaf = ticketLeaf?.equals(leaf) === true
  if (isLeaf && hash === order.ticket) return []
  const expected = isLeaf ? hash : hexOf(leaf)
  const found = isLeaf ? order.ticket : ticketLeaf ? hexOf(ticketLeaf) : 'none'
  return [{ rule: 'ticket = order', where: `order ${order.id}`, expected, found }]
}

/** Whether the order has terms that a ticket can state. */
function isKnown({ terms, currencyId }: Order): boolean {
  return Boolean(productById(terms.pid) && durationById(terms.durationId) && currencyById(currencyId))
}

/** The place of a UUID's version. */
const VERSION_AT = 14

/** An id of version 8 follows from a text that its owner signed. */
function consentFindings({ order: { id }, consent }: TicketedOrder): Finding[] {
  if (id[VERSION_AT] !== '8' || consent !== '') return []
  return [{ rule: 'order = signed', where: `order ${id}`, expected: 'a signed text', found: 'none' }]
}
