import type { Amount } from '@tickmark/core/money/money'
import type { AskContract } from '@tickmark/chainkit/contractWallets'
import type { Clock } from '../../platform/clock.ts'
import type { Receipt } from '../../chains/node/blocks.ts'
import type { Chains, ChainState } from '../../chains/node/chainStates.ts'
import type { Chain } from '../../chains/node/network.ts'
import type { ChainNode } from '../../chains/node/node.ts'
import type { Database } from '../../db/pool.ts'
import type { Log } from '../../platform/log.ts'
import type { Events } from '../../module/events.ts'
import type { WithdrawalSigner } from '../../signing/signerClient.ts'

/** Withdrawals' interface to a chain and its nodes. */
export type PayingChain = Pick<Chain, 'id' | 'name' | 'kind' | 'confirmations' | 'native' | 'tokens'>
export type PayingChainState = Omit<ChainState, 'chain'> & { chain: PayingChain }
export type MinedReceipt = Pick<
  Receipt,
  'blockNumber' | 'blockHash' | 'status' | 'gasUsed' | 'effectiveGasPrice'
>

export interface PayingNode extends Pick<
  ChainNode,
  'headNumber' | 'balance' | 'tokenBalance' | 'transactionCount' | 'send' | 'feeNow'
> {
  block(number: number): Promise<{ hash: string } | null>
  receipt(txid: string): Promise<MinedReceipt | null>
}

export interface PayingChains extends Pick<Chains, 'isOurs'> {
  all(): readonly PayingChainState[]
  find(chainId: number): PayingChainState | null
  node(chainId: number): PayingNode
}

/** Dependencies of the payout worker. */
export interface PayingDeps {
  database: Database
  clock: Clock
  log: Log
  chains: PayingChains
  signer: WithdrawalSigner
  events: Pick<Events, 'emit'>
}

export interface WithdrawalDeps extends PayingDeps {
  /** 32-byte key that seals terms. */
  quoteKey: Uint8Array
  /** 32 bytes from which the keys of authenticators and recovery codes are derived. */
  protectionKey: Uint8Array
  /** Index price of a product in USDT; null where there is none. */
  price(pid: number): Amount | null
  /** Checks a signature with a contract wallet; null accepts no contract wallets. */
  askContract: AskContract | null
  /** Ends every session of the address except the present one. */
  endOtherSessions(address: string, ownSessionId: string): Promise<void>
  /** Wakes the payout worker. */
  wake(): void
}
