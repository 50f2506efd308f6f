import { assert } from '@tickmark/core/assert'
import type { Receipt } from '../../chains/node/blocks.ts'
import { transact } from '../../db/transact.ts'
import { endMined } from './settleMined.ts'
import type { PayingDeps, PayingNode } from '../withdrawal/ports.ts'
import { gasLimitOf, raisedFees } from '../withdrawal/fees.ts'
import { endUnpaid, emitChange } from '../withdrawal/endWithdrawal.ts'
import { sendNewest } from './sendNewest.ts'
import {
  insertVariant,
  setTakenAt,
  slotOf,
  variantsOf,
  type NonceSlot,
  type Variant,
} from '../withdrawal/nonceStore.ts'
import { lockWithdrawal, noteBlock } from '../withdrawal/store.ts'
import type { HotWallet } from './hotWallet.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'

/** Resends a payment that is not in a block at this interval, with a higher fee after a minute. */
const SEND_AGAIN_MS = 5_000
const RAISE_AFTER_MS = 60_000

/** Follows a signed payment: ends it when its block has its confirmations, else sends it again. */
export async function followPayment(
  withdrawal: Withdrawal,
  till: HotWallet,
  deps: PayingDeps,
): Promise<void> {
  const { db } = deps.database
  const node = deps.chains.node(till.chain.id)
  const slot = await slotOf(db, withdrawal.id)
  const variants = await variantsOf(db, withdrawal.id)
  assert(slot && variants.length > 0, 'a signed payment has its nonce and its bytes')
  const mined = await minedOf(variants, node)
  if (!mined && withdrawal.end.block !== undefined) {
    await transact(db, (tx) => noteBlock(tx, withdrawal.id, null))
  }
  const isTaken = !mined && (await node.transactionCount(slot.sender)) > slot.nonce
  if (!isTaken && slot.takenAtBlock !== null) {
    await transact(db, (tx) => setTakenAt(tx, withdrawal.id, null))
  }
  if (mined) return followMined(withdrawal, mined, till, node, deps)
  if (isTaken) return followTaken(withdrawal, slot, variants, till, node, deps)
  return push(withdrawal, slot, variants, till, deps)
}

interface Mined {
  txid: string
  receipt: Receipt
}

async function minedOf(variants: readonly Variant[], node: PayingNode): Promise<Mined | null> {
  for (const { txid } of variants) {
    const receipt = await node.receipt(txid)
    if (receipt) return { txid, receipt }
  }
  return null
}

/** Mined: final when the block has its confirmations and is still on the chain. */
async function followMined(
  withdrawal: Withdrawal,
  { txid, receipt }: Mined,
  { chain, head }: HotWallet,
  node: PayingNode,
  deps: PayingDeps,
): Promise<void> {
  // Without a status the payment may be made or reverted, so the hold stays.
  if (receipt.status === null) throw new Error('a node tells of a payment, but not whether it was made')
  if ((await node.blockHash(receipt.blockNumber)) !== receipt.blockHash) return
  if (head - receipt.blockNumber + 1 >= chain.confirmations) {
    return endMined(withdrawal, txid, receipt, chain, deps)
  }
  const { db } = deps.database
  if (withdrawal.end.txid === txid && withdrawal.end.block === receipt.blockNumber) return
  const seen = { txid, block: receipt.blockNumber }
  await transact(db, async (tx) => {
    await noteBlock(tx, withdrawal.id, seen)
    await emitChange(tx, withdrawal, deps)
  })
}

/**
 * Another transaction has the nonce. When that one has a payment's confirmations, ours can never be mined: it is dead.
 */
async function followTaken(
  withdrawal: Withdrawal,
  slot: NonceSlot,
  variants: readonly Variant[],
  { chain, head }: HotWallet,
  node: PayingNode,
  deps: PayingDeps,
): Promise<void> {
  const { db } = deps.database
  if (slot.takenAtBlock === null) return transact(db, (tx) => setTakenAt(tx, withdrawal.id, head))
  if (head - slot.takenAtBlock < chain.confirmations || (await minedOf(variants, node))) return
  deps.log.error('another transaction took the nonce of a payment', {
    withdrawal: withdrawal.id,
    nonce: slot.nonce,
  })
  await transact(db, async (tx) => {
    const now = await lockWithdrawal(tx, withdrawal.id)
    if (now?.state !== 'signed' && now?.state !== 'broadcast') return
    await endUnpaid(tx, now, 'dead', deps.clock.nowMs(), deps, { reason: 'nonce_taken' })
  })
}

/** Not mined: sends it again at intervals, and with a higher fee when it takes too long. */
async function push(
  withdrawal: Withdrawal,
  slot: NonceSlot,
  variants: readonly Variant[],
  { memory: { sentAtMs } }: HotWallet,
  deps: PayingDeps,
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const sinceMs = nowMs - (sentAtMs.get(withdrawal.id) ?? 0)
  if (withdrawal.state === 'broadcast' && sinceMs < SEND_AGAIN_MS) return
  sentAtMs.set(withdrawal.id, nowMs)
  const newest = variants.at(-1)
  if (newest && nowMs - newest.madeAtMs >= RAISE_AFTER_MS) {
    await raise(withdrawal, slot, newest, deps)
  }
  await sendNewest(withdrawal, deps)
}

/** Signs the same payment with the same nonce and a higher fee, up to its owner's fee cap. */
async function raise(
  withdrawal: Withdrawal,
  slot: NonceSlot,
  newest: Variant,
  { database, chains, signer, clock, log }: PayingDeps,
): Promise<void> {
  const gasLimit = gasLimitOf(withdrawal.gasPrice !== null)
  const fees = raisedFees(
    newest,
    await chains.node(slot.chainId).feeNow(),
    withdrawal.gasCap / BigInt(gasLimit),
  )
  if (!fees) return
  const signed = await signer.sign({
    intentNonce: withdrawal.nonce,
    chainNonce: slot.nonce,
    gasLimit,
    maxFeePerGas: fees.maxFee,
    maxPriorityFeePerGas: fees.tip,
  })
  if (!signed.ok) {
    log.warn('the signer refused a higher fee', { withdrawal: withdrawal.id, reason: signed.refusal.code })
    return
  }
  const variant = { ...signed.value, madeAtMs: clock.nowMs() }
  await transact(database.db, (tx) => insertVariant(tx, withdrawal, variant))
}
