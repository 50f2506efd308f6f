import type { Chain } from '../../chains/node/network.ts'

/** A chain, its hot address, and the worker's memory of it. */
export interface HotWallet {
  chain: Chain
  hot: string
  /** Number of the newest block that all nodes know, at the start of the pass. */
  head: number
  memory: PayoutMemory
}

/**
 * Which payments may follow a withdrawal: `any`; `others` in other currencies, while the hot wallet is short of this one and its
 * payments wait in order; `none` while the withdrawal has a nonce and no signature.
 */
export type Next = 'any' | 'others' | 'none'

/** Losing it does no harm. Times in milliseconds since 1970. */
export interface PayoutMemory {
  /** When each withdrawal's bytes were last sent. */
  sentAtMs: Map<string, number>
  /** When the last shortage was logged. */
  shortToldAtMs: number
  /** The last logged reason why payments wait; each is logged once while it stays the same. */
  problem: string | null
}
