import { useSyncExternalStore } from 'react'

const query = '(width >= 768px)'

/** Whether the window shows list and detail side by side; the outline of a page (`outline`) is that of a phone. */
export function useWide(): boolean {
  return useSyncExternalStore(
    follow,
    () => matchMedia(query).matches,
    () => false,
  )
}

function follow(run: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', run)
  return () => media.removeEventListener('change', run)
}
