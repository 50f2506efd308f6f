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
import { keep, kept } from '../state/storage.ts'

/** A signer: a wallet or the practice key. */
export interface Signer {
  address: string
  walletType: WalletType
  practice: boolean
  /** Signs the server's text unchanged; throws the wallet's error. */
  sign(message: string): Promise<string>
}

/**
 * Proves the address and opens a session; on a first visit, registers with the invite code from the page's `code`.
 * Throws the wallet's or the server's error.
 */
export async function signIn(signer: Signer): Promise<void> {
  const { address, walletType, practice } = signer
  const { message } = await call('challenge', { address, walletType }, { quiet: true })
  const signature = await signer.sign(message)
  const input = { address, walletType, message, signature, practice }
  const proved = await call('signIn', input, { quiet: true })
  // From here on the answer about the session that the page opened with is out of date.
  if (sessionNow().server === undefined) clearServerSession()
  setAddressHint(proved.address, walletType)
  if (!(await call('checkUserIsSave', {}, { quiet: true }))) await register()
  const { session } = await call('session', {}, { quiet: true })
  setServerSession(session)
  keep('joined', sessionNow().address)
  await queries.invalidateQueries()
}

/** Ends the session here and on the server, and clears the address. */
export async function signOut(): Promise<void> {
  clearServerSession()
  await call('signOut', {}, { quiet: true }).catch(() => {})
  forgetAddress()
  queries.clear()
}

/** An unknown invite code blocks nobody: the visitor joins without one. */
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
