import { messageHash, signHash } from '@tickmark/chainkit/signatures'
import { hexOf } from '@tickmark/core/bytes'
import { CONSENT_LIFE_MS, NO_HEAD } from '@tickmark/core/consent/consentText'
import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { ORIGIN, testOwner } from '@tickmark/core/consent/owner.testing'
import { signInText } from '@tickmark/core/consent/signInText'
import { swapText, type SwapConsent } from '@tickmark/core/consent/swapConsent'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { keyOf } from '../accounts/sessionKeys.ts'
import { insertDelegation, insertKeylessSignIn } from '../accounts/sessionStore.ts'
import type { Db } from '../db/pool.ts'
import { transact } from '../db/transact.ts'
import type { CallContext } from '../http/calls/context.ts'
import { askOf } from '../orders/orders.testing.ts'
import { sha256 } from '../platform/sha256.ts'
import type { Wallet } from '../wallet/wallet.testing.ts'

/** A user whose wallet signed in without a key. */
export async function addKeyless(db: Db, userId: number, atMs: number): Promise<void> {
  const proof = keylessSignIn(userId, atMs)
  await addUser(db, userId, proof.address)
  await transact(db, (tx) => insertKeylessSignIn(tx, proof))
}

/** The sign-in without a key of the wallet with a number. */
export function keylessSignIn(number: number, issuedAtMs: number): SignedDelegation {
  const { address } = testOwner(number, issuedAtMs).delegation
  const nonce = number.toString(16).padStart(32, '0')
  const text = signInText(
    {
      address,
      wallet: 'evm',
      origin: ORIGIN,
      chainId: 1,
      nonce,
      issuedAtMs,
      expiresAtMs: issuedAtMs + 1,
      grant: null,
    },
    sha256,
  )
  const secret = Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  return { text, signature: `0x${hexOf(signHash(messageHash(text, 'evm'), secret))}`, address, kind: 'evm' }
}

/** A user whose session signs, with the wallet of this number, and swaps 1 ETH for USDT. */
export async function openSwapper({ deps: { db }, clock, answers }: Wallet, userId: number, wallet = userId) {
  const { delegation, session, sign } = testOwner(wallet, clock.nowMs())
  await addUser(db, userId, delegation.address)
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

async function addUser(db: Db, userId: number, address: string): Promise<void> {
  await sql`
    insert into users (id, address, wallet_type, practice, invite_code, language, created_at) overriding system value
    values (${userId}, ${address}, 1, false, ${`SWAP${String(userId).padStart(4, '0')}`}, 'english', 0) on conflict do nothing`.execute(
    db,
  )
}
