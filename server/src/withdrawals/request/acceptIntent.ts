import { kindOf } from '@tickmark/chainkit/addresses'
import { intentHash } from '@tickmark/chainkit/intentHash'
import { recoverAddress } from '@tickmark/chainkit/signatures'
import type { WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { SignerRefusal } from '@tickmark/wire/signer'
import { sessionOf, userOf, type CallContext } from '../../http/calls/context.ts'
import { Refused } from '../../http/calls/refused.ts'
import { messageOf } from '../../platform/log.ts'
import type { WithdrawalDeps } from '../withdrawal/ports.ts'
import type { Network } from '../withdrawal/networks.ts'
import { halted } from './withdrawalOffer.ts'

/** Refuses fields that the session's owner did not sign. */
export async function checkSignature(
  intent: WithdrawalIntent,
  signature: string,
  context: CallContext,
  deps: WithdrawalDeps,
): Promise<void> {
  if (signature === '') throw new Refused('intent_missing')
  const { address } = userOf(context)
  const kind = kindOf(sessionOf(context).walletType)
  const hash = intentHash(intent, kind)
  if (recoverAddress(hash, signature, kind) === address) return
  const isSigned = kind === 'evm' && (await isOfContract(address, hash, signature, deps))
  if (!isSigned) throw new Refused('intent_signature_wrong')
}

/** Whether a contract wallet confirms the signature. Refuses `busy` when no node answers. */
async function isOfContract(
  address: string,
  hash: Uint8Array,
  signature: string,
  { askContract, log }: WithdrawalDeps,
): Promise<boolean> {
  if (askContract === null) return false
  try {
    return await askContract(address, hash, signature)
  } catch (thrown) {
    log.error('a contract wallet cannot be queried', { reason: messageOf(thrown) })
    throw new Refused('busy')
  }
}

/** Makes the signer record the intent while it is fresh; refuses when the signer refuses or does not answer. */
export async function letSignerAccept(
  intent: WithdrawalIntent,
  signature: string,
  network: Network,
  context: CallContext,
  { signer, log }: WithdrawalDeps,
): Promise<void> {
  const asked = {
    intent,
    signature,
    walletType: sessionOf(context).walletType,
    account: userOf(context).address,
  }
  let answer: Awaited<ReturnType<typeof signer.accept>>
  try {
    answer = await signer.accept(asked)
  } catch (thrown) {
    log.error('the signer cannot be reached', { reason: messageOf(thrown) })
    throw halted(network)
  }
  if (answer.ok) return
  log.warn('the signer refused an intent', { reason: answer.refusal.code, nonce: intent.nonce })
  throw refusedBySigner(answer.refusal.code, network)
}

/** Any other refusal means that server and signer disagree about a rule. */
function refusedBySigner(code: SignerRefusal, { currency }: Network): Refused {
  if (code === 'expired') return new Refused('intent_expired')
  if (code === 'signature_wrong') return new Refused('intent_signature_wrong')
  if (code === 'over_limit') return new Refused('withdrawal_above_limit', { currency: currency.code })
  return new Refused('intent_invalid')
}
