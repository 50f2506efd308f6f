import { assert } from '../assert.ts'
import type { ConsentBundle } from '../consent/bundle.ts'
import {
  closeText,
  CONSENT_LIFE_MS,
  NO_HEAD,
  orderText,
  readOrderText,
  type SignedTerms,
} from '../consent/consentText.ts'
import { consentedOrderId } from '../consent/orderId.ts'
import { ORIGIN, type TestOwner } from '../consent/owner.testing.ts'
import type { Ticket } from './receipts.ts'
import type { TestCrypto } from './toyLog.testing.ts'

/** An owner's consent to a ticket, signed a tenth of a second before its acceptance. */
export function orderConsent(
  owner: TestOwner,
  ticket: SignedTerms & Pick<Ticket, 'acceptedAt'>,
): ConsentBundle {
  return bundle(owner, orderText({ ...frame(owner, ticket.acceptedAt), ...ticket }))
}

/** The id of the order that a consent places. */
export function orderIdIn({ text }: Pick<ConsentBundle, 'text'>, sha256: TestCrypto['sha256']): string {
  const order = readOrderText(text)
  assert(order, 'the consent is to an order')
  return consentedOrderId(text, order.at, sha256)
}

/** An owner's consent to close an order for a bid, signed a tenth of a second before. */
export function closeConsent(
  owner: TestOwner,
  order: string,
  bid: string,
  closedAtMs: number,
): ConsentBundle {
  return bundle(owner, closeText({ ...frame(owner, closedAtMs), order, bid }))
}

function frame({ session }: TestOwner, doneAtMs: number) {
  const at = doneAtMs - 100
  return { origin: ORIGIN, session, nonce: at, at, expires: at + CONSENT_LIFE_MS, head: NO_HEAD }
}

function bundle({ sign, delegation }: TestOwner, text: string): ConsentBundle {
  return { ...sign(text), delegation }
}
