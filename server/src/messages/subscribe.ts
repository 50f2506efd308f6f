import { randomUUID } from 'node:crypto'
import { transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import type { MessagesDeps } from './ports.ts'
import { pushEndpoint } from './pushHosts.ts'
import { deleteSubscription, lockSubscriptions, putSubscription } from './pushStore.ts'
import { isCurvePoint } from './vapid.ts'

/** Browsers of one user at most. */
export const MOST_SUBSCRIPTIONS = 5
/** In characters. */
const LONGEST_ENDPOINT = 1_024

type SubscribeDeps = Pick<MessagesDeps, 'database' | 'pushHosts'>

/** What a browser says of itself, base64url. */
interface Given {
  endpoint: string
  p256dh: string
  auth: string
}

/** Lets a browser be reached; refuses what is no subscription of a push service that we may turn to. It ends with the session. */
export async function addSubscription(
  { database, pushHosts }: SubscribeDeps,
  { userId, sessionId }: { userId: number; sessionId: string },
  given: Given,
  nowMs: number,
): Promise<void> {
  const p256dh = bytesOf(given.p256dh)
  const auth = bytesOf(given.auth)
  const url = pushEndpoint(given.endpoint, pushHosts)
  // Escaped, it may have grown beyond what the index holds.
  if (!url || url.href.length > LONGEST_ENDPOINT || !isCurvePoint(p256dh) || auth.length !== 16)
    throw new Refused('push_endpoint_invalid')
  // As it was parsed: one endpoint in two spellings is one.
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

/** Both alphabets of base64 are read: browsers give the one, libraries the other. Nothing for anything else. */
function bytesOf(text: string): Buffer {
  return /^[\w+/-]*={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0)
}
