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
    const now = asked.get(key)
    if (now && now.times > 1) asked.set(key, { ...now, times: now.times - 1 })
    else asked.delete(key)
  }
}
