import { messageHash, signHash } from '@tickmark/chainkit/signatures'
import { hexOf } from '@tickmark/core/bytes'
import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import { ORIGIN, testOwner } from '@tickmark/core/consent/owner.testing'
import { signInText } from '@tickmark/core/consent/signInText'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { sha256 } from '../../platform/sha256.ts'
import { insertKeylessSignIn } from '../../accounts/sessionStore.ts'

/** A user whose wallet signed in without a key. */
export async function addKeyless(db: Db, userId: number, atMs: number): Promise<void> {
  const proof = keylessSignIn(userId, atMs)
  await addWalletUser(db, userId, proof.address)
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

/** A user with the wallet of this address, if there is none yet. */
export async function addWalletUser(db: Db, userId: number, address: string): Promise<void> {
  await sql`
    insert into users (id, address, wallet_type, practice, invite_code, language, created_at) overriding system value
    values (${userId}, ${address}, 1, false, ${`TEST${String(userId).padStart(4, '0')}`}, 'english', 0) on conflict do nothing`.execute(
    db,
  )
}
