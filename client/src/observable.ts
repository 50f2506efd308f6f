import { useSyncExternalStore } from 'react'

/** A value outside React that components can subscribe to. */
export interface Store<T> {
  get(): T
  set(next: T): void
  follow(run: () => void): () => void
}

/** Creates a store; setting the same value again notifies nobody. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const followers = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const run of Array.from(followers)) run()
    },
    follow(run) {
      followers.add(run)
      return () => followers.delete(run)
    },
  }
}

/** Reads a store in a component and follows its changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.follow, store.get, store.get)
}
