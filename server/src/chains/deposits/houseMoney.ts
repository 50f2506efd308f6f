import { ceilToChain, rawOf } from '@tickmark/core/money/rawUnits'
import type { Reader } from '../../db/pool.ts'
import { type Chain, coinsOf } from '../node/network.ts'
import { realLiabilities } from './fundingStore.ts'
import type { Faucet } from '../sandbox/faucet.ts'
import { heldInAll } from './store.ts'

/**
 * Sandbox: pays the real book's uncovered liabilities to the hot address, so that the chain covers every balance. Call it after
 * all blocks are read. Idempotent. Returns whether it paid.
 */
export async function payHouseIn(
  reader: Reader,
  chain: Chain,
  faucet: Faucet,
  hot: string,
): Promise<boolean> {
  const owed = await realLiabilities(reader)
  const held = await heldInAll(reader, chain.id)
  let hasPaid = false
  for (const { currency, decimals } of coinsOf(chain)) {
    const needed = rawOf(ceilToChain(owed.get(currency) ?? 0n, decimals), decimals) ?? 0n
    const missing = needed - (held.get(currency) ?? 0n)
    if (missing <= 0n) continue
    await faucet.pay(currency, hot, missing)
    hasPaid = true
  }
  return hasPaid
}
