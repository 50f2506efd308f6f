import { createStore, useStore } from '../store.ts'

export type Overlay = 'menu' | 'setup' | null

const open = createStore<Overlay>(null)

/** Opens the side menu, or the setup sheet in its place. */
export function openOverlay(overlay: Overlay): void {
  open.set(overlay)
}

export function useOverlay(): Overlay {
  return useStore(open)
}
