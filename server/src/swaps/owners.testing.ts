import { CONSENT_LIFE_MS, NO_HEAD } from '@tickmark/core/consent/consentText'
import { ORIGIN, testOwner } from '@tickmark/core/consent/owner.testing'
import { swapText, type SwapConsent } from '@tickmark/core/consent/swapConsent'
import { randomUUID } from 'node:crypto'
import { keyOf } from '../accounts/sessionKeys.ts'
import { addWalletUser } from '../module/proof/keyless.testing.ts'
import { insertDelegation } from '../accounts/sessionStore.ts'
import { transact } from '../db/transact.ts'
import type { CallContext } from '../http/calls/context.ts'
import { askOf } from '../orders/orders.testing.ts'
import type { Wallet } from '../wallet/wallet.testing.ts'

/** A user whose session signs, with the wallet of this number, and swaps 1 ETH for USDT. */
export async function openSwapper({ deps: { db }, clock, answers }: Wallet, userId: number, wallet = userId) {
  const { delegation, session, sign } = testOwner(wallet, clock.nowMs())
  await addWalletUser(db, userId, delegation.address)
  await transact(db, (tx) => insertDelegation(tx, session, delegation))
  const key = keyOf(delegation)
  let nonce = 0
  const context = (idempotencyKey: string = randomUUID()): CallContext => {
    const ask = askOf(clock, userId, { idempotencyKey })
    const own = { id: session, address: delegation.address, walletType: 1, practice: false } as const
    const times = { createdAtMs: clock.nowMs(), expiresAtMs: clock.nowMs() + 3_600_000 }
    return { ...ask, session: { ...own, ...times, user: ask.user, transport: 'cookie', key } }
  }
  const terms = { currencyId: 3, toCurrencyId: 1, amount: '1' }
  return {
    session,
    context,
    /** The signature for a swap under this key. */
    signs(idempotencyKey: string, change: Partial<SwapConsent> = {}) {
      const at = clock.nowMs()
      nonce = Math.max(at, nonce + 1)
      const frame = { origin: ORIGIN, session, nonce, at, expires: at + CONSENT_LIFE_MS, head: NO_HEAD }
      const asked = { book: 'simulated', source: 'ETH', target: 'USDT', given: '100000000' } as const
      return sign(swapText({ ...frame, ...asked, least: '349650000000', key: idempotencyKey, ...change }))
    },
    swap: (consent?: ReturnType<typeof sign>, by = context(), quote = '') =>
      answers.currencyExchange({ ...terms, quote, ...(consent && { consent }) }, by),
    quote: () => answers.getSwapQuote(terms, context()),
  }
}
