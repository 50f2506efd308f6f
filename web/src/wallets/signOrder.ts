import { serverNow } from '@tickmark/client/serverClock.ts'
import type { SignedConsent } from '@tickmark/core/consent/bundle'
import {
  closeText,
  CONSENT_LIFE_MS,
  NO_HEAD,
  orderText,
  type ConsentFrame,
  type SeenHead,
  type SignedTerms,
} from '@tickmark/core/consent/consentText'
import { call } from '../api/api.ts'
import { knownSession, sessionNow, setServerSession } from '../session/session.ts'
import { isUnsigned } from '../session/unsignedSession.ts'
import { watchState } from '../watch/watchState.ts'
import { findSessionKey, type SessionKey } from './sessionKey.ts'

/** This browser has lost its session's key: the owner has to sign in again. */
export class KeyLost extends Error {}

/** The house says that the session has no key, but this browser signed in with one: it sends nothing unsigned. */
export class KeyDenied extends Error {}

/** This device's clock and the house's time differ so much that a signed time would be wrong for one of them. */
export class ClockOff extends Error {
  readonly seconds: number

  constructor(offMs: number) {
    super('the clocks differ')
    this.seconds = Math.round(Math.abs(offMs) / 1_000)
  }
}

/** The signature that accompanies an order or a close; empty where this browser signed in without a key. */
export interface Consent {
  consent?: SignedConsent
}

/** The owner's signature for an order. Throws `KeyLost`, `KeyDenied` or `ClockOff`. */
export function signOrder(terms: SignedTerms): Promise<Consent> {
  return sign((frame) => orderText({ ...frame, ...terms }))
}

/** The owner's signature for closing an order early at a bid of at least `bid` units. Throws `KeyLost`, `KeyDenied` or `ClockOff`. */
export function signClose(order: string, bid: bigint): Promise<Consent> {
  return sign((frame) => closeText({ ...frame, order, bid: String(bid) }))
}

/**
 * Signs with the session's key; empty where this browser signed in without one. Throws `KeyLost`, `KeyDenied` or
 * `ClockOff`.
 */
export async function sign(write: (frame: ConsentFrame) => string): Promise<Consent> {
  const key = await keyNow()
  if (!key) return {}
  const text = write(frameOf(key))
  return { consent: { text, signature: await key.sign(text) } }
}

/**
 * The session's key; null when this browser signed in without one, whatever the house says. Another tab may have
 * signed in since: asks the server again before giving up.
 */
async function keyNow(): Promise<SessionKey | null> {
  await knownSession()
  for (const isLast of [false, true]) {
    const { server } = sessionNow()
    const publicKey = server?.key ?? null
    if (publicKey === null) {
      if (server && isUnsigned(server.address)) return null
      throw new KeyDenied('the house denies that a key signs for this session')
    }
    const found = await findSessionKey(publicKey)
    if (found) return found
    if (!isLast) setServerSession((await call('session', {}, { quiet: true })).session)
  }
  throw new KeyLost('this browser has no key of its session')
}

/** Names the head that this page has checked: a house that shows others another log has then signed two heads. */
function seenHead(): SeenHead {
  const { size, root } = watchState.get()
  return size > 0 ? { size, root } : NO_HEAD
}

let lastNonce = 0

/**
 * Maximum difference between the house's time and this device's: nobody should sign a time that only the house
 * claims.
 */
const MOST_OFF_MS = 30_000

function frameOf({ session }: SessionKey): ConsentFrame {
  const at = serverNow()
  const offMs = at - Date.now()
  if (Math.abs(offMs) > MOST_OFF_MS) throw new ClockOff(offMs)
  lastNonce = Math.max(at, lastNonce + 1)
  const expires = at + CONSENT_LIFE_MS
  return { origin: location.origin, session, nonce: lastNonce, at, expires, head: seenHead() }
}
