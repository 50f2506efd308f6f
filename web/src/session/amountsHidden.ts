import { createStore, useStore } from '@tickmark/client/observable.ts'
import { keep, kept } from '@tickmark/client/storage.ts'

const hidden = createStore(kept('holdings') === 'hidden')

/** Whether the user's amounts are hidden on this device, and a function that changes it. */
export function useAmountsHidden(): [isHidden: boolean, toggle: () => void] {
  return [useStore(hidden), toggle]
}

function toggle(): void {
  const next = !hidden.get()
  keep('holdings', next ? 'hidden' : null)
  hidden.set(next)
}
