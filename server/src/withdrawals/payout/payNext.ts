import { mostFeePerGas } from '@tickmark/core/wallet/gasFees'
import { transact } from '../../db/transact.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { findNetwork } from '../withdrawal/networks.ts'
import { endFailing } from './endFailing.ts'
import { signAndSend } from './signAndSend.ts'
import {
  lockNonce,
  nextNonce,
  setNonce,
  slotOf,
  takeNonce,
  type NonceSlot,
} from '../withdrawal/nonceStore.ts'
import { lockWithdrawal, moveTo, putOff } from '../withdrawal/store.ts'
import { firstNonce, isCovered, type HotWallet } from './hotWallet.ts'
import { securityHoldInForce } from '../approval/voteStore.ts'
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
export async function payNext(withdrawal: Withdrawal, wallet: HotWallet, deps: PayingDeps): Promise<Next> {
  const { db } = deps.database
  if (withdrawal.retryAtMs > deps.clock.nowMs()) return 'any'
  let slot = await slotOf(db, withdrawal.id)
  if (!slot) {
    if (await isHeld(withdrawal, deps)) return 'any'
    const network = findNetwork(wallet.chain, withdrawal.currencyId)
    if (!network) return waitForNetwork(withdrawal, deps)
    if (!(await isCovered(withdrawal, network, wallet, deps))) return 'others'
    if (await isPricedOut(withdrawal, deps)) return 'any'
    if (!(await endFailing(withdrawal, network, wallet, deps))) return 'any'
    slot = await build(withdrawal, wallet, deps)
    if (!slot) return 'any'
  }
  const isThrough = await signAndSend({ ...withdrawal, state: 'built' }, slot, deps)
  return isThrough ? 'any' : 'none'
}

/** During a security hold on its owner the withdrawal waits without a nonce; the hold ends by itself. */
async function isHeld({ id, userId }: Withdrawal, { database, clock, log }: PayingDeps): Promise<boolean> {
  const hold = await securityHoldInForce(database.db, userId, clock.nowMs())
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
  withdrawal: Withdrawal,
  { database, chains, clock, log }: PayingDeps,
): Promise<boolean> {
  const { id, chainId } = withdrawal
  const { baseFee } = await chains.node(chainId).feeNow()
  if (mostFeePerGas(withdrawal) >= baseFee) return false
  log.warn('a payment waits for a lower network fee', { withdrawal: id, baseFee: String(baseFee) })
  await transact(database.db, (tx) => putOff(tx, id, clock.nowMs() + PRICED_OUT_MS))
  return true
}

/** The state `built`, with a nonce; null when its owner cancelled it in between. */
async function build(withdrawal: Withdrawal, wallet: HotWallet, deps: PayingDeps): Promise<NonceSlot | null> {
  const { db } = deps.database
  const known = await nextNonce(db, wallet.chain.id)
  const seed = known?.sender === wallet.hot ? null : await firstNonce(wallet, deps)
  return transact(db, async (tx) => {
    if (seed !== null) await setNonce(tx, wallet.chain.id, wallet.hot, seed)
    await lockNonce(tx, wallet.chain.id)
    const now = await lockWithdrawal(tx, withdrawal.id)
    if (now?.state !== 'approved' && now?.state !== 'built') return null
    const slot = await takeNonce(tx, now)
    if (now.state === 'approved') await moveTo(tx, now, 'built', deps.clock.nowMs())
    return slot
  })
}
