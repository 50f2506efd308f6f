import { assert } from '@tickmark/core/assert'
import type { Receipt } from '../../chains/node/blocks.ts'
import { transact } from '../../db/transact.ts'
import type { PayingDeps, PayingNode } from '../withdrawal/ports.ts'
import { endUnpaid, moveTo } from '../withdrawal/moveTo.ts'
import { payGas } from './payGas.ts'
import { raiseFee, send } from './signAndSend.ts'
import { setTakenAt, slotOf, variantsOf, type NonceSlot, type Variant } from '../withdrawal/nonceStore.ts'
import { lockWithdrawal, noteBlock } from '../withdrawal/store.ts'
import type { HotWallet } from './hotWallet.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'
import { postTransfers } from '../../ledger/post.ts'
import { findCoin, type Chain } from '../../chains/node/network.ts'
import { newestFinal } from '@tickmark/core/wallet/confirmations'
import { payoutOf } from '@tickmark/core/wallet/payout'
import { minedPostings } from '../withdrawal/postings.ts'

/** Resends a payment that is not in a block at this interval, with a higher fee after a minute. */
const SEND_AGAIN_MS = 5_000
const RAISE_AFTER_MS = 60_000

/** Follows a signed payment: ends it when its block has its confirmations, else sends it again. */
export async function followPayment(
  withdrawal: Withdrawal,
  wallet: HotWallet,
  deps: PayingDeps,
): Promise<void> {
  const { db } = deps.database
  const node = deps.chains.node(wallet.chain.id)
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
  if (mined) return followMined(withdrawal, mined, wallet, node, deps)
  if (isTaken) return followTaken(withdrawal, slot, variants, wallet, node, deps)
  return push(withdrawal, slot, variants, wallet, deps)
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
  if (receipt.blockNumber <= newestFinal(head, chain.confirmations)) {
    return endMined(withdrawal, txid, receipt, chain, deps)
  }
  const { db } = deps.database
  if (withdrawal.end.txid === txid && withdrawal.end.block === receipt.blockNumber) return
  const seen = { txid, block: receipt.blockNumber }
  await transact(db, async (tx) => {
    await noteBlock(tx, withdrawal.id, seen)
    const { userId, id } = withdrawal
    await deps.events.emit(tx, 'withdrawal_changed', { userId, id, isMoney: false })
  })
}

/** Another transaction has the nonce. Once that one has a payment's confirmations, ours can never be mined: it is dead. */
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
  // One block later than observed: its block may be newer than the head that all nodes know.
  const isFinal = slot.takenAtBlock + 1 <= newestFinal(head, chain.confirmations)
  if (!isFinal || (await minedOf(variants, node))) return
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
  assert(newest, 'a signed payment has its bytes')
  const isOld = nowMs - newest.madeAtMs >= RAISE_AFTER_MS
  const raised = isOld ? await raiseFee(withdrawal, slot, newest, deps) : null
  await send(withdrawal, (raised ?? newest).raw, deps)
}

/**
 * Books the final result of a payment. Paid: amount and fee leave the hold, the rest returns to the owner. Reverted: the amount
 * returns as well. The owner's fee cap pays for the gas, and the house pays any excess.
 */
async function endMined(
  { id }: Withdrawal,
  txid: string,
  receipt: Receipt,
  chain: Chain,
  deps: PayingDeps,
): Promise<void> {
  const isPaid = receipt.status === 1
  const atMs = deps.clock.nowMs()
  await transact(deps.database.db, async (tx) => {
    const now = await lockWithdrawal(tx, id)
    if (now?.state !== 'signed' && now?.state !== 'broadcast') return
    const native = chain.native.decimals
    const parts = payoutOf(now, {
      burned: receipt.gasUsed * receipt.effectiveGasPrice,
      isPaid,
      decimals: { native, own: findCoin(chain, now.currencyId)?.decimals ?? native },
    })
    const end = { txid, block: receipt.blockNumber, fee: parts.fee, gas: parts.gas }
    if (isPaid) await moveTo(tx, now, 'final', atMs, deps, { end })
    else await moveTo(tx, now, 'dead', atMs, deps, { end, reason: 'reverted' })
    await postTransfers(tx, minedPostings(now, parts), atMs)
    await payGas(tx, now, parts.gas, deps)
  })
}
