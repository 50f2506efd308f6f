import { unreachable } from '@tickmark/core/assert'
import { UNCLEAR_MS } from '@tickmark/core/wallet/nextStep'
import { transact } from '../../db/transact.ts'
import { endUnpaid } from '../withdrawal/moveTo.ts'
import type { NonceSlot } from '../withdrawal/nonceStore.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { lockWithdrawal, putOff } from '../withdrawal/store.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'
import type { HotWallet, Next } from './hotWallet.ts'
import { loadStep } from './loadStep.ts'
import { signAndSend } from './signAndSend.ts'
import { tellShort } from './tellShort.ts'

/**
 * Moves a withdrawal one step on: gets it signed and sends it, or finds why it waits or ends. `slot` is null while it has no
 * nonce.
 */
export async function payNext(
  withdrawal: Withdrawal,
  slot: NonceSlot | null,
  wallet: HotWallet,
  deps: PayingDeps,
): Promise<Next> {
  const { id } = withdrawal
  const next = await loadStep(withdrawal, slot, wallet, deps)
  switch (next.step) {
    case 'wait':
      deps.log.warn('a payment waits', { withdrawal: id, why: next.why })
      await transact(deps.database.db, (tx) => putOff(tx, id, next.untilMs))
      return 'any'
    case 'short':
      tellShort(wallet, deps)
      return 'others'
    case 'end':
      await endFailing(withdrawal, deps)
      return 'any'
    case 'sign':
      return signAndSend(withdrawal, slot, next.fees, wallet, deps)
    default:
      return unreachable(next)
  }
}

/**
 * Ends a payment that its address would refuse, and returns the money: if mined, it would only burn gas. First the signer
 * promises never to sign it.
 */
async function endFailing({ id, nonce }: Withdrawal, deps: PayingDeps): Promise<void> {
  const isRevoked = await deps.signer.revoke(nonce)
  deps.log.warn('a payment would fail on the chain', { withdrawal: id, isRevoked })
  const nowMs = deps.clock.nowMs()
  await transact(deps.database.db, async (tx) => {
    const now = await lockWithdrawal(tx, id)
    if (now?.state !== 'approved' && now?.state !== 'built') return
    if (isRevoked) await endUnpaid(tx, now, 'cancelled', nowMs, deps, { reason: 'would_fail' })
    else await putOff(tx, id, nowMs + UNCLEAR_MS)
  })
}
