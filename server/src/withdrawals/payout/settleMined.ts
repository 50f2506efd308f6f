import { ledgerCeil } from '@tickmark/core/money/rawUnits'
import type { Amount } from '@tickmark/core/money/money'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { postTransfers } from '../../ledger/post.ts'
import { houseBalance, lockBook } from '../../ledger/store.ts'
import type { Receipt } from '../../chains/node/blocks.ts'
import type { Chain } from '../../chains/node/network.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { feeOf } from '../withdrawal/fees.ts'
import { endUnpaid, emitChange, notifyOwner } from '../withdrawal/endWithdrawal.ts'
import { findNetwork } from '../withdrawal/networks.ts'
import { gasPosting, paidPostings } from '../withdrawal/postings.ts'
import { lockWithdrawal, moveTo } from '../withdrawal/store.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'

/**
 * Books the final result of a payment. Paid: amount and fee leave the hold, the rest returns to the owner. Reverted:
 * the whole hold returns, and the house bears the gas.
 */
export async function endMined(
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
    const end = { txid, block: receipt.blockNumber }
    if (receipt.status !== 1) {
      await endUnpaid(tx, now, 'dead', atMs, deps, { reason: 'reverted', end: { ...end, fee: 0n, gas } })
      await payGas(tx, now, gas, atMs)
      return
    }
    const fee = realFee(now, burned, chain)
    const charged = fee < now.feeCap ? fee : now.feeCap
    // For the native coin the fee left with the amount; the house bears only what exceeds the cap.
    const ours = now.gasPrice === null ? fee - charged : gas
    await moveTo(tx, now, 'final', atMs, { end: { ...end, fee: charged, gas: ours } })
    await emitChange(tx, now, deps, { isMoney: true })
    await notifyOwner(tx, now, 'withdrawal_final', atMs, deps)
    await postTransfers(tx, paidPostings(now, fee), atMs)
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
