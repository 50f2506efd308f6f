import type { Chain } from './network.ts'
import type { ChainNode } from './node.ts'

/** Why a chain neither credits nor pays. `reorganised` and `other_chain` wait for the operator, the others pass by themselves. */
export type HaltReason =
  | 'starting'
  | 'not_running'
  | 'elsewhere'
  | 'unreachable'
  | 'nodes_disagree'
  | 'other_chain'
  | 'reorganised'

/** A chain as it is at present. */
export interface ChainState {
  chain: Chain
  /** The address that pays withdrawals, once the signer has told it. */
  hot: string | null
  haltedBecause: HaltReason | null
  /** Newest block that is read and written down; null before the first. */
  head: number | null
}

/** The networks, to the rest of the server. */
export interface Chains {
  all(): readonly ChainState[]
  find(chainId: number): ChainState | null
  /** Typed reads and sends. Throws for a chain that there is not. */
  node(chainId: number): ChainNode
  /** JSON-RPC address of the chain's node at present; null when there is none. */
  rpcUrl(chainId: number): string | null
  /** The user's own address; made at the first call and the same ever after. Refuses `network_halted` without the signer's key. */
  depositAddress(userId: number, chainId: number): Promise<{ address: string; path: string }>
  /** Whether it is a deposit address or a hot one, in any spelling. */
  isOurs(address: string): Promise<boolean>
  /** Sandbox: a real transaction with worthless coins, saved before the reply, which waits for a chain that comes up; `amount` in ledger units. */
  sendTestMoney(typeId: number, to: string): Promise<{ txid: string; amount: bigint }>
  /** Everything that the nodes show now is read and, when it has its confirmations, credited. */
  idle(): Promise<void>
  /** Begins; what takes time goes on in the background. */
  start(): Promise<void>
  stop(): Promise<void>
}
