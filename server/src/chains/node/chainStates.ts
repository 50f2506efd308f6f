import type { Chain } from './network.ts'
import type { ChainNode } from './node.ts'

/**
 * Why a chain neither credits nor pays. `reorganised` and `other_chain` wait for the operator; the others end by
 * themselves.
 */
export type HaltReason =
  | 'starting'
  | 'not_running'
  | 'elsewhere'
  | 'unreachable'
  | 'nodes_disagree'
  | 'other_chain'
  | 'reorganised'

/** A chain's present state. */
export interface ChainState {
  chain: Chain
  /** The address that pays withdrawals; null until the signer reports it. */
  hot: string | null
  haltedBecause: HaltReason | null
  /** The newest recorded block; null before the first. */
  head: number | null
}

/** The networks, as other modules see them. */
export interface Chains {
  all(): readonly ChainState[]
  find(chainId: number): ChainState | null
  /** Typed reads and sends. Throws for an unknown chain. */
  node(chainId: number): ChainNode
  /** JSON-RPC address of the chain's present node; null when none runs. */
  rpcUrl(chainId: number): string | null
  /**
   * The user's own address, created on the first call and the same ever after. Refuses `network_halted` without the signer's key.
   */
  depositAddress(
    userId: number,
    chainId: number,
  ): Promise<{ address: string; path: string; createdAtMs: number }>
  /** Whether it is a deposit address or a hot address of ours, in any spelling. */
  isOurs(address: string): Promise<boolean>
  /**
   * Sandbox: pays worthless coins in a real transaction, saved before the call returns; `amount` in ledger units. Waits
   * for a chain that is starting.
   */
  sendTestMoney(typeId: number, to: string): Promise<{ txid: string; amount: bigint }>
  /** Settles when every block that the nodes show now is read and its confirmed deposits are credited. */
  idle(): Promise<void>
  /** Starts the networks; slow work runs in the background. */
  start(): Promise<void>
  stop(): Promise<void>
}
