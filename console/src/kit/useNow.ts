import { serverNow } from '@tickmark/client/serverClock.ts'
import { useSyncExternalStore } from 'react'

const followers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null
let now = serverNow()

/** The server's time in ms, updated each second; one timer for the whole console. */
export function useNow(): number {
  return useSyncExternalStore(follow, () => now, serverNow)
}

function follow(run: () => void): () => void {
  followers.add(run)
  if (timer === null) {
    now = serverNow()
    timer = setInterval(tick, 1_000)
  }
  return () => {
    followers.delete(run)
    if (followers.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

function tick(): void {
  now = serverNow()
  for (const run of followers) run()
}
