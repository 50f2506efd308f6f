import { createStore } from '@tickmark/client/observable.ts'

/** Who waits for the operator to show his second factor again; null while nobody does. */
export const factorAwaited = createStore<((isShown: boolean) => void) | null>(null)

/** Asks the operator for his second factor; false when he declines. A second question takes the place of the first. */
export function freshFactor(): Promise<boolean> {
  factorAwaited.get()?.(false)
  return new Promise((resolve) => {
    factorAwaited.set((isShown) => {
      factorAwaited.set(null)
      resolve(isShown)
    })
  })
}
