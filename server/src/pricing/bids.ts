import { canonicalText } from '@tickmark/core/canonical'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { parseAmount, formatAmount, shareFloor, type Amount } from '@tickmark/core/money/money'
import { openSealed, sealText } from '../platform/seal.ts'

/** How long a bid for an open order holds. */
export const BID_LIFE_MS = 5_000
/**
 * How far the order's bid may have fallen since it was quoted: half of the margin. Without this limit a bid would be a
 * free choice among all prices of its life, which is worth more than the margin.
 */
const SLIP_PPM = 20_000n
const MILLION = 1_000_000n

/** The house's offer for closing an order early. */
export interface Bid {
  orderId: string
  bid: Amount
  expiresAtMs: number
}

export function signBid(bid: Bid, quoteKey: Uint8Array): string {
  return sealText(bidText(bid), quoteKey)
}

export type BidRefusal = { code: 'quote_invalid' } | { code: 'quote_expired' }

/** The bid with an id, when we issued it for this order and it has not expired. */
export function openBid(
  id: string,
  orderId: string,
  quoteKey: Uint8Array,
  nowMs: number,
): Decision<Bid, BidRefusal> {
  const text = openSealed(id, quoteKey)
  const bid = text === null ? null : parseBid(text)
  if (!bid || bid.orderId !== orderId) return refuse({ code: 'quote_invalid' })
  return nowMs < bid.expiresAtMs ? accept(bid) : refuse({ code: 'quote_expired' })
}

/** Whether a quoted bid can still be paid, compared with a new bid. */
export function bidStands(quoted: Amount, present: Amount): boolean {
  return present >= shareFloor(quoted, MILLION - SLIP_PPM, MILLION)
}

function bidText({ orderId, bid, expiresAtMs }: Bid): string {
  return canonicalText(['bid-1', orderId, formatAmount(bid), expiresAtMs])
}

/** Parses a text of `bidText`; other sealed texts are not bids. */
function parseBid(text: string): Bid | null {
  const fields: unknown = JSON.parse(text)
  if (!Array.isArray(fields) || fields.length !== 4 || fields[0] !== 'bid-1') return null
  const [, orderId, amount, expiresAtMs] = fields as unknown[]
  if (typeof orderId !== 'string' || typeof amount !== 'string' || typeof expiresAtMs !== 'number')
    return null
  const bid = parseAmount(amount)
  return bid === null ? null : { orderId, bid, expiresAtMs }
}
