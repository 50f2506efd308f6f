import { whenIdle } from '../browser/whenIdle.ts'

let started: ReturnType<typeof startNow> | null = null

/** Finds wallets once the first screen has had network and processor to itself. */
export function startWallets(): void {
  whenIdle(() => void loadWallets().catch(() => addEventListener('online', startWallets, { once: true })))
}

/** Starts to find and follow wallets, unless that is done; returns those found so far. Rejects without a network. */
export async function loadWallets() {
  started ??= startNow().catch((failure: unknown) => {
    started = null
    throw failure
  })
  return (await started)()
}

async function startNow() {
  const [{ followWallets }, { walletsNow }] = await Promise.all([
    import('./followWallets.ts'),
    import('@tickmark/client/wallets/foundWallets.ts'),
  ])
  followWallets()
  return walletsNow
}
