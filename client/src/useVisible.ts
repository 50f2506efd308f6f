import { useSyncExternalStore } from 'react'

/** Whether the page is on the screen; drawn again when that changes. */
export function useVisible(): boolean {
  return useSyncExternalStore(followVisible, isVisible, () => true)
}

function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

function followVisible(run: () => void): () => void {
  document.addEventListener('visibilitychange', run)
  return () => document.removeEventListener('visibilitychange', run)
}
