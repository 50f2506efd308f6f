import { hostOf } from '../consent/signInText.ts'
import type { Crypto, WalletKind } from '../crypto.ts'
import type { KnownOwner } from '../receipts/consentCheck.ts'
import { verdictOf, type PromiseVerdict } from '../receipts/promise.ts'
import { areKeysOf, namesKeys, type HouseKeys } from '../receipts/receipts.ts'
import { isSameAddress } from '../wallet/sameAddress.ts'
import type { WithdrawalIntent } from '../wallet/withdrawalIntent.ts'
import {
  isAcceptedInTime,
  isSignedFile,
  parseWithdrawalFile,
  type WithdrawalFile,
  type WithdrawalPromise,
} from './withdrawalPromise.ts'

/** Recovers who signed the terms of a withdrawal. */
export interface IntentCrypto {
  /**
   * The address that signed an intent as a wallet does (EIP-712, or its lines as text on Tron), in its canonical spelling; null
   * as for `recoverWallet`.
   */
  recoverIntent(intent: WithdrawalIntent, signature: string, wallet: WalletKind): string | null
}

/** The steps in the order of the report; `keys` appears only when there are keys to compare with, `owner` with an owner or a site. */
export type WithdrawalStep = 'form' | 'keys' | 'answer_signature' | 'consent' | 'owner' | 'checkpoint'

export interface WithdrawalVerdict {
  /** `not_proven` when nothing is false, but only the owner's contract could confirm his signature. */
  verdict: PromiseVerdict['verdict']
  steps: { name: WithdrawalStep; ok: boolean; unshown?: true }[]
  file: WithdrawalFile | null
}

/** Decides whether a file proves that the house accepted a withdrawal that the wallet's owner signed. Never throws. */
export function checkWithdrawalFile(
  given: unknown,
  crypto: Crypto & IntentCrypto,
  trusted: Partial<HouseKeys> & KnownOwner = {},
): WithdrawalVerdict {
  const file = parseWithdrawalFile(given)
  if (!file) return { verdict: 'broken', steps: [{ name: 'form', ok: false }], file }
  const { statement, keys } = file
  const signed = isSignedFile(file, crypto)
  const isNamed = trusted.owner !== undefined || trusted.site !== undefined
  const steps: WithdrawalVerdict['steps'] = [
    { name: 'form', ok: true },
    ...(namesKeys(trusted) ? [{ name: 'keys', ok: areKeysOf(keys, trusted) } as const] : []),
    { name: 'answer_signature', ok: signed.promise },
    consentStep(statement, crypto),
    ...(isNamed ? [{ name: 'owner', ok: isOf(statement, trusted) } as const] : []),
    { name: 'checkpoint', ok: signed.head },
  ]
  return { verdict: verdictOf(steps), steps, file }
}

/** What the owner signed holds for its own time alone. */
function consentStep(promise: WithdrawalPromise, crypto: IntentCrypto): WithdrawalVerdict['steps'][number] {
  if (!isAcceptedInTime(promise)) return { name: 'consent', ok: false }
  const { wallet, intent, consent, account } = promise
  if (wallet === 'contract') return { name: 'consent', ok: false, unshown: true }
  return { name: 'consent', ok: crypto.recoverIntent(intent, consent, wallet) === account }
}

function isOf({ account, intent }: WithdrawalPromise, { owner, site }: KnownOwner): boolean {
  return isSameAddress(account, owner ?? account) && (site === undefined || hostOf(intent.site) === site)
}
