import { call } from '../api/api.ts'
import { isSignedIn, sessionNow } from '../session/session.ts'
import { keep, kept, keptJson } from '@tickmark/client/storage.ts'

/** Whether the current user gets push messages in this browser while the page is closed. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Storage key of the subscription: its user's address and its endpoint. */
const KEPT = 'push'

/** The state as far as this browser knows it; asks neither user nor server. */
export async function pushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return 'unsupported'
  const isOn = Notification.permission === 'granted' && keptPush()?.address === sessionNow().address
  return isOn && (await registration.pushManager.getSubscription()) ? 'on' : 'off'
}

/**
 * Asks for permission, which needs a user gesture, and registers this browser for push. Throws errors of the push
 * service or of the call; a failure leaves no subscription behind.
 */
export async function startPush(pushKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription with another key, or of an earlier user, is useless.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  })
  try {
    await tell(subscription)
  } catch (failure) {
    await subscription.unsubscribe()
    keep(KEPT, null)
    throw failure
  }
  return 'on'
}

/**
 * Ends push in this browser, and at the server if the current user owns the subscription. Either one is enough: without
 * a subscription here, the server's next push fails and it removes its entry. The stored entry is deleted only then, so
 * that an interrupted end is completed when the page next opens. Throws when both fail.
 */
export async function endPush(): Promise<void> {
  const push = keptPush()
  if (!push) return
  const ends = await Promise.allSettled([unsubscribe(), tellEnd(push)])
  if (ends.every((one) => one.status === 'rejected')) throw new Error('push could not be ended')
  if (keptPush()?.address === push.address) keep(KEPT, null)
}

/** Runs when the page opens and when its user changes: ends another user's push, and renews the current user's. */
export async function settlePush(): Promise<void> {
  // Reads the address from storage, because another window may have changed the user without this page knowing yet.
  if (keptPush()?.address !== kept('address')) return endPush()
  if (isSignedIn()) await renewPush()
}

/**
 * Registers the subscription at the server again: browsers may change it, and it ends with the session that registered
 * it last.
 */
async function renewPush(): Promise<void> {
  const push = keptPush()
  if (!push || push.address !== sessionNow().address || (await pushState()) !== 'on') return
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  if (!subscription) return
  await tell(subscription)
  if (subscription.endpoint !== push.endpoint) {
    await call('removePush', { endpoint: push.endpoint }, { quiet: true })
  }
}

/** Kept before the server hears of it: of a subscription that it has, this browser always knows, and can end it. */
async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const address = sessionNow().address
  if (!endpoint || !address) throw new Error('a subscription without an endpoint, or without a user')
  keep(KEPT, JSON.stringify({ address, endpoint }))
  await call(
    'addPush',
    { endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    { quiet: true },
  )
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/**
 * Only the subscription's user may call this; for anyone else the server would refuse, and the page would ask to join.
 */
async function tellEnd({ address, endpoint }: { address: string; endpoint: string }): Promise<void> {
  if (!isSignedIn() || address !== sessionNow().address) throw new Error('not of who is here')
  await call('removePush', { endpoint }, { quiet: true })
}

function keptPush(): { address: string; endpoint: string } | null {
  const value = keptJson(KEPT)
  if (typeof value !== 'object' || value === null) return null
  const { address, endpoint } = value as Record<string, unknown>
  return typeof address === 'string' && typeof endpoint === 'string' ? { address, endpoint } : null
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (one) => one.charCodeAt(0))
}
