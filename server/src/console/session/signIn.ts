import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hostOf, TRON_CHAIN_ID } from '@tickmark/core/consent/signInText'
import { canonicalAddress, kindOf, type WalletType } from '@tickmark/chainkit/addresses'
import { type AskContract, signerKind } from '@tickmark/chainkit/contractWallets'
import { messageHash } from '@tickmark/chainkit/signatures'
import { transact } from '../../db/transact.ts'
import type { CallContext } from '../../http/calls/context.ts'
import { orBusy } from '../../http/calls/orBusy.ts'
import { Refused } from '../../http/calls/refused.ts'
import { recordAction } from '../../operators/actionLogStore.ts'
import { keyedHash } from '../../platform/keyedHash.ts'
import type { Log } from '../../platform/log.ts'
import { findOperator, isSuspended } from '../stores/operatorStore.ts'
import { hasFactor } from '../stores/factorStore.ts'
import { beginSession, type OperatorSessionDeps, openSession } from './operatorSessions.ts'
import { spendLink } from './links.ts'
import { insertChallenge, takeChallenge } from '../stores/sessionStore.ts'

export interface SignInDeps extends OperatorSessionDeps {
  /** EIP-155 id of the network whose contract wallets may sign in. */
  chainId: number
  /** Null without a node: contract wallets cannot sign in. */
  askContract: AskContract | null
  log: Log
}

export const CHALLENGE_LIFE_MS = 5 * 60_000
/** Cookie that ties a text to the browser that requested it. */
const BROWSER_COOKIE = 'did'

interface Wallet {
  address: string
  walletType: WalletType
}

/** Issues a text to sign, valid for one attempt by this browser within five minutes. Anybody gets one. */
export async function issueChallenge(deps: SignInDeps, given: Wallet, context: CallContext) {
  const address = addressOf(given)
  const nonce = randomBytes(16).toString('hex')
  const browser = context.cookie(BROWSER_COOKIE) ?? randomBytes(16).toString('base64url')
  const expiresAtMs = context.nowMs + CHALLENGE_LIFE_MS
  const { walletType } = given
  const message = signInText(deps, { address, walletType }, nonce, expiresAtMs, context)
  const row = { nonce, address, walletType, browser: keyedHash(deps.pepper, browser), message, expiresAtMs }
  await insertChallenge(deps.database.db, row, context.nowMs)
  context.setCookie(BROWSER_COOKIE, browser, (2 * CHALLENGE_LIFE_MS) / 1_000)
  return { message, expiresAt: expiresAtMs }
}

/**
 * EIP-4361, and the same form for Tron. Statement and URI differ from those of a user's sign-in, so that neither text works for
 * the other sign-in.
 */
function signInText(
  deps: SignInDeps,
  { address, walletType }: Wallet,
  nonce: string,
  expiresAtMs: number,
  { origin, nowMs }: CallContext,
): string {
  return [
    `${hostOf(origin)} wants you to sign in with your ${walletType === 1 ? 'Ethereum' : 'Tron'} account:`,
    address,
    '',
    'This signature opens the operators console. It costs no fee and makes no transfer.',
    '',
    `URI: ${origin}/console`,
    'Version: 1',
    `Chain ID: ${walletType === 1 ? deps.chainId : TRON_CHAIN_ID}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(nowMs).toISOString()}`,
    `Expiration Time: ${new Date(expiresAtMs).toISOString()}`,
  ].join('\n')
}

export interface SignedText extends Wallet {
  message: string
  signature: string
  /** The secret of the invitation, required for an invited operator's first sign-in. */
  link?: string | undefined
}

/** Opens an operator's session that still owes its second factor. */
export async function signInOperator(deps: SignInDeps, given: SignedText, context: CallContext) {
  const operator = await provenAddress(deps, given, context)
  const { nowMs } = context
  const token = await transact(deps.database.db, async (tx) => {
    const known = await findOperator(tx, operator)
    if (!known || known.byLink || known.revokedAtMs !== null) throw new Refused('operators_only')
    if (isSuspended(known, nowMs)) throw new Refused('operator_suspended')
    if (known.invitedBy !== null && !(await hasFactor(tx, operator))) {
      if (given.link === undefined) throw new Refused('console_link_missing')
      if ((await spendLink(tx, deps.pepper, given.link, nowMs)) !== operator)
        throw new Refused('console_link_invalid')
    }
    return openSession(tx, deps.pepper, { operator, isWhole: false, nowMs })
  })
  return beginSession(deps, token, context)
}

/** Opens the session of the sandbox's operator, who signs in by link alone. */
export async function signInByLink(deps: SignInDeps, link: string, context: CallContext) {
  // In a live house no link opens anything by itself.
  if (deps.mode !== 'sandbox') throw new Refused('console_link_invalid')
  const { nowMs } = context
  const token = await transact(deps.database.db, async (tx) => {
    const operator = await spendLink(tx, deps.pepper, link, nowMs)
    const known = operator === null ? null : await findOperator(tx, operator)
    if (!known?.byLink || known.revokedAtMs !== null) throw new Refused('console_link_invalid')
    if (isSuspended(known, nowMs)) throw new Refused('operator_suspended')
    const { address } = known
    const signedIn = {
      operator: address,
      action: 'console.signIn',
      subject: `operator ${address}`,
      atMs: nowMs,
    }
    await recordAction(tx, { ...signedIn, details: { factor: 'link' } })
    return openSession(tx, deps.pepper, { operator: address, isWhole: true, nowMs })
  })
  return beginSession(deps, token, context)
}

/**
 * The address that a signed text proves; refuses otherwise. Uses up the text in either case, except when no node answers for a
 * contract wallet.
 */
async function provenAddress(deps: SignInDeps, given: SignedText, context: CallContext): Promise<string> {
  const address = addressOf(given)
  const nonce = /^Nonce: ([0-9a-f]{32})$/m.exec(given.message)?.[1]
  const challenge = nonce === undefined ? null : await takeChallenge(deps.database.db, nonce)
  const isAsked =
    challenge?.message === given.message &&
    challenge.address === address &&
    challenge.walletType === given.walletType &&
    given.message.includes(`\nURI: ${context.origin}/console\n`)
  if (!challenge || !isAsked) throw new Refused('challenge_unknown')
  const browser = keyedHash(deps.pepper, context.cookie(BROWSER_COOKIE) ?? '')
  if (!timingSafeEqual(browser, challenge.browser)) throw new Refused('challenge_unknown')
  if (context.nowMs >= challenge.expiresAtMs) throw new Refused('challenge_expired')
  const kind = kindOf(given.walletType)
  const asked = { address, kind, hash: messageHash(given.message, kind), signature: given.signature }
  const signer = await orBusy(signerKind(asked, deps.askContract), deps.log).catch(
    async (thrown: unknown) => {
      await insertChallenge(deps.database.db, challenge, context.nowMs)
      throw thrown
    },
  )
  if (!signer) throw new Refused('signature_wrong')
  return address
}

function addressOf({ address, walletType }: Wallet): string {
  const canonical = canonicalAddress(address, kindOf(walletType))
  if (canonical === null) throw new Refused('address_invalid')
  return canonical
}
