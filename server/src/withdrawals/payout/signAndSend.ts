import { assert, unreachable } from '@tickmark/core/assert'
import {
  firstFees,
  gasLimitOf,
  mostFeePerGas,
  raisedFees,
  type FeeOffer,
} from '@tickmark/core/wallet/gasFees'
import type { SignerRefusal } from '@tickmark/wire/signer'
import { transact } from '../../db/transact.ts'
import { emitChange, endUnpaid, notifyOwner } from '../withdrawal/endUnpaid.ts'
import {
  giveBackNonce,
  insertVariant,
  lockNonce,
  setNonce,
  takeNonce,
  variantsOf,
  type NonceSlot,
  type Variant,
} from '../withdrawal/nonceStore.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { lockWithdrawal, moveTo, putOff } from '../withdrawal/store.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'
import { firstNonce } from './hotWallet.ts'

/** Delay of a payment that the signer refuses for the present. */
const PUT_OFF_MS = 10 * 60_000

/**
 * Signs with the nonce, stores, sends. Returns whether the worker may go on to the next payment. When the signer does
 * not answer, the next pass repeats the request and gets the same bytes.
 */
export async function signAndSend(
  withdrawal: Withdrawal,
  slot: NonceSlot,
  deps: PayingDeps,
): Promise<boolean> {
  const now = await deps.chains.node(slot.chainId).feeNow()
  const signed = await sign(withdrawal, slot, firstFees(now, mostFeePerGas(withdrawal)), deps)
  if (!signed.ok) return resolveRefusal(withdrawal, slot, signed.refusal.code, deps)
  const madeAtMs = deps.clock.nowMs()
  await transact(deps.database.db, async (tx) => {
    await insertVariant(tx, withdrawal, { ...signed.value, madeAtMs })
    const built = await lockWithdrawal(tx, withdrawal.id)
    assert(built?.state === 'built', 'what is being signed is not moved by anybody else')
    await moveTo(tx, built, 'signed', madeAtMs)
    await emitChange(tx, built, deps)
  })
  await sendNewest({ ...withdrawal, state: 'signed' }, deps)
  return true
}

/** Signs the same payment with the same nonce and a higher fee, up to its owner's fee cap. */
export async function raiseFee(
  withdrawal: Withdrawal,
  slot: NonceSlot,
  newest: Variant,
  deps: PayingDeps,
): Promise<void> {
  const now = await deps.chains.node(slot.chainId).feeNow()
  const fees = raisedFees(newest, now, mostFeePerGas(withdrawal))
  if (!fees) return
  const signed = await sign(withdrawal, slot, fees, deps)
  if (!signed.ok) {
    const facts = { withdrawal: withdrawal.id, reason: signed.refusal.code }
    return deps.log.warn('the signer refused a higher fee', facts)
  }
  const variant = { ...signed.value, madeAtMs: deps.clock.nowMs() }
  await transact(deps.database.db, (tx) => insertVariant(tx, withdrawal, variant))
}

/**
 * Sends the stored bytes of a withdrawal's newest transaction, the first time or again. Throws when no node accepts
 * them.
 */
export async function sendNewest(withdrawal: Withdrawal, deps: PayingDeps): Promise<void> {
  const newest = (await variantsOf(deps.database.db, withdrawal.id)).at(-1)
  if (!newest) return
  await deps.chains.node(withdrawal.chainId).send(newest.raw)
  if (withdrawal.state !== 'signed') return
  await transact(deps.database.db, async (tx) => {
    const now = await lockWithdrawal(tx, withdrawal.id)
    if (now?.state !== 'signed') return
    const atMs = deps.clock.nowMs()
    await moveTo(tx, now, 'broadcast', atMs)
    await emitChange(tx, now, deps)
    await notifyOwner(tx, now, 'withdrawal_sent', atMs, deps)
  })
}

function sign({ nonce, gasPrice }: Withdrawal, slot: NonceSlot, fees: FeeOffer, { signer }: PayingDeps) {
  return signer.sign({
    intentNonce: nonce,
    chainNonce: slot.nonce,
    gasLimit: gasLimitOf(gasPrice !== null),
    maxFeePerGas: fees.maxFee,
    maxPriorityFeePerGas: fees.tip,
  })
}

/**
 * Resolves a refusal: the signer has signed nothing, so the nonce is free for the next withdrawal. Returns whether the
 * worker may go on to the next one.
 */
async function resolveRefusal(
  withdrawal: Withdrawal,
  slot: NonceSlot,
  code: SignerRefusal,
  deps: PayingDeps,
): Promise<boolean> {
  deps.log.error('the signer refused to sign', { withdrawal: withdrawal.id, reason: code })
  switch (code) {
    case 'nonce_taken':
      await renumber(withdrawal, slot, deps)
      return false
    // These pass with time.
    case 'over_limit':
    case 'fee_too_high':
    // It may be paid already under a nonce that we lost: its hold stays.
    case 'intent_has_other_nonce':
      await giveBack(withdrawal, deps, false)
      return true
    case 'malformed':
    case 'wrong_site':
    case 'network_unknown':
    case 'currency_unknown':
    case 'amount_invalid':
    case 'address_invalid':
    case 'signature_wrong':
    case 'expired':
    case 'intent_changed':
    case 'intent_unknown':
    case 'intent_revoked':
    case 'intent_lapsed':
      await giveBack(withdrawal, deps, true, code)
      return true
    default:
      return unreachable(code)
  }
}

/** Returns the nonce; then the withdrawal waits, or ends unpaid. */
async function giveBack(
  { id, chainId }: Withdrawal,
  deps: PayingDeps,
  isOver: boolean,
  reason = '',
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  await transact(deps.database.db, async (tx) => {
    await lockNonce(tx, chainId)
    const now = await lockWithdrawal(tx, id)
    // Its owner may have cancelled it meanwhile, which returned the nonce, too.
    if (now?.state !== 'built') return
    await giveBackNonce(tx, now)
    if (isOver) await endUnpaid(tx, now, 'cancelled', nowMs, deps, { reason })
    else await putOff(tx, id, nowMs + PUT_OFF_MS)
  })
}

/** Takes a nonce unused by both chain and signer when ours lags behind theirs. */
async function renumber(withdrawal: Withdrawal, slot: NonceSlot, deps: PayingDeps): Promise<void> {
  const state = deps.chains.find(slot.chainId)
  if (!state) return
  const first = await firstNonce({ chain: state.chain, hot: slot.sender }, deps)
  await transact(deps.database.db, async (tx) => {
    await lockNonce(tx, slot.chainId)
    const now = await lockWithdrawal(tx, withdrawal.id)
    if (now?.state !== 'built') return
    await giveBackNonce(tx, now)
    await setNonce(tx, slot.chainId, slot.sender, Math.max(first, slot.nonce + 1))
    await takeNonce(tx, now)
  })
}
