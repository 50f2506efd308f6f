import { assert } from '@tickmark/core/assert'
import { rawOf } from '@tickmark/core/money/rawUnits'
import type { Chain } from '../../chains/node/network.ts'
import type { PayingDeps } from '../withdrawal/ports.ts'
import type { Network } from '../withdrawal/networks.ts'
import { listByState } from '../withdrawal/store.ts'
import type { Withdrawal } from '../withdrawal/withdrawal.ts'

/** A chain, its hot address, and the worker's memory of it. */
export interface HotWallet {
  chain: Chain
  hot: string
  /** Number of the newest block that all nodes know, at the start of the pass. */
  head: number
  memory: PayoutMemory
}

/** Its loss does no harm. Times in milliseconds since 1970. */
export interface PayoutMemory {
  /** When each withdrawal's bytes were last sent. */
  sentAtMs: Map<string, number>
  /** When the last shortage was logged. */
  shortToldAtMs: number
  /** The last logged reason why payments wait; each is logged once while it stays the same. */
  problem: string | null
}

/** Interval between log entries about a shortage. */
const TELL_SHORT_MS = 60_000

/**
 * Whether the hot wallet covers this payment, all payments in progress and their fees. Payments in a block have already
 * left the wallet.
 */
export async function isCovered(
  withdrawal: Withdrawal,
  { token, native, decimals }: Network,
  { chain, hot, head, memory }: HotWallet,
  { database, chains, clock, log }: PayingDeps,
): Promise<boolean> {
  const node = chains.node(chain.id)
  const others = await listByState(database.db, chain.id, ['built', 'signed', 'broadcast'])
  const isOut = ({ end }: Withdrawal) => end.block !== undefined && end.block <= head
  const pending = [withdrawal, ...others.filter((one) => one.id !== withdrawal.id && !isOut(one))]
  const sumOf = (currencyId: number) =>
    pending.reduce((sum, one) => sum + (one.currencyId === currencyId ? one.amount : 0n), 0n)
  const gas = pending.reduce((sum, one) => sum + one.gasCap, 0n)
  const ether = (rawOf(sumOf(native.id), chain.native.decimals) ?? 0n) + gas
  const coins = token === null ? 0n : (rawOf(sumOf(withdrawal.currencyId), decimals) ?? 0n)
  const isEnough =
    (await node.balance(hot, head)) >= ether &&
    (token === null || (await node.tokenBalance(token, hot, head)) >= coins)
  if (!isEnough && clock.nowMs() - memory.shortToldAtMs >= TELL_SHORT_MS) {
    memory.shortToldAtMs = clock.nowMs()
    log.error('the hot wallet is short: payments wait', { network: chain.name, hot })
  }
  return isEnough
}

/** The first nonce unused by both chain and signer. */
export async function firstNonce(
  { chain, hot }: Pick<HotWallet, 'chain' | 'hot'>,
  { chains, signer }: PayingDeps,
): Promise<number> {
  const known = (await signer.publicKeys()).chains.find((one) => one.id === chain.id)
  assert(known, 'the signer knows the chains that we pay on')
  return Math.max(known.nextNonce, await chains.node(chain.id).transactionCount(hot))
}
