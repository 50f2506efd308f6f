import { assert } from '@tickmark/core/assert'
import { gasLimitOf, mostFeePerGas, raisedFees, type FeeOffer } from '@tickmark/core/wallet/gasFees'
import { AFTER_REFUSAL, type SignerRefusal } from '@tickmark/core/wallet/signerRefusals'
import { transact } from '../../db/transact.ts'
import { endUnpaid, moveTo } from '../withdrawal/moveTo.ts'
import {
  giveBackNonce,
  insertVariant,
  lockNonce,
  nextNonce,
  setNonce,
  takeNonce,
  type NonceSlot,
  type Variant,
} from '../withdrawal/nonceStore.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { lockWithdrawal, putOff } from '../withdrawal/store.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'
import type { HotWallet, Next } from './hotWallet.ts'

/** Delay of a payment that the signer refuses for now. */
const PUT_OFF_MS = 10 * 60_000

/**
 * Gives the withdrawal a nonce, if it has none, then signs, stores and sends. When the signer does not answer, the next pass
 * repeats the request and gets the same bytes.
 */
export async function signAndSend(
  withdrawal: Withdrawal,
  known: NonceSlot | null,
  fees: FeeOffer,
  wallet: HotWallet,
  deps: PayingDeps,
): Promise<Next> {
  const slot = known ?? (await build(withdrawal, wallet, deps))
  if (!slot) return 'any'
  const signed = await sign(withdrawal, slot, fees, deps)
  if (!signed.ok) return resolveRefusal(withdrawal, slot, signed.refusal.code, deps)
  const madeAtMs = deps.clock.nowMs()
  await transact(deps.database.db, async (tx) => {
    await insertVariant(tx, withdrawal, { ...signed.value, madeAtMs })
    const built = await lockWithdrawal(tx, withdrawal.id)
    assert(built?.state === 'built', 'what is being signed is not moved by anybody else')
    await moveTo(tx, built, 'signed', madeAtMs, deps)
  })
  await send({ ...withdrawal, state: 'signed' }, signed.value.raw, deps)
  return 'any'
}

/** Moves to `built`, with a nonce; null when its owner cancelled it in between. */
async function build(withdrawal: Withdrawal, wallet: HotWallet, deps: PayingDeps): Promise<NonceSlot | null> {
  const { db } = deps.database
  const { hot, chain } = wallet
  const known = await nextNonce(db, chain.id)
  const seed = known?.sender === hot ? null : await firstNonce({ chainId: chain.id, sender: hot }, deps)
  return transact(db, async (tx) => {
    if (seed !== null) await setNonce(tx, chain.id, hot, seed)
    await lockNonce(tx, chain.id)
    const now = await lockWithdrawal(tx, withdrawal.id)
    if (now?.state !== 'approved' && now?.state !== 'built') return null
    const slot = await takeNonce(tx, now)
    if (now.state === 'approved') await moveTo(tx, now, 'built', deps.clock.nowMs(), deps)
    return slot
  })
}

/** The first nonce used by neither chain nor signer. */
async function firstNonce(
  { chainId, sender }: Pick<NonceSlot, 'chainId' | 'sender'>,
  { chains, signer }: PayingDeps,
): Promise<number> {
  const known = (await signer.publicKeys()).chains.find((one) => one.id === chainId)
  assert(known, 'the signer knows the chains that we pay on')
  return Math.max(known.nextNonce, await chains.node(chainId).transactionCount(sender))
}

/** Signs the same payment with the same nonce and a higher fee, up to its owner's fee cap; null when the fee cannot rise. */
export async function raiseFee(
  withdrawal: Withdrawal,
  slot: NonceSlot,
  newest: Variant,
  deps: PayingDeps,
): Promise<Variant | null> {
  const now = await deps.chains.node(slot.chainId).feeNow()
  const fees = raisedFees(newest, now, mostFeePerGas(withdrawal))
  if (!fees) return null
  const signed = await sign(withdrawal, slot, fees, deps)
  if (!signed.ok) {
    deps.log.warn('the signer refused a higher fee', {
      withdrawal: withdrawal.id,
      reason: signed.refusal.code,
    })
    return null
  }
  const variant = { ...signed.value, madeAtMs: deps.clock.nowMs() }
  await transact(deps.database.db, (tx) => insertVariant(tx, withdrawal, variant))
  return variant
}

/** Sends stored bytes of a withdrawal, the first time or again. Throws when no node accepts them. */
export async function send({ id, chainId, state }: Withdrawal, raw: string, deps: PayingDeps): Promise<void> {
  await deps.chains.node(chainId).send(raw)
  if (state !== 'signed') return
  await transact(deps.database.db, async (tx) => {
    const now = await lockWithdrawal(tx, id)
    if (now?.state === 'signed') await moveTo(tx, now, 'broadcast', deps.clock.nowMs(), deps)
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

/** Acts on a refusal: the signer has signed nothing, so the nonce is free for the next withdrawal. */
async function resolveRefusal(
  withdrawal: Withdrawal,
  slot: NonceSlot,
  code: SignerRefusal,
  deps: PayingDeps,
): Promise<Next> {
  const { id, chainId } = withdrawal
  deps.log.error('the signer refused to sign', { withdrawal: id, reason: code })
  const after = AFTER_REFUSAL[code]
  const first = after === 'renumber' ? await firstNonce(slot, deps) : 0
  const nowMs = deps.clock.nowMs()
  await transact(deps.database.db, async (tx) => {
    await lockNonce(tx, chainId)
    const now = await lockWithdrawal(tx, id)
    // The owner may have cancelled it meanwhile, which also returned the nonce.
    if (now?.state !== 'built') return
    await giveBackNonce(tx, now)
    if (after === 'end') await endUnpaid(tx, now, 'cancelled', nowMs, deps, { reason: code })
    if (after === 'wait') await putOff(tx, id, nowMs + PUT_OFF_MS)
    if (after === 'renumber') {
      // Our next nonce lags behind those of chain and signer.
      await setNonce(tx, chainId, slot.sender, Math.max(first, slot.nonce + 1))
      await takeNonce(tx, now)
    }
  })
  return after === 'renumber' ? 'none' : 'any'
}
