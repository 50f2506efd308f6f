import { bundleHash, isSignedBy, type ConsentBundle } from '../consent/bundle.ts'
import { readOrderText, signedTermsOf } from '../consent/consentText.ts'
import { hostOf } from '../consent/signInText.ts'
import { provenDelegation } from '../consent/delegation.ts'
import { judgeConsent, type ConsentFacts } from '../consent/judgeConsent.ts'
import { consentedOrderId } from '../consent/orderId.ts'
import type { Crypto, OwnerCrypto, Sha256 } from '../crypto.ts'
import { isSameAddress } from '../wallet/sameAddress.ts'
import type { Receipt, Ticket } from './receipts.ts'

/**
 * Parts that a receipt can lack without being false: the owner's signature for the order or the close, its proof, or a signature
 * that the ticket or settlement names but the file omits.
 */
export type MissingConsent = 'order' | 'close' | 'both' | 'wallet' | 'withheld'

/**
 * The receipt without its consents, whose signatures would reveal the owner's wallet address. Everything else stays as signed.
 */
export function withoutOwner(receipt: Receipt): Receipt {
  return { ...receipt, consents: { order: null, close: null } }
}

/** The owner's consent in a receipt: `owner` is the wallet's address, '' where none is shown. */
export interface ConsentFinding {
  ok: boolean
  /** Null when nothing is missing, or when a shown consent is false. */
  missing: MissingConsent | null
  owner: string
  /** The host that the consent is for, '' where none is shown. */
  site: string
}

/** The order's owner and host, as far as the reader knows them. */
export interface KnownOwner {
  owner?: string
  site?: string
}

/** A shown consent: its wallet and host, or why there is none. */
export type ShownConsent =
  | { is: 'shown'; owner: string; site: string }
  | { is: 'none' | 'withheld' | 'unproven' | 'false' }

/**
 * Follows each signature to the session's key, the delegation, and the wallet's address. Compares every term with the ticket, and
 * the least bid with the paid one. A close by another wallet or at another site than the order's is false; so is a ticket whose
 * order id does not follow from the signed text.
 */
export function findConsent(
  { ticket, settlement, consents }: Receipt,
  crypto: Crypto & OwnerCrypto,
  known: KnownOwner = {},
): ConsentFinding {
  const order = findOrderConsent(ticket, consents.order, crypto)
  const isClosed = settlement.outcome === 'closed'
  const close = shownBy(consents.close, settlement.consent, crypto, {
    asked: { close: ticket.order, bid: BigInt(settlement.bid) },
    nowMs: settlement.settledAt,
  })
  const parts = isClosed ? [order, close] : [order]
  const shown = parts.flatMap((one) => (one.is === 'shown' ? [one] : []))
  const { owner = shown[0]?.owner ?? '', site = shown[0]?.site ?? '' } = known
  const isFalse =
    parts.some((one) => one.is === 'false') ||
    shown.some((one) => isOfOther(one, { owner, site })) ||
    (!isClosed && close.is !== 'none')
  return {
    ok: !isFalse && shown.length === parts.length,
    missing: isFalse ? null : missingOf(order, isClosed ? close : null),
    owner: shown[0]?.owner ?? '',
    site: shown[0]?.site ?? '',
  }
}

/** Whether a consent belongs to another wallet or site than the reader expects. */
export function isOfOther(shown: ShownConsent, { owner, site }: KnownOwner): boolean {
  if (shown.is !== 'shown') return false
  return !isSameAddress(shown.owner, owner ?? shown.owner) || shown.site !== (site ?? shown.site)
}

/** The owner's consent to a ticket's order. */
export function findOrderConsent(
  ticket: Ticket,
  bundle: ConsentBundle | null,
  crypto: Crypto & OwnerCrypto,
): ShownConsent {
  if (bundle && !isOrderOf(bundle, ticket, crypto.sha256)) return { is: 'false' }
  const asked = { order: signedTermsOf(ticket) }
  return shownBy(bundle, ticket.consent, crypto, { asked, nowMs: ticket.acceptedAt })
}

/** The consent shown by a bundle, checked against the hash that the house signed. */
export function shownBy(
  bundle: ConsentBundle | null,
  hash: string,
  crypto: Crypto & OwnerCrypto,
  facts: Pick<ConsentFacts, 'asked' | 'nowMs'>,
): ShownConsent {
  if (!bundle) return { is: hash === '' ? 'none' : 'withheld' }
  if (bundleHash(bundle, crypto.sha256) !== hash) return { is: 'false' }
  const delegation = provenDelegation(bundle.delegation, crypto)
  if (delegation === 'unproven') return { is: 'unproven' }
  if (!delegation || !judgeConsent({ ...facts, text: bundle.text, delegation }).ok) return { is: 'false' }
  return isSignedBy(bundle, delegation.key, crypto)
    ? { is: 'shown', owner: delegation.address, site: hostOf(delegation.origin) }
    : { is: 'false' }
}

/** Whether the signed text places the ticket's order. */
export function isOrderOf(
  { text }: Pick<ConsentBundle, 'text'>,
  ticket: Pick<Ticket, 'order'>,
  sha256: Sha256,
): boolean {
  const order = readOrderText(text)
  return order !== null && consentedOrderId(text, order.at, sha256) === ticket.order
}

function missingOf(order: ShownConsent, close: ShownConsent | null): MissingConsent | null {
  if (order.is === 'none') return close?.is === 'none' ? 'both' : 'order'
  if (close?.is === 'none') return 'close'
  if (order.is === 'withheld' || close?.is === 'withheld') return 'withheld'
  return order.is === 'unproven' || close?.is === 'unproven' ? 'wallet' : null
}
