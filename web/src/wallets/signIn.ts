import { isSameAddress } from '@tickmark/core/wallet/sameAddress'
import { sha256 } from '@noble/hashes/sha2.js'
import { isTextAskedFor } from '@tickmark/core/consent/isTextAskedFor'
import { CallFailed } from '@tickmark/client/callFailed.ts'
import { call, queries } from '../api/api.ts'
import {
  clearServerSession,
  forgetAddress,
  sessionNow,
  setAddressHint,
  setServerSession,
  type WalletType,
} from '../session/session.ts'
import { clearLeaving } from '../session/leaving.ts'
import { keepSignedInAs } from '../session/signedInAs.ts'
import { keepUnsigned } from '../session/unsignedSession.ts'
import { keep, kept } from '@tickmark/client/storage.ts'
import { keepDelegation } from '../watch/promises/keptDelegation.ts'
import { endLeft, leave } from './leave.ts'
import { forgetOtherKeys, makeSessionKey } from './sessionKey.ts'

/** How long a session's key lasts in this browser; `none` for a session that signs no orders. */
export type KeyLife = 'kept' | 'until_tab_closes' | 'none'

/** The result of a sign-in. */
export interface SignedIn {
  key: KeyLife
  /** Whether the address was registered just now. */
  isNew: boolean
}

/** A signer: a wallet or the practice key. */
export interface Signer {
  address: string
  walletType: WalletType
  practice: boolean
  /** Signs the server's text unchanged; throws the wallet's error. */
  sign(message: string): Promise<string>
}

/**
 * Proves the address and opens a session whose key signs orders; on a first visit, registers with the invite code
 * from the page's `code`. Throws the wallet's or the server's error. Also throws when the house names another wallet
 * than this one, or another session key than this browser's, or denies having one.
 */
export async function signIn(signer: Signer): Promise<SignedIn> {
  const { address, walletType, practice } = signer
  const key = await makeSessionKey(address)
  const asked = { address, walletType, ...(key && { key: key.publicKey }) }
  const { message } = await call('challenge', asked, { quiet: true })
  const textAsked = { origin: location.origin, address, key: key?.publicKey ?? null }
  if (!isTextAskedFor(message, textAsked, sha256))
    throw new Error('the text to sign is not the one that was asked for')
  const signature = await signer.sign(message)
  const input = { address, walletType, message, signature, practice }
  // Otherwise a late answer to an earlier sign-out would delete the new session's cookie.
  await endLeft().catch(() => {})
  const proved = await call('signIn', input, { quiet: true })
  if (!isSameAddress(proved.address, address))
    throw new Error('the house says that another wallet has signed in')
  keepSignedInAs(address)
  keepUnsigned(key ? null : proved.address)
  if (key) {
    const kind = walletType === 2 ? 'tron' : 'evm'
    keepDelegation(key.publicKey, {
      text: message,
      signature: signature.toLowerCase(),
      address: proved.address,
      kind,
    })
  }
  clearLeaving()
  // A pending answer about the session at the page's opening is out of date from here on.
  if (sessionNow().server === undefined) clearServerSession()
  setAddressHint(proved.address, walletType)
  const isNew = !(await call('checkUserIsSave', {}, { quiet: true }))
  if (isNew) await register()
  const { session } = await call('session', {}, { quiet: true })
  if ((session?.key ?? null) !== (key?.publicKey ?? null))
    throw new Error('the house says that another key than this browser’s signs, or none')
  setServerSession(session)
  keep('joined', sessionNow().address)
  await queries.invalidateQueries()
  await forgetOtherKeys(key?.publicKey ?? '')
  return { key: key?.lasts ?? 'none', isNew }
}

/** Ends the session and clears the address here at once, and ends the session on the server as soon as it answers. */
export async function signOut(): Promise<void> {
  const heard = leave().catch(() => {})
  keepUnsigned(null)
  keepSignedInAs(null)
  forgetAddress()
  queries.clear()
  await heard
}

/** An unknown invite code does not block joining: the visitor joins without one. */
async function register(): Promise<void> {
  const inviteCode = kept('inviteCode') ?? ''
  try {
    await call('register', { inviteCode }, { quiet: true })
  } catch (failure) {
    if (!(failure instanceof CallFailed) || failure.code !== 'invite_unknown') throw failure
    await call('register', { inviteCode: '' }, { quiet: true })
  }
  keep('inviteCode', null)
}
