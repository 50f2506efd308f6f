import { kindOf } from '@tickmark/chainkit/addresses'
import { intentHash } from '@tickmark/chainkit/intentHash'
import { recoverAddress } from '@tickmark/chainkit/signatures'
import { isRecord, readJson } from '@tickmark/core/json'
import { INTENT_FIELDS, type WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { WithdrawalTerms } from './withdrawal.ts'

/** The signed fields of a withdrawal; null for a text that has not all of them. */
export function readIntent(text: string): WithdrawalIntent | null {
  const value = readJson(text)
  if (!isRecord(value) || !INTENT_FIELDS.every((field) => typeof value[field] === 'string')) return null
  return value as unknown as WithdrawalIntent
}

/** How a withdrawal's owner signed it: by a key, or else by a contract that the server asked at the request. */
export function signerOfIntent(given: Parameters<typeof intentVerdict>[0]): 'evm' | 'tron' | 'contract' {
  return intentVerdict(given) === 'valid' ? kindOf(given.walletType) : 'contract'
}

/** Whether the owner's key signed the stored intent; `contract` when only the owner's contract could tell. */
export function intentVerdict({
  intent: text,
  walletType,
  signature,
  account,
}: Pick<WithdrawalTerms, 'intent' | 'walletType' | 'signature' | 'account'>):
  | 'valid'
  | 'invalid'
  | 'contract' {
  const intent = readIntent(text)
  const kind = kindOf(walletType)
  if (intent !== null && recoverAddress(intentHash(intent, kind), signature, kind) === account) return 'valid'
  // A contract's signature may have any form; one of 65 bytes names a key.
  return kind === 'tron' || signature.length === 132 ? 'invalid' : 'contract'
}
