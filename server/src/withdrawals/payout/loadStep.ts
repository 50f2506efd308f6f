import { hexOf } from '@tickmark/core/bytes'
import { rawExact } from '@tickmark/core/money/rawUnits'
import { gasLimitOf } from '@tickmark/core/wallet/gasFees'
import { nextStep, type HotFunds, type NextStep } from '@tickmark/core/wallet/nextStep'
import { bytesOfAddress } from '@tickmark/chainkit/addresses'
import { TRANSFER, tokenCall } from '@tickmark/chainkit/tokenCall'
import type { PlannedCall } from '../../chains/node/node.ts'
import { RpcRefusal } from '../../chains/node/rpc.ts'
import { securityHoldInForce } from '../approval/voteStore.ts'
import { findNetwork, type Network } from '../withdrawal/networks.ts'
import type { Reader } from '../../db/pool.ts'
import { unsignedOn, type NonceSlot } from '../withdrawal/nonceStore.ts'
import type { PayingDeps, PayingNode } from '../withdrawal/ports.ts'
import { listByState } from '../withdrawal/store.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'
import type { HotWallet } from './hotWallet.ts'

/** Loads the facts for the next step of a withdrawal, and decides the step. `slot` is null while it has no nonce. */
export async function loadStep(
  withdrawal: Withdrawal,
  slot: NonceSlot | null,
  wallet: HotWallet,
  { database: { db }, chains, clock, log }: PayingDeps,
): Promise<NextStep> {
  const nowMs = clock.nowMs()
  const { chain, head, hot } = wallet
  const node = chains.node(chain.id)
  const known = { nowMs, payment: withdrawal, fees: await node.feeNow() }
  if (slot) return nextStep({ ...known, unnumbered: null })
  const hold = await securityHoldInForce(db, withdrawal.userId, nowMs)
  const heldUntilMs = hold?.untilMs ?? null
  const network = findNetwork(chain, withdrawal.currencyId)
  if (!network) return nextStep({ ...known, unnumbered: { heldUntilMs, network } })
  const facts = {
    held: await heldBy(wallet, network, node),
    underWay: await underWayOn(db, chain.id),
    head,
    decimals: { native: chain.native, own: network.decimals },
    wouldFail: await node.wouldFail(callOf(withdrawal, network, hot)).catch((thrown: unknown) => {
      if (!(thrown instanceof RpcRefusal)) throw thrown
      log.warn('a payment cannot be simulated', { withdrawal: withdrawal.id, reason: thrown.message })
      return null
    }),
  }
  return nextStep({ ...known, unnumbered: { heldUntilMs, network: facts } })
}

/** The chain's payments that have a nonce. One in `built` may have lost its nonce: then it reserves no money. */
async function underWayOn(db: Reader, chainId: number): Promise<Withdrawal[]> {
  const unsigned = await unsignedOn(db, chainId)
  const all = await listByState(db, chainId, ['built', 'signed', 'broadcast'])
  return all.filter(({ id, state }) => state !== 'built' || unsigned.has(id))
}

/** Read after the block at which the pass began, so that the holdings fit the payments that count as gone. */
async function heldBy({ hot, head }: HotWallet, { token }: Network, node: PayingNode): Promise<HotFunds> {
  return {
    native: await node.balance(hot, head),
    token: token === null ? 0n : await node.tokenBalance(token, hot, head),
  }
}

/** The call that the signer will sign. */
function callOf(
  { amount, to, gasPrice }: Withdrawal,
  { token, decimals }: Network,
  hot: string,
): PlannedCall {
  const raw = rawExact(amount, decimals)
  const call = { from: hot, gasLimit: gasLimitOf(gasPrice !== null) }
  if (token === null) return { ...call, to, value: raw, data: '0x' }
  return {
    ...call,
    to: token,
    value: 0n,
    data: `0x${hexOf(tokenCall(TRANSFER, bytesOfAddress(to, 'evm'), raw))}`,
  }
}
