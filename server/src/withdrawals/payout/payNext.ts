import { assert } from '@tickmark/core/assert'
import { transact } from '../../db/transact.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { gasLimitOf, maxFeeFor } from '../withdrawal/fees.ts'
import { emitChange } from '../withdrawal/endWithdrawal.ts'
import { findNetwork } from '../withdrawal/networks.ts'
import { sendNewest } from './sendNewest.ts'
import { resolveRefusal } from './resolveRefusal.ts'
import {
  insertVariant,
  lockNonce,
  nextNonce,
  setNonce,
  slotOf,
  takeNonce,
  type NonceSlot,
} from '../withdrawal/nonceStore.ts'
import { lockWithdrawal, moveTo, putOff } from '../withdrawal/store.ts'
import { firstNonce, isCovered, type HotWallet } from './hotWallet.ts'
import { holdInForce } from '../approval/voteStore.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'

/**
 * What the worker may pay after a withdrawal: `any`; `others` in other currencies, when the hot wallet is short of this
 * one and its payments wait in order; `none` while the withdrawal has a nonce and no signature.
 */
export type Next = 'any' | 'others' | 'none'

/** Delay of a payment whose fee cap is below the chain's present fee. */
const PRICED_OUT_MS = 30_000
/** Delay of a payment whose currency was removed from its chain's table. */
const UNLISTED_MS = 10 * 60_000

/** Gives the next withdrawal its nonce, has it signed, stores the bytes and sends them. */
export async function payNext(withdrawal: Withdrawal, till: HotWallet, deps: PayingDeps): Promise<Next> {
  const { db } = deps.database
  if (withdrawal.retryAtMs > deps.clock.nowMs()) return 'any'
  let slot = await slotOf(db, withdrawal.id)
  if (!slot) {
    if (await isHeld(withdrawal, deps)) return 'any'
    const network = findNetwork(till.chain, withdrawal.currencyId)
    if (!network) return waitForNetwork(withdrawal, deps)
    if (!(await isCovered(withdrawal, network, till, deps))) return 'others'
    if (await isPricedOut(withdrawal, deps)) return 'any'
    slot = await build(withdrawal, till, deps)
    if (!slot) return 'any'
  }
  const isThrough = await signAndSend({ ...withdrawal, state: 'built' }, slot, deps)
  return isThrough ? 'any' : 'none'
}

/** During a security hold on its owner the withdrawal waits without a nonce; the hold ends by itself. */
async function isHeld({ id, userId }: Withdrawal, { database, clock, log }: PayingDeps): Promise<boolean> {
  const hold = await holdInForce(database.db, userId, clock.nowMs())
  if (!hold) return false
  log.warn('a payment waits for the end of a security hold', { withdrawal: id, case: hold.caseId })
  await transact(database.db, (tx) => putOff(tx, id, hold.untilMs))
  return true
}

/** While its chain's table lacks its currency the withdrawal waits, and delays no other. */
async function waitForNetwork(
  { id, chainId, currencyId }: Withdrawal,
  { database, clock, log }: PayingDeps,
): Promise<Next> {
  log.error('a payment waits: its chain lists its currency no more', { withdrawal: id, chainId, currencyId })
  await transact(database.db, (tx) => putOff(tx, id, clock.nowMs() + UNLISTED_MS))
  return 'any'
}

/**
 * While the chain's fee exceeds the owner's cap the withdrawal waits without a nonce: it could not be mined, nor
 * anything after it.
 */
async function isPricedOut(
  { id, chainId, gasCap, gasPrice }: Withdrawal,
  { database, chains, clock, log }: PayingDeps,
): Promise<boolean> {
  const { baseFee } = await chains.node(chainId).feeNow()
  if (gasCap / BigInt(gasLimitOf(gasPrice !== null)) >= baseFee) return false
  log.warn('a payment waits for a lower network fee', { withdrawal: id, baseFee: String(baseFee) })
  await transact(database.db, (tx) => putOff(tx, id, clock.nowMs() + PRICED_OUT_MS))
  return true
}

/** The state `built`, with a nonce; null when its owner cancelled it in between. */
async function build(withdrawal: Withdrawal, till: HotWallet, deps: PayingDeps): Promise<NonceSlot | null> {
  const { db } = deps.database
  const known = await nextNonce(db, till.chain.id)
  const seed = known?.sender === till.hot ? null : await firstNonce(till, deps)
  return transact(db, async (tx) => {
    if (seed !== null) await setNonce(tx, till.chain.id, till.hot, seed)
    await lockNonce(tx, till.chain.id)
    const now = await lockWithdrawal(tx, withdrawal.id)
    if (now?.state !== 'approved' && now?.state !== 'built') return null
    const slot = await takeNonce(tx, now)
    if (now.state === 'approved') await moveTo(tx, now, 'built', deps.clock.nowMs())
    return slot
  })
}

/**
 * Signs with the nonce, stores, sends. When the signer does not answer, the next pass repeats the request and gets the
 * same bytes.
 */
async function signAndSend(withdrawal: Withdrawal, slot: NonceSlot, deps: PayingDeps): Promise<boolean> {
  const { database, clock, chains, signer } = deps
  const fees = await chains.node(slot.chainId).feeNow()
  const gasLimit = gasLimitOf(withdrawal.gasPrice !== null)
  const most = withdrawal.gasCap / BigInt(gasLimit)
  const wanted = maxFeeFor(fees)
  const maxFee = wanted < most ? wanted : most
  const tip = fees.tip < maxFee ? fees.tip : maxFee
  const signed = await signer.sign({
    intentNonce: withdrawal.nonce,
    chainNonce: slot.nonce,
    gasLimit,
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: tip,
  })
  if (!signed.ok) return resolveRefusal(withdrawal, slot, signed.refusal.code, deps)
  const madeAtMs = clock.nowMs()
  await transact(database.db, async (tx) => {
    await insertVariant(tx, withdrawal, { ...signed.value, madeAtMs })
    const now = await lockWithdrawal(tx, withdrawal.id)
    assert(now?.state === 'built', 'what is being signed is not moved by anybody else')
    await moveTo(tx, now, 'signed', madeAtMs)
    await emitChange(tx, now, deps)
  })
  await sendNewest({ ...withdrawal, state: 'signed' }, deps)
  return true
}
