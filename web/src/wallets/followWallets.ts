import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import { followSession, forgetAddress, sessionNow, setAddressHint } from '../session/session.ts'
import { kept } from '@tickmark/client/storage.ts'
import { t } from '../i18n/i18n.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { listenForWallets, lookForWallets, walletsNow } from '@tickmark/client/wallets/foundWallets.ts'
import { leave } from './leave.ts'
import type { Wallet } from '@tickmark/client/wallets/wallet.ts'

/** Interval between searches for a wallet until there is an address. */
const LOOK_MS = 200
/** How long to wait for a returning user's wallet, so that its changes are noticed. */
const WAIT_MS = 10_000

const asked = new Set<Wallet>()
let attached: { wallet: Wallet; stop: () => void } | null = null

/**
 * Finds wallets, reads the addresses that they show without a prompt, and follows the one in use. Never opens a
 * wallet's window.
 */
export function followWallets(): void {
  listenForWallets()
  const startedMs = Date.now()
  const timer = setInterval(() => {
    const { address } = sessionNow()
    const waiting = attached === null && kept('wallet') !== null && Date.now() - startedMs < WAIT_MS
    if (address !== null && !waiting) return
    if (document.visibilityState === 'hidden') return
    lookForWallets()
    for (const wallet of walletsNow()) void learn(wallet)
  }, LOOK_MS)
  addEventListener('pagehide', () => clearInterval(timer))
  let key = sessionNow().server?.key ?? null
  followSession(() => {
    const { address, server } = sessionNow()
    if (address === null) detach()
    if (server === null && key !== null) void forgetKey(key)
    key = server?.key ?? null
  })
}

/** Deletes the key of an ended session. */
async function forgetKey(key: string): Promise<void> {
  // Offline the code may not load: the next sign-in then deletes the key.
  const code = await import('./sessionKey.ts').catch(() => null)
  await code?.forgetSessionKey(key)
}

/** Follows a wallet's account and chain: a change of either ends the session. */
export function attach(wallet: Wallet, address: string): void {
  detach()
  const stop = wallet.watch({
    account(next) {
      if (!next || !isSameAddress(next, address)) end(next, wallet)
    },
    chain: () => end(address, wallet),
  })
  attached = { wallet, stop }
}

/** Stops following the wallet. */
export function detach(): void {
  attached?.stop()
  attached = null
}

/**
 * Reads once the address that a wallet already shows: a new visitor's hint, or a returning user's wallet to follow.
 */
async function learn(wallet: Wallet): Promise<void> {
  if (asked.has(wallet)) return
  asked.add(wallet)
  const shown = await wallet.silent().catch(() => null)
  const { address } = sessionNow()
  if (address === null) {
    if (shown) setAddressHint(shown, wallet.walletType)
    return
  }
  if (kept('wallet') !== wallet.id || attached) return
  if (shown && !isSameAddress(shown, address)) end(shown, wallet)
  else attach(wallet, address)
}

/** Ends the session here and on the server, and reports it. A new account, if any, stays as a hint. */
function end(next: string | null, wallet: Wallet): void {
  const maybeSignedIn = sessionNow().server !== null
  detach()
  if (maybeSignedIn) {
    void leave().catch(() => {})
    toast(t('shell:walletChanged'))
  }
  if (!next) return forgetAddress()
  setAddressHint(next, wallet.walletType)
}
