import { call } from '../api/api.ts'
import { isSignedIn, sessionNow } from '../session/session.ts'
import { keep, kept, keptJson } from '../state/storage.ts'

/** Whether this browser may be reached while the page is closed, for who is here now. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** What is kept of the subscription: whose it is, and where it leads. */
const KEPT = 'push'

/** What can be said without asking anyone. */
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
 * Asks for the permission, which must be on the user's gesture, and lets the server reach this browser. Throws what the
 * browser's push service or the call throws; nothing is left half on.
 */
export async function startPush(pushKey: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const { pushManager } = await navigator.serviceWorker.ready
  // One of another key, or of who was here before, is of no use.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(pushKey),
  })
  try {
    await tell(subscription)
  } catch (failure) {
    await subscription.unsubscribe()
    throw failure
  }
  return 'on'
}

/**
 * Ends it in this browser, and at the server when who is here is its user: what the server sends on finds nobody, and it learns
 * that by the first message. It is forgotten only after one of the two, so that one that was cut off ends when the page opens
 * next. Throws when both failed.
 */
export async function endPush(): Promise<void> {
  const push = keptPush()
  if (!push) return
  const ends = await Promise.allSettled([unsubscribe(), tellEnd(push)])
  if (ends.every((one) => one.status === 'rejected')) throw new Error('push could not be ended')
  if (keptPush()?.address === push.address) keep(KEPT, null)
}

/** When the page opens, and when its user changes: one of somebody else ends, and the own one is kept in force. */
export async function settlePush(): Promise<void> {
  // As all windows of this browser keep it: one of them may not have heard yet who is here.
  if (keptPush()?.address !== kept('address')) return endPush()
  if (isSignedIn()) await renewPush()
}

/**
 * Tells the server of the subscription again: a browser may change it by itself, and it ends with the session that told of it
 * last.
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

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const address = sessionNow().address
  if (!endpoint || !address) throw new Error('a subscription without an endpoint, or without a user')
  await call(
    'addPush',
    { endpoint, p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    { quiet: true },
  )
  keep(KEPT, JSON.stringify({ address, endpoint }))
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Only its user may: a call of anybody else would be refused, and ask him to join. */
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
