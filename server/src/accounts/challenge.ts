import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { CallContext } from '../http/calls/context.ts'
import { Refused } from '../http/calls/refused.ts'
import { secretKeyOf } from '../platform/keys.ts'
import type { Db } from '../db/pool.ts'
import { canonicalAddress, kindOf, type WalletType } from '@tickmark/chainkit/addresses'
import { challengeText, nonceOf } from './challengeText.ts'
import type { AskContract } from '@tickmark/chainkit/contractWallets'
import { messageHash, recoverAddress } from '@tickmark/chainkit/signatures'
import { deleteExpiredChallenges, insertChallenge, takeChallenge } from './store.ts'

export interface ChallengeDeps {
  db: Db
  pepper: Uint8Array
  chainId: number
  /** JSON-RPC check for contract wallets (ERC-1271). Null without a node: contract wallets cannot sign in. */
  askContract: AskContract | null
}

export const CHALLENGE_LIFE_MS = 5 * 60_000
/** Cookie that ties a challenge to the browser that requested it. */
const BROWSER_COOKIE = 'cid'

/** Issues a text to sign. It is valid for one attempt by this browser within five minutes. */
export async function issueChallenge(
  deps: ChallengeDeps,
  given: { address: string; walletType: WalletType },
  context: CallContext,
) {
  const address = addressOf(given)
  const nonce = randomBytes(16).toString('hex')
  const browser = context.cookie(BROWSER_COOKIE) ?? randomBytes(16).toString('base64url')
  const expiresAtMs = context.nowMs + CHALLENGE_LIFE_MS
  const facts = {
    address,
    walletType: given.walletType,
    origin: context.origin,
    chainId: deps.chainId,
    nonce,
  }
  const message = challengeText({ ...facts, issuedAtMs: context.nowMs, expiresAtMs })
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

export interface SignedChallenge {
  address: string
  walletType: WalletType
  message: string
  signature: string
}

/** Returns the proven address, or refuses. The challenge is used up in either case. */
export async function redeemChallenge(
  deps: ChallengeDeps,
  given: SignedChallenge,
  context: CallContext,
): Promise<string> {
  const address = addressOf(given)
  const nonce = nonceOf(given.message)
  const challenge = nonce === null ? null : await takeChallenge(deps.db, nonce)
  if (!challenge || challenge.message !== given.message) throw new Refused('challenge_unknown')
  if (challenge.address !== address || challenge.walletType !== given.walletType)
    throw new Refused('challenge_unknown')
  const browser = keyedHash(deps.pepper, context.cookie(BROWSER_COOKIE) ?? '')
  if (!timingSafeEqual(browser, challenge.browser)) throw new Refused('challenge_unknown')
  if (context.nowMs >= challenge.expiresAtMs) throw new Refused('challenge_expired')
  if (!(await isSignedBy(deps, address, given))) throw new Refused('signature_wrong')
  return address
}

/**
 * Checks a plain key signature first, which needs no node. Only then asks the contract at the address, if a node is
 * set.
 */
async function isSignedBy(deps: ChallengeDeps, address: string, given: SignedChallenge): Promise<boolean> {
  const kind = kindOf(given.walletType)
  const hash = messageHash(given.message, kind)
  if (recoverAddress(hash, given.signature, kind) === address) return true
  if (kind !== 'evm' || !deps.askContract) return false
  return deps.askContract(address, hash, given.signature)
}

function addressOf(given: { address: string; walletType: WalletType }): string {
  const address = canonicalAddress(given.address, kindOf(given.walletType))
  if (address === null) throw new Refused('address_invalid')
  return address
}

/** HMAC-SHA-256 under the server's pepper. Without the pepper the stored hash can be neither reversed nor guessed. */
export function keyedHash(pepper: Uint8Array, token: string): Buffer {
  return Buffer.from(createHmac('sha256', secretKeyOf(pepper)).update(token).digest('binary'), 'latin1')
}
