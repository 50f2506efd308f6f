import { accept, refuse, type Decision } from '@tickmark/core/decision'
import { CANCELLED_BY_OWNER, isCancellable } from '@tickmark/core/wallet/withdrawals'
import { transact } from '../db/transact.ts'
import { Refused } from '../http/calls/refused.ts'
import { once } from '../ledger/idempotency.ts'
import { requestHash } from '../ledger/post.ts'
import { messageOf } from '../platform/log.ts'
import type { WithdrawalDeps } from './withdrawal/ports.ts'
import { endUnpaid } from './withdrawal/moveTo.ts'
import { giveBackNonce, lockNonce } from './withdrawal/nonceStore.ts'
import { lockWithdrawal, ownWithdrawal } from './withdrawal/store.ts'

interface CancelRequest {
  userId: number
  id: string
  /** Idempotency key, a UUID. */
  key: string
  nowMs: number
}

export type CancelRefusal = { code: 'withdrawal_unknown' | 'withdrawal_under_way' | 'key_reused' }

/**
 * Cancels an unsigned withdrawal. First the signer promises never to sign it. From then on the worker's signing is
 * refused, so the worker ends the withdrawal if this call does not. Refuses `busy` without an answer from the signer,
 * which may have promised by then: a second call reports the result.
 */
export async function cancelWithdrawal(
  deps: WithdrawalDeps,
  { userId, id, key, nowMs }: CancelRequest,
): Promise<Decision<void, CancelRefusal>> {
  const { db } = deps.database
  const own = await ownWithdrawal(db, userId, id)
  if (!own) return refuse({ code: 'withdrawal_unknown' })
  const isRevoked = isCancellable(own.state) && (await revoke(deps, own.nonce))
  const fingerprint = requestHash(JSON.stringify(['cancelWithdrawal', id]))
  const keyed = { userId, route: 'cancelWithdrawal', key, fingerprint, nowMs }
  const done = await transact(db, (tx) =>
    once<CancelRefusal>(tx, keyed, async () => {
      await lockNonce(tx, own.chainId)
      const withdrawal = await lockWithdrawal(tx, id)
      // Cancelled by an earlier call, or by the worker, which may see the signer's promise first: the money is back.
      if (withdrawal?.state === 'cancelled') return accept('cancelled_before')
      const isFree = withdrawal && isCancellable(withdrawal.state)
      if (!isRevoked || !isFree) return refuse({ code: 'withdrawal_under_way' })
      // A nonce, if it has one, can be returned while nothing is signed.
      await giveBackNonce(tx, withdrawal)
      await endUnpaid(tx, withdrawal, 'cancelled', nowMs, deps, { reason: CANCELLED_BY_OWNER })
      return accept('cancelled')
    }),
  )
  if (!done.ok) return done
  if (!done.value.isRepeat && done.value.answer === 'cancelled') deps.wake()
  return accept(undefined)
}

/** Whether the signer promised never to sign it. An intent unknown to the signer counts as promised: it will never be signed. */
async function revoke({ signer, log }: WithdrawalDeps, nonce: string): Promise<boolean> {
  try {
    return await signer.revoke(nonce)
  } catch (thrown) {
    log.error('the signer cannot be reached', { reason: messageOf(thrown) })
    throw new Refused('busy')
  }
}
