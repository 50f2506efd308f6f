import { createStore } from '@tickmark/client/observable.ts'

/** Callback for the operator's answer when a second factor is requested again; null otherwise. */
export const factorAwaited = createStore<((isShown: boolean) => void) | null>(null)

/** Asks the operator for his second factor; false when he declines. A second request replaces the first. */
export function freshFactor(): Promise<boolean> {
  factorAwaited.get()?.(false)
  return new Promise((resolve) => {
    factorAwaited.set((isShown) => {
      factorAwaited.set(null)
      resolve(isShown)
    })
  })
}
