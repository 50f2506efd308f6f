import { gasPayer } from '@tickmark/core/wallet/payout'
import type { Amount } from '@tickmark/core/money/money'
import type { Tx } from '../../db/pool.ts'
import { transact } from '../../db/transact.ts'
import { postTransfers } from '../../ledger/post.ts'
import { houseBalance, lockBook } from '../../ledger/store.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { gasPosting } from '../withdrawal/postings.ts'
import { deleteGasOwed, insertGasOwed, listGasPayable, lockWithdrawal } from '../withdrawal/store.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'

type GasDeps = Pick<PayingDeps, 'database' | 'clock' | 'log'>

/**
 * Pays the house's part of the gas, or records a debt while the house has too little. The owner's payment is final either way,
 * and the audit names the debt until it is paid. Locks the real book.
 */
export async function payGas(
  tx: Tx,
  withdrawal: Withdrawal,
  gas: Amount,
  { clock, log }: GasDeps,
): Promise<void> {
  if (gas === 0n || (await hasPaid(tx, withdrawal, gas, clock.nowMs()))) return
  log.error('the house cannot pay for the gas of a payment', { withdrawal: withdrawal.id, gas: String(gas) })
  await insertGasOwed(tx, withdrawal.id)
}

/** Pays the house's gas debts as far as its accounts allow now. */
export async function payGasOwed({ database: { db }, clock }: GasDeps): Promise<void> {
  for (const id of await listGasPayable(db)) {
    await transact(db, async (tx) => {
      const withdrawal = await lockWithdrawal(tx, id)
      const gas = withdrawal?.end.gas ?? 0n
      if (withdrawal && (await hasPaid(tx, withdrawal, gas, clock.nowMs()))) await deleteGasOwed(tx, id)
    })
  }
}

async function hasPaid(tx: Tx, withdrawal: Withdrawal, gas: Amount, atMs: number): Promise<boolean> {
  await lockBook(tx, 'real')
  const held = (kind: 'inventory' | 'bankroll') => houseBalance(tx, 'real', withdrawal.gasCurrencyId, kind)
  const from = gasPayer(gas, { inventory: await held('inventory'), bankroll: await held('bankroll') })
  if (from !== null) await postTransfers(tx, [gasPosting(withdrawal, gas, from)], atMs)
  return from !== null
}
