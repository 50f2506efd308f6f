import { assert } from '@tickmark/core/assert'
import { hexOf } from '@tickmark/core/bytes'
import { rawOf } from '@tickmark/core/money/rawUnits'
import { bytesOfAddress } from '@tickmark/chainkit/addresses'
import { TRANSFER, tokenCall } from '@tickmark/chainkit/tokenCall'
import { transact } from '../../db/transact.ts'
import type { PlannedCall } from '../../chains/node/node.ts'
import { RpcRefusal } from '../../chains/node/rpc.ts'
import { endUnpaid } from '../withdrawal/endUnpaid.ts'
import { gasLimitOf } from '@tickmark/core/wallet/gasFees'
import type { Network } from '../withdrawal/networks.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import { lockWithdrawal, putOff } from '../withdrawal/store.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'
import type { HotWallet } from './hotWallet.ts'

/** Delay of a payment that no node can simulate, or that the signer may have signed. */
const UNCLEAR_MS = 60_000

/**
 * Simulates a payment before it has a nonce. One that would fail, such as to a contract that takes no coins, ends with
 * the money back: mined, it would only burn gas. Returns whether the payment may go on.
 */
export async function endFailing(
  withdrawal: Withdrawal,
  network: Network,
  { hot }: Pick<HotWallet, 'hot'>,
  deps: PayingDeps,
): Promise<boolean> {
  const { id, chainId, nonce } = withdrawal
  const { database, clock, log, chains, signer } = deps
  let willFail: boolean
  try {
    willFail = await chains.node(chainId).wouldFail(callOf(withdrawal, network, hot))
    if (!willFail) return true
  } catch (thrown) {
    if (!(thrown instanceof RpcRefusal)) throw thrown
    log.warn('a payment cannot be simulated', { withdrawal: id, reason: thrown.message })
    await transact(database.db, (tx) => putOff(tx, id, clock.nowMs() + UNCLEAR_MS))
    return false
  }
  // The signer's promise first: from then on the money can go back.
  const isRevoked = await signer.revoke(nonce)
  log.warn('a payment would fail on the chain', { withdrawal: id, isRevoked })
  await transact(database.db, async (tx) => {
    const now = await lockWithdrawal(tx, id)
    if (now?.state !== 'approved' && now?.state !== 'built') return
    if (isRevoked) await endUnpaid(tx, now, 'cancelled', clock.nowMs(), deps, { reason: 'would_fail' })
    else await putOff(tx, id, clock.nowMs() + UNCLEAR_MS)
  })
  return false
}

/** The call that the signer will sign. */
function callOf(
  { amount, to, gasPrice }: Withdrawal,
  { token, decimals }: Network,
  hot: string,
): PlannedCall {
  const raw = rawOf(amount, decimals)
  assert(raw !== null, 'a withdrawal has no more decimals than its network')
  const call = { from: hot, gasLimit: gasLimitOf(gasPrice !== null) }
  if (token === null) return { ...call, to, value: raw, data: '0x' }
  return {
    ...call,
    to: token,
    value: 0n,
    data: `0x${hexOf(tokenCall(TRANSFER, bytesOfAddress(to, 'evm'), raw))}`,
  }
}
