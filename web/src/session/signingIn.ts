import { createStore, useStore } from '@tickmark/client/observable.ts'

const signingIn = createStore(false)

/** Runs a sign-in, during which the page says so. */
export async function whileSigningIn<T>(run: () => Promise<T>): Promise<T> {
  signingIn.set(true)
  try {
    return await run()
  } finally {
    signingIn.set(false)
  }
}

/** Whether a sign-in is under way: a wallet may have proved its address already, and its session not yet stand. */
export function useIsSigningIn(): boolean {
  return useStore(signingIn)
}
