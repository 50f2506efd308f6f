import { canonicalText } from '@tickmark/core/canonical'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { parseAmount, formatAmount, type Amount } from '@tickmark/core/money/money'
import { openSealed, sealText } from '../platform/seal.ts'

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
