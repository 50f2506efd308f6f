import { base64UrlOf, bytesOfBase64Url } from '@tickmark/core/base64url'
import { bytesOfHex, hexOf } from '@tickmark/core/bytes'

/** Longer than any signed head with its witnesses. */
const MOST = 8_000

/** The parts of a shared link's fragment. Browsers send no fragment to the server. */
export interface LinkFragment {
  /** `ticketHash` of the order, so that the house can show no other receipt under the name; '' when missing. */
  ticket: string
  /** The newest signed head that the sender has checked; '' when he had none. */
  head: string
}

export function fragmentOf({ ticket, head }: LinkFragment): string {
  const parts = [
    ...(ticket === '' ? [] : [`ticket=${base64UrlOf(bytesOfHex(ticket) ?? new Uint8Array(0))}`]),
    ...(head === '' ? [] : [`head=${base64UrlOf(new TextEncoder().encode(head))}`]),
  ]
  return parts.length === 0 ? '' : `#${parts.join('&')}`
}

/** Parses a link's fragment; '' for each missing part. The watch checks whether the head is signed. */
export function readFragment(fragment: string): LinkFragment {
  const bytes = (name: string) => {
    const text = new RegExp(`^#(?:.*&)?${name}=([\\w-]+)(?:&|$)`).exec(fragment)?.[1]
    return text !== undefined && text.length <= MOST ? bytesOfBase64Url(text) : null
  }
  const [ticket, head] = [bytes('ticket'), bytes('head')]
  return {
    // A truncated hash fits no ticket.
    ticket: ticket === null ? (/[#&]ticket=/.test(fragment) ? '?' : '') : hexOf(ticket),
    head: head === null ? '' : new TextDecoder().decode(head),
  }
}
