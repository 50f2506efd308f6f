import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { CallContext } from '../http/calls/context.ts'
import { orBusy } from '../http/calls/orBusy.ts'
import { Refused } from '../http/calls/refused.ts'
import { keyedHash } from '../platform/keyedHash.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from '../db/pool.ts'
import { type Grant, keyBytes, widestGrant } from '@tickmark/core/consent/grant'
import type { SignedDelegation } from '@tickmark/core/consent/delegation'
import {
  readSignInText,
  type SignInFacts,
  signInText,
  TRON_CHAIN_ID,
} from '@tickmark/core/consent/signInText'
import { sha256 } from '../platform/sha256.ts'
import { canonicalAddress, kindOf, type WalletType } from '@tickmark/chainkit/addresses'
import { type AskContract, signerKind } from '@tickmark/chainkit/contractWallets'
import { messageHash } from '@tickmark/chainkit/signatures'
import { WHOLE_LIFE_MS } from './sessionLife.ts'
import { deleteExpiredChallenges, insertChallenge, takeChallenge } from './sessionStore.ts'

export interface ChallengeDeps {
  db: Db
  pepper: Uint8Array
  chainId: number
  /** JSON-RPC check for contract wallets (ERC-1271). Null without a node: contract wallets cannot sign in. */
  askContract: AskContract | null
  log: Log
}

export const CHALLENGE_LIFE_MS = 5 * 60_000
/** Cookie that ties a challenge to the browser that requested it. */
const BROWSER_COOKIE = 'cid'

/**
 * Issues a text to sign, valid for one attempt by this browser within five minutes. With the browser's key, the text delegates to
 * that key for as long as a session can last.
 */
export async function issueChallenge(
  deps: ChallengeDeps,
  given: { address: string; walletType: WalletType; key?: string | undefined },
  context: CallContext,
) {
  const address = addressOf(given)
  const nonce = randomBytes(16).toString('hex')
  const browser = context.cookie(BROWSER_COOKIE) ?? randomBytes(16).toString('base64url')
  const expiresAtMs = context.nowMs + CHALLENGE_LIFE_MS
  const facts = { address, wallet: kindOf(given.walletType), origin: context.origin, nonce }
  const times = { issuedAtMs: context.nowMs, expiresAtMs }
  const chainId = chainIdOf(given.walletType, deps)
  const grant = given.key === undefined ? null : grantTo(given.key, context.nowMs)
  const message = signInText({ ...facts, ...times, chainId, grant }, sha256)
  await deleteExpiredChallenges(deps.db, context.nowMs)
  await insertChallenge(deps.db, {
    nonce,
    address,
    walletType: given.walletType,
    browser: keyedHash(deps.pepper, browser),
    message,
    expiresAtMs,
  })
  context.setCookie(BROWSER_COOKIE, browser, (2 * CHALLENGE_LIFE_MS) / 1_000)
  return { message, expiresAt: expiresAtMs }
}

function grantTo(key: string, nowMs: number): Grant {
  const bytes = keyBytes(key)
  if (!bytes) throw new Refused('session_key_invalid')
  return widestGrant(bytes, nowMs + WHOLE_LIFE_MS)
}

function chainIdOf(walletType: WalletType, { chainId }: ChallengeDeps): number {
  return walletType === 1 ? chainId : TRON_CHAIN_ID
}

export interface SignedChallenge {
  address: string
  walletType: WalletType
  message: string
  signature: string
}

/** The address that a signed text proves, and the text: a delegation when it names a key, else a sign-in without one. */
interface Proven {
  address: string
  delegation: SignedDelegation | null
  keyless: SignedDelegation | null
}

/**
 * Returns what the signed text proves, or refuses. Uses up the challenge in either case, except when no node answers for a
 * contract wallet: the same signature may be sent again.
 */
export async function redeemChallenge(
  deps: ChallengeDeps,
  given: SignedChallenge,
  context: CallContext,
): Promise<Proven> {
  const address = addressOf(given)
  const nonce = /^Nonce: ([0-9a-f]{32})$/m.exec(given.message)?.[1]
  const challenge = nonce === undefined ? null : await takeChallenge(deps.db, nonce)
  // Read from the signed text: the request's own claims about it count for nothing.
  const signed = readSignInText(given.message, sha256)
  if (!challenge || challenge.message !== given.message) throw new Refused('challenge_unknown')
  if (challenge.address !== address || challenge.walletType !== given.walletType)
    throw new Refused('challenge_unknown')
  if (!signed || !isOurs(signed, given, deps, context)) throw new Refused('challenge_unknown')
  const browser = keyedHash(deps.pepper, context.cookie(BROWSER_COOKIE) ?? '')
  if (!timingSafeEqual(browser, challenge.browser)) throw new Refused('challenge_unknown')
  if (context.nowMs >= challenge.expiresAtMs) throw new Refused('challenge_expired')
  const signer = kindOf(given.walletType)
  const hash = messageHash(given.message, signer)
  const asked = { address, kind: signer, hash, signature: given.signature }
  const kind = await orBusy(signerKind(asked, deps.askContract), deps.log).catch(async (thrown: unknown) => {
    await insertChallenge(deps.db, challenge)
    throw thrown
  })
  if (!kind) throw new Refused('signature_wrong')
  const { message: text, signature } = given
  const proof = { text, signature: signature.toLowerCase(), address, kind }
  return { address, delegation: signed.grant && proof, keyless: signed.grant ? null : proof }
}

/** Whether a text names this page, this wallet's network, and the signer's address. */
function isOurs(
  signed: SignInFacts,
  given: SignedChallenge,
  deps: ChallengeDeps,
  { origin }: CallContext,
): boolean {
  return (
    signed.origin === origin &&
    signed.wallet === kindOf(given.walletType) &&
    signed.chainId === chainIdOf(given.walletType, deps) &&
    signed.address === addressOf(given)
  )
}

function addressOf(given: { address: string; walletType: WalletType }): string {
  const address = canonicalAddress(given.address, kindOf(given.walletType))
  if (address === null) throw new Refused('address_invalid')
  return address
}
