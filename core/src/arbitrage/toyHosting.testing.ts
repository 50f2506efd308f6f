import { hexOf } from '../bytes.ts'
import { bundleHash, type ConsentBundle } from '../consent/bundle.ts'
import { CONSENT_LIFE_MS, NO_HEAD } from '../consent/consentText.ts'
import { exitConsentText, hostingConsentText } from '../consent/hostingConsent.ts'
import { consentedOrderId } from '../consent/orderId.ts'
import { ORIGIN, type TestOwner } from '../consent/owner.testing.ts'
import { checkpointKey, signCheckpoint } from '../log/checkpoint.ts'
import type { TestCrypto } from '../receipts/toyLog.testing.ts'
import {
  hostingText,
  sharedDays,
  type HostingExit,
  type HostingStatement,
  type HostingTicket,
} from './hostings.ts'

/** 100 USDT under the first product of a new house. */
export const HOSTED = {
  book: 'real',
  mid: 1,
  version: 1,
  days: 7,
  upperPpm: 300,
  exitFeePpm: 5_000,
  principal: '10000000000',
} as const

/** The returned amount and the fee of an early exit. */
const EXITED = { back: '9950000000', fee: '50000000' } as const

/** A hosting order signed at `at`: the owner's signed texts, and the house's statements about it. */
export function toyHosting(house: TestCrypto, owner: TestOwner, at: number) {
  const { sha256 } = house
  const hashOf = (consent: ConsentBundle) => bundleHash(consent, sha256)
  const signed = (text: string): ConsentBundle => ({ ...owner.sign(text), delegation: owner.delegation })
  const frameAt = (ms: number) => {
    const { session } = owner
    return { origin: ORIGIN, session, nonce: ms, at: ms, expires: ms + CONSENT_LIFE_MS, head: NO_HEAD }
  }
  const placing = signed(hostingConsentText({ ...frameAt(at), ...HOSTED }))
  const order = consentedOrderId(placing.text, at, sha256)
  const ticket: HostingTicket = {
    v: 1,
    kind: 'hosting',
    number: 7,
    at: at + 100,
    order,
    ...HOSTED,
    ...sharedDays(at, HOSTED.days),
    consent: hashOf(placing),
  }
  return {
    placing,
    order,
    ticket,
    hashOf,
    /** The owner's signed consent to an early exit. */
    leavingAt: (ms: number) => signed(exitConsentText({ ...frameAt(ms), order, back: EXITED.back })),
    exitTo(consent: ConsentBundle, ms: number): HostingExit {
      return { v: 1, kind: 'exit', number: 8, at: ms, order, ...EXITED, consent: hashOf(consent) }
    },
    /** The statement signed by the house, with a head of its log. */
    stated(statement: HostingStatement) {
      const { origin, log } = house.keys
      const head = signCheckpoint(
        { origin, size: 9, root: new Uint8Array(32) },
        checkpointKey(origin, log, sha256),
        (message) => house.sign('log', String.fromCharCode(...message)),
      )
      const signature = hexOf(house.sign('receipts', hostingText(statement)))
      return { statement, signature, head, keys: house.keys }
    },
  }
}
