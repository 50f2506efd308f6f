import type { RawAmount } from '@tickmark/core/money/rawUnits'
import type { Amount } from '@tickmark/core/money/money'
import type { AskContract } from '@tickmark/chainkit/contractWallets'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../db/pool.ts'
import type { Log } from '../../platform/log.ts'
import type { Events } from '../../module/events.ts'
import type { WithdrawalSigner } from '../../signing/signerClient.ts'

/** What withdrawals need to know of a chain; a row of the CHAINS table has it all. */
export interface PayingChain {
  id: number
  name: string
  kind: 'evm' | 'tron'
  confirmations: number
  native: { currency: number; decimals: number }
  tokens: readonly { currency: number; contract: string; decimals: number }[]
}

export interface PayingChainState {
  chain: PayingChain
  /** Address that payments leave from; null while the signer is unknown. */
  hot: string | null
  haltedBecause: string | null
  head: number | null
}

/** A mined transaction. */
export interface MinedReceipt {
  blockNumber: number
  blockHash: string
  /** 1 when it did what it says, 0 when it only burned its fee, null when the node does not say. */
  status: number | null
  /** Gas and its price together: what it burned, in wei. */
  gasUsed: bigint
  effectiveGasPrice: bigint
}

/** Reads and sends of one chain; of a balance, after a block or now for null. Each throws when no node answers; a "not found" is one that all nodes agree on. */
export interface PayingNode {
  headNumber(): Promise<number>
  block(number: number): Promise<{ hash: string } | null>
  receipt(txid: string): Promise<MinedReceipt | null>
  balance(address: string, blockNumber: number | null): Promise<RawAmount>
  tokenBalance(contract: string, address: string, blockNumber: number | null): Promise<RawAmount>
  /** Transactions of the address that are mined: the nonce that comes next. */
  transactionCount(address: string): Promise<number>
  send(raw: string): Promise<'sent' | 'known'>
  /** Wei per gas. */
  feeNow(): Promise<{ baseFee: bigint; tip: bigint }>
}

export interface PayingChains {
  all(): readonly PayingChainState[]
  find(chainId: number): PayingChainState | null
  node(chainId: number): PayingNode
  /** Whether money sent there would come back to us: a deposit address or a hot one. */
  isOurs(address: string): Promise<boolean>
}

/** What the worker needs that pays withdrawals. */
export interface PayingDeps {
  database: Database
  clock: Clock
  log: Log
  chains: PayingChains
  signer: WithdrawalSigner
  events: Pick<Events, 'emit'>
}

export interface WithdrawalDeps extends PayingDeps {
  /** 32 bytes under which terms are sealed. */
  quoteKey: Uint8Array
  /** 32 bytes from which the keys of authenticators and recovery codes are derived. */
  protectionKey: Uint8Array
  /** Index price of a product in USDT; null where there is none. */
  price(pid: number): Amount | null
  /** Asks a contract wallet for its signature; null accepts none. */
  askContract: AskContract | null
  /** Ends every session of the address but the one that asks. */
  endOtherSessions(address: string, ownSessionId: string): Promise<void>
  /** Tells the worker that there is something to do. */
  wake(): void
}
