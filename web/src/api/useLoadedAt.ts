import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queries } from './api.ts'

/** When the oldest of the user's answers on screen was loaded, in ms since 1970; null when there are none. */
export function useLoadedAt(): number | null {
  return useSyncExternalStore(
    (run) => queries.getQueryCache().subscribe(() => queueMicrotask(run)),
    () => oldestOf(queries.getQueryCache().findAll({ type: 'active' })),
  )
}

export function oldestOf(shown: readonly Pick<Query, 'queryKey' | 'state'>[]): number | null {
  const times = shown
    .filter(({ queryKey }) => (queryKey[1] as { address?: string | null } | undefined)?.address)
    .map(({ state }) => state.dataUpdatedAt)
    .filter((atMs) => atMs > 0)
  return times.length > 0 ? Math.min(...times) : null
}
