import { assert, unreachable } from '@tickmark/core/assert'
import { rawOf } from '@tickmark/core/chainUnits'
import type { SignerRefusal } from '@tickmark/wire/signer'
import { transact } from '../db/transact.ts'
import type { PayingChain, PayingDeps } from './deps.ts'
import { gasLimitOf, maxFeeFor } from './fees.ts'
import { endUnpaid, tellOwner } from './finish.ts'
import { findNetwork, type Network } from './networks.ts'
import { sendNewest } from './sendNewest.ts'
import {
  giveBackNonce,
  insertVariant,
  lockNonce,
  nextNonce,
  setNonce,
  slotOf,
  takeNonce,
  type Slot,
} from './slotStore.ts'
import { listByState, lockWithdrawal, moveTo, putOff } from './store.ts'
import type { Withdrawal } from './withdrawal.ts'

/** A chain, the address that pays on it, and what the worker remembers of it. */
export interface Till {
  chain: PayingChain
  hot: string
  memory: TillMemory
}

/** Loses nothing when it is lost. Times in milliseconds since 1970. */
export interface TillMemory {
  /** When a withdrawal's bytes were last sent. */
  sentAtMs: Map<string, number>
  /** When it was last told that the wallet is short. */
  shortToldAtMs: number
  /** Why payments wait, as it was last told; told once while it stays the same. */
  problem: string | null
}

/** How long a payment waits that the signer will not sign at present. */
const PUT_OFF_MS = 10 * 60_000
/** That the wallet is short is told this often. */
const TELL_SHORT_MS = 60_000

/**
 * Gives the next withdrawal its nonce, has it signed, stores the bytes and sends them. Replies whether the one behind it may
 * be looked at: not while this one has a nonce and no signature, nor when the hot wallet is short, for then all wait in order.
 */
export async function payNext(withdrawal: Withdrawal, till: Till, deps: PayingDeps): Promise<boolean> {
  const { db } = deps.database
  if (withdrawal.retryAtMs > deps.clock.nowMs()) return true
  const network = findNetwork(till.chain, withdrawal.currencyId)
  assert(network, 'a withdrawal is of a currency that its chain has')
  let slot = await slotOf(db, withdrawal.id)
  if (!slot) {
    if (!(await isCovered(withdrawal, network, till, deps))) return false
    slot = await build(withdrawal, till, deps)
    if (!slot) return true
  }
  return signAndSend({ ...withdrawal, state: 'built' }, slot, network, deps)
}

/** Whether the hot wallet has it, with all that is under way and their fees. */
async function isCovered(
  withdrawal: Withdrawal,
  { token, native, decimals }: Network,
  { chain, hot, memory }: Till,
  { database, chains, clock, log }: PayingDeps,
): Promise<boolean> {
  const node = chains.node(chain.id)
  const others = await listByState(database.db, chain.id, ['built', 'signed', 'broadcast'])
  const pending = [withdrawal, ...others.filter((one) => one.id !== withdrawal.id)]
  const sumOf = (currencyId: number) =>
    pending.reduce((sum, one) => sum + (one.currencyId === currencyId ? one.amount : 0n), 0n)
  const gas = pending.reduce((sum, one) => sum + one.gasCap, 0n)
  const ether = (rawOf(sumOf(native.id), chain.native.decimals) ?? 0n) + gas
  const coins = token === null ? 0n : (rawOf(sumOf(withdrawal.currencyId), decimals) ?? 0n)
  const isEnough =
    (await node.balance(hot, null)) >= ether &&
    (token === null || (await node.tokenBalance(token, hot, null)) >= coins)
  if (!isEnough && clock.nowMs() - memory.shortToldAtMs >= TELL_SHORT_MS) {
    memory.shortToldAtMs = clock.nowMs()
    log.error('the hot wallet is short: payments wait', { network: chain.name, hot })
  }
  return isEnough
}

/** The state `built`, with a nonce; null when its owner called it back in between. */
async function build(withdrawal: Withdrawal, till: Till, deps: PayingDeps): Promise<Slot | null> {
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

/** The nonce to begin with: what chain and signer have not seen used. */
async function firstNonce(
  { chain, hot }: Pick<Till, 'chain' | 'hot'>,
  { chains, signer }: PayingDeps,
): Promise<number> {
  const signed = await signer.nextNonce(chain.id)
  assert(signed !== null, 'the signer knows the chains that we pay on')
  return Math.max(signed, await chains.node(chain.id).transactionCount(hot))
}

/** Signs with the nonce, stores, sends. If the signer does not answer, the same is asked again and gets the same bytes. */
async function signAndSend(
  withdrawal: Withdrawal,
  slot: Slot,
  network: Network,
  deps: PayingDeps,
): Promise<boolean> {
  const { database, clock, chains, signer } = deps
  const fees = await chains.node(slot.chainId).feeNow()
  const gasLimit = gasLimitOf(network)
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
    await insertVariant(tx, withdrawal, { ...signed.value, maxFee, tip, madeAtMs })
    const now = await lockWithdrawal(tx, withdrawal.id)
    assert(now?.state === 'built', 'what is being signed is not moved by anybody else')
    await moveTo(tx, now, 'signed', madeAtMs)
  })
  tellOwner(deps, withdrawal)
  await sendNewest({ ...withdrawal, state: 'signed' }, deps)
  return true
}

/** What to do when the signer says no: it has signed nothing then, so the nonce is free for the next. */
async function resolveRefusal(
  withdrawal: Withdrawal,
  slot: Slot,
  code: SignerRefusal,
  deps: PayingDeps,
): Promise<boolean> {
  deps.log.error('the signer refused to sign', { withdrawal: withdrawal.id, reason: code })
  switch (code) {
    case 'nonce_taken':
      await renumber(withdrawal, slot, deps)
      return false
    // Those pass with time.
    case 'over_limit':
    case 'fee_too_high':
    // It may be paid already under a nonce that we have lost: its hold stays.
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

/** Frees the nonce; then the withdrawal waits, or ends unpaid. */
async function giveBack(
  { id, chainId }: Withdrawal,
  deps: PayingDeps,
  isOver: boolean,
  reason = '',
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const ended = await transact(deps.database.db, async (tx) => {
    await lockNonce(tx, chainId)
    const now = await lockWithdrawal(tx, id)
    // Its owner may have called it back meanwhile, which freed the nonce, too.
    if (now?.state !== 'built') return null
    await giveBackNonce(tx, now)
    if (isOver) await endUnpaid(tx, now, 'cancelled', nowMs, { reason })
    else await putOff(tx, id, nowMs + PUT_OFF_MS)
    return isOver ? now : null
  })
  if (ended) tellOwner(deps, ended, { isMoney: true })
}

/** Takes a nonce that neither the chain nor the signer has seen, when ours is behind theirs. */
async function renumber(withdrawal: Withdrawal, slot: Slot, deps: PayingDeps): Promise<void> {
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
