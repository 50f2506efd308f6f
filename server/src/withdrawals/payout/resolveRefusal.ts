import { unreachable } from '@tickmark/core/assert'
import type { SignerRefusal } from '@tickmark/wire/signer'
import { transact } from '../../db/transact.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { endUnpaid } from '../withdrawal/endWithdrawal.ts'
import { giveBackNonce, lockNonce, setNonce, takeNonce, type NonceSlot } from '../withdrawal/nonceStore.ts'
import { lockWithdrawal, putOff } from '../withdrawal/store.ts'
import { firstNonce } from './hotWallet.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'

/** Delay of a payment that the signer refuses for the present. */
const PUT_OFF_MS = 10 * 60_000

/**
 * Resolves a refusal: the signer has signed nothing, so the nonce is free for the next withdrawal. Returns whether the
 * worker may go on to the next one.
 */
export async function resolveRefusal(
  withdrawal: Withdrawal,
  slot: NonceSlot,
  code: SignerRefusal,
  deps: PayingDeps,
): Promise<boolean> {
  deps.log.error('the signer refused to sign', { withdrawal: withdrawal.id, reason: code })
  switch (code) {
    case 'nonce_taken':
      await renumber(withdrawal, slot, deps)
      return false
    // These pass with time.
    case 'over_limit':
    case 'fee_too_high':
    // It may be paid already under a nonce that we lost: its hold stays.
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

/** Returns the nonce; then the withdrawal waits, or ends unpaid. */
async function giveBack(
  { id, chainId }: Withdrawal,
  deps: PayingDeps,
  isOver: boolean,
  reason = '',
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  await transact(deps.database.db, async (tx) => {
    await lockNonce(tx, chainId)
    const now = await lockWithdrawal(tx, id)
    // Its owner may have cancelled it meanwhile, which returned the nonce, too.
    if (now?.state !== 'built') return
    await giveBackNonce(tx, now)
    if (isOver) await endUnpaid(tx, now, 'cancelled', nowMs, deps, { reason })
    else await putOff(tx, id, nowMs + PUT_OFF_MS)
  })
}

/** Takes a nonce unused by both chain and signer when ours lags behind theirs. */
async function renumber(withdrawal: Withdrawal, slot: NonceSlot, deps: PayingDeps): Promise<void> {
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
