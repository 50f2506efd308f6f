import { createStore, useStore } from '../state/observable.ts'
import { keep, kept } from '../state/storage.ts'

const hidden = createStore(kept('holdings') === 'hidden')

/** Whether the user's own amounts are hidden on this device, and the way to change that. */
export function useAmountsHidden(): [isHidden: boolean, toggle: () => void] {
  return [useStore(hidden), toggle]
}

function toggle(): void {
  const next = !hidden.get()
  keep('holdings', next ? 'hidden' : null)
  hidden.set(next)
}
