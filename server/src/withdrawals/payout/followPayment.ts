import { assert } from '@tickmark/core/assert'
import type { Receipt } from '../../chains/node/blocks.ts'
import { transact } from '../../db/transact.ts'
import type { PayingDeps, PayingNode } from '../withdrawal/ports.ts'
import { endUnpaid, emitChange } from '../withdrawal/endUnpaid.ts'
import { raiseFee, sendNewest } from './signAndSend.ts'
import { setTakenAt, slotOf, variantsOf, type NonceSlot, type Variant } from '../withdrawal/nonceStore.ts'
import { lockWithdrawal, noteBlock, moveTo } from '../withdrawal/store.ts'
import type { HotWallet } from './hotWallet.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'
import { ledgerCeil } from '@tickmark/core/money/rawUnits'
import type { Amount } from '@tickmark/core/money/money'
import type { Tx } from '../../db/pool.ts'
import { postTransfers } from '../../ledger/post.ts'
import { houseBalance, lockBook } from '../../ledger/store.ts'
import type { Chain } from '../../chains/node/network.ts'
import { feeOf } from '@tickmark/core/wallet/gasFees'
import { findNetwork } from '../withdrawal/networks.ts'
import { gasPosting, minedPostings } from '../withdrawal/postings.ts'

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
    await raiseFee(withdrawal, slot, newest, deps)
  }
  await sendNewest(withdrawal, deps)
}

/**
 * Books the final result of a payment. Paid: amount and fee leave the hold, the rest returns to the owner. Reverted: the
 * same without the amount. The owner's fee cap pays for the gas, and the house for what exceeds it.
 */
async function endMined(
  { id }: Withdrawal,
  txid: string,
  receipt: Receipt,
  chain: Chain,
  deps: PayingDeps,
): Promise<void> {
  const burned = receipt.gasUsed * receipt.effectiveGasPrice
  const gas = ledgerCeil(burned, chain.native.decimals)
  const atMs = deps.clock.nowMs()
  await transact(deps.database.db, async (tx) => {
    const now = await lockWithdrawal(tx, id)
    if (now?.state !== 'signed' && now?.state !== 'broadcast') return
    const isPaid = receipt.status === 1
    const fee = realFee(now, burned, chain)
    const charged = fee < now.feeCap ? fee : now.feeCap
    // For the native coin the fee left with the amount; the house bears only what exceeds the cap.
    const ours = now.gasPrice === null ? fee - charged : gas
    const end = { txid, block: receipt.blockNumber, fee: charged, gas: ours }
    await moveTo(tx, now, isPaid ? 'final' : 'dead', atMs, isPaid ? { end } : { end, reason: 'reverted' })
    await emitChange(tx, now, deps, { isMoney: true })
    const news = { withdrawal: now, network: chain.name, atMs }
    if (isPaid) await deps.events.emit(tx, 'withdrawal_final', news)
    else await deps.events.emit(tx, 'withdrawal_reverted', { ...news, fee: charged })
    await postTransfers(tx, minedPostings(now, fee, isPaid), atMs)
    await payGas(tx, now, ours, atMs)
  })
}

function realFee({ gasPrice, currencyId }: Withdrawal, burned: bigint, chain: Chain): Amount {
  const decimals = findNetwork(chain, currencyId)?.decimals ?? chain.native.decimals
  return feeOf(burned, gasPrice, chain.native.decimals, decimals)
}

/** Pays from the inventory if it suffices, else from the bankroll. */
async function payGas(tx: Tx, withdrawal: Withdrawal, gas: Amount, atMs: number): Promise<void> {
  if (gas === 0n) return
  await lockBook(tx, 'real')
  const held = await houseBalance(tx, 'real', withdrawal.gasCurrencyId, 'inventory')
  const from = held >= gas ? 'inventory' : 'bankroll'
  await postTransfers(tx, [gasPosting(withdrawal, gas, from)], atMs)
}
