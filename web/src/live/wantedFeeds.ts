import { feedKey, type Wanted } from './feeds.ts'
import { subscribe } from './socket.ts'

const asked = new Map<string, { wanted: Wanted; times: number }>()

/** The page's current subscriptions, for the socket. */
export function subscriptions(): Wanted[] {
  return Array.from(asked.values(), (one) => one.wanted)
}

/** Subscribes until the returned function is called; those who want the same share it, with the newest one's duration. */
export function ask(wanted: Wanted): () => void {
  const key = feedKey(wanted)
  const one = asked.get(key)
  asked.set(key, { wanted, times: (one?.times ?? 0) + 1 })
  if (!one) subscribe(wanted)
  return () => {
    const left = (asked.get(key)?.times ?? 1) - 1
    if (left > 0) asked.set(key, { wanted: asked.get(key)?.wanted ?? wanted, times: left })
    else asked.delete(key)
  }
}
