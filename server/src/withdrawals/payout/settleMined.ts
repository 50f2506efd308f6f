import { ledgerCeil } from '@tickmark/core/money/rawUnits'
import type { Amount } from '@tickmark/core/money/money'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { postTransfers } from '../../ledger/post.ts'
import { houseBalance, lockBook } from '../../ledger/store.ts'
import type { MinedReceipt, PayingChain, PayingDeps } from '../withdrawal/ports.ts'
import { feeOf } from '../withdrawal/fees.ts'
import { endUnpaid, emitChange, notifyOwner } from '../withdrawal/endWithdrawal.ts'
import { findNetwork } from '../withdrawal/networks.ts'
import { gasPosting, paidPostings } from '../withdrawal/postings.ts'
import { lockWithdrawal, moveTo } from '../withdrawal/store.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'

/**
 * Books what the chain has made final. Paid: the hold goes out, its fee to whom it is due, the rest back. Reverted: all of the
 * hold goes back, and the house bears the gas.
 */
export async function endMined(
  { id }: Withdrawal,
  txid: string,
  receipt: MinedReceipt,
  chain: PayingChain,
  deps: PayingDeps,
): Promise<void> {
  const burned = receipt.gasUsed * receipt.effectiveGasPrice
  const gas = ledgerCeil(burned, chain.native.decimals)
  const atMs = deps.clock.nowMs()
  await transact(deps.database.db, async (tx) => {
    const now = await lockWithdrawal(tx, id)
    if (now?.state !== 'signed' && now?.state !== 'broadcast') return
    const end = { txid, block: receipt.blockNumber }
    if (receipt.status !== 1) {
      await endUnpaid(tx, now, 'dead', atMs, deps, { reason: 'reverted', end: { ...end, fee: 0n, gas } })
      await payGas(tx, now, gas, atMs)
      return
    }
    const fee = realFee(now, burned, chain)
    const charged = fee < now.feeCap ? fee : now.feeCap
    // In its own coin the fee went out with the amount; only what the cap does not cover is the house's.
    const ours = now.gasPrice === null ? fee - charged : gas
    await moveTo(tx, now, 'final', atMs, { end: { ...end, fee: charged, gas: ours } })
    await emitChange(tx, now, deps, { isMoney: true })
    await notifyOwner(tx, now, 'withdrawal_final', atMs, deps)
    await postTransfers(tx, paidPostings(now, fee), atMs)
    await payGas(tx, now, ours, atMs)
  })
}

function realFee({ gasPrice, currencyId }: Withdrawal, burned: bigint, chain: PayingChain): Amount {
  const decimals = findNetwork(chain, currencyId)?.decimals ?? chain.native.decimals
  return feeOf(burned, gasPrice, chain.native.decimals, decimals)
}

/** From the inventory, else from the bankroll. */
async function payGas(tx: Tx, withdrawal: Withdrawal, gas: Amount, atMs: number): Promise<void> {
  if (gas === 0n) return
  await lockBook(tx, 'real')
  const held = await houseBalance(tx, 'real', withdrawal.gasCurrencyId, 'inventory')
  const from = held >= gas ? 'inventory' : 'bankroll'
  await postTransfers(tx, [gasPosting(withdrawal, gas, from)], atMs)
}
