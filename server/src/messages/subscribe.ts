import { randomUUID } from 'node:crypto'
import { transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import type { MessagesDeps } from './ports.ts'
import { pushEndpoint } from './pushHosts.ts'
import { deleteSubscription, lockSubscriptions, putSubscription } from './pushStore.ts'
import { isCurvePoint } from './vapid.ts'

/** Maximum number of browsers of one user. */
const MOST_SUBSCRIPTIONS = 5
/** In characters. */
const LONGEST_ENDPOINT = 1_024

type SubscribeDeps = Pick<MessagesDeps, 'database' | 'pushHosts'>

/** A browser's subscription, base64url. */
interface Given {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Subscribes a browser. Refuses an endpoint that is not an allowed push service, and malformed keys. The subscription
 * ends with the session.
 */
export async function addSubscription(
  { database, pushHosts }: SubscribeDeps,
  { userId, sessionId }: { userId: number; sessionId: string },
  given: Given,
  nowMs: number,
): Promise<void> {
  const p256dh = bytesOf(given.p256dh)
  const auth = bytesOf(given.auth)
  const url = pushEndpoint(given.endpoint, pushHosts)
  // Escaping may have made it longer than the index allows.
  if (!url || url.href.length > LONGEST_ENDPOINT || !isCurvePoint(p256dh) || auth.length !== 16)
    throw new Refused('push_endpoint_invalid')
  // Stored in parsed form, so that two spellings of one endpoint are equal.
  const subscription = { id: randomUUID(), userId, sessionId, endpoint: url.href, p256dh, auth }
  await transact(database.db, async (tx) => {
    await lockSubscriptions(tx, userId, url.href)
    await putSubscription(tx, subscription, MOST_SUBSCRIPTIONS, nowMs)
  })
}

/** False when the user has no such browser. */
export async function endSubscription(
  { database }: SubscribeDeps,
  userId: number,
  endpoint: string,
): Promise<boolean> {
  const href = URL.canParse(endpoint) ? new URL(endpoint).href : endpoint
  return deleteSubscription(database.db, userId, href)
}

/** Decodes both alphabets of base64: browsers send one, libraries the other. Empty for anything else. */
function bytesOf(text: string): Buffer {
  return /^[\w+/-]*={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
}
