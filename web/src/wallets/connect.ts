import { CallFailed } from '@tickmark/client/callFailed.ts'
import { signIn, type SignedIn } from './signIn.ts'
import { keep } from '@tickmark/client/storage.ts'
import { attach, detach } from './followWallets.ts'
import { whileSigningIn } from '../session/signingIn.ts'
import { walletProblem, type Wallet } from '@tickmark/client/wallets/wallet.ts'

/** The result of a sign-in. `message` is the server's, if the server refused. */
export type Joined =
  | (SignedIn & { ok: true })
  | { ok: false; why: 'rejected' | 'pending' | 'failed'; message: string | null }

/** Connects a wallet and signs in with it. Never throws: a failure is logged, and the page stays usable. */
export async function joinWith(wallet: Wallet): Promise<Joined> {
  return attempt(async () => {
    const address = await wallet.connect()
    const sign = (message: string) => wallet.sign(address, message)
    const signedIn = await signIn({ address, walletType: wallet.walletType, practice: false, sign })
    keep('wallet', wallet.id)
    attach(wallet, address)
    return signedIn
  })
}

/** Creates or loads this browser's practice wallet and signs in with it. */
export async function joinPractice(): Promise<Joined> {
  return attempt(async () => {
    const { practiceSigner } = await import('./practiceWallet.ts')
    const signedIn = await signIn(practiceSigner())
    keep('wallet', null)
    detach()
    return signedIn
  })
}

async function attempt(run: () => Promise<SignedIn>): Promise<Joined> {
  try {
    return { ok: true, ...(await whileSigningIn(run)) }
  } catch (failure) {
    const why = failure instanceof CallFailed ? 'failed' : walletProblem(failure)
    console.error('There was a problem signing you in', failure)
    return { ok: false, why, message: failure instanceof CallFailed ? failure.message : null }
  }
}
