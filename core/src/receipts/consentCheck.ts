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
 * What a receipt can lack without being false: its owner's signature for the order or for the close, its proof, or a
 * signature that ticket or settlement names and the file leaves out.
 */
export type MissingConsent = 'order' | 'close' | 'both' | 'wallet' | 'withheld'

/**
 * The receipt without what leads to its owner: a signature names the wallet's address. Its consent is then not shown, and
 * everything else stays as it was signed.
 */
export function withoutOwner(receipt: Receipt): Receipt {
  return { ...receipt, consents: { order: null, close: null } }
}

/** The owner's consent in a receipt: `owner` is the wallet's address that it leads to, '' where none is shown. */
export interface ConsentFinding {
  ok: boolean
  /** Null when nothing is missing, or when what is there is false. */
  missing: MissingConsent | null
  owner: string
  /** The host that it was signed for, '' where none is shown. */
  site: string
}

/** Whose order it is, and at which host, where the reader knows it. */
export interface KnownOwner {
  owner?: string
  site?: string
}

/** What is shown of a consent: the wallet that it leads to and the host that it is for, or why there is none. */
export type ShownConsent =
  | { is: 'shown'; owner: string; site: string }
  | { is: 'none' | 'withheld' | 'unproven' | 'false' }

/**
 * Follows each signature to the session's key, from there to the delegation, and to the wallet's address. Compares every
 * term with the ticket, and the least bid with the one paid. A close by another wallet or at another site than the order's
 * is false, and so is a ticket with another order's id than that of the text that was signed.
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

/** Whether a consent leads to another wallet, or to another site, than the reader knows. */
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

/** What a bundle shows, against the hash that the house signed. */
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

/** Whether the ticket's order is the one that the signed text places. */
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
