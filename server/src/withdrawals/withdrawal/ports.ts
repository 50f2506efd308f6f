import type { Amount } from '@tickmark/core/money/money'
import type { AskContract } from '@tickmark/chainkit/contractWallets'
import type { Clock } from '../../platform/clock.ts'
import type { Chains } from '../../chains/node/chainStates.ts'
import type { ChainNode } from '../../chains/node/node.ts'
import type { Database } from '../../db/pool.ts'
import type { Signer } from '../../platform/keys.ts'
import type { Log } from '../../platform/log.ts'
import type { Events } from '../../module/events.ts'
import type { WithdrawalSigner } from '../../signing/signerClient.ts'

/** Withdrawals' interface to a chain's nodes. */
export type PayingNode = Pick<
  ChainNode,
  | 'headNumber'
  | 'blockHash'
  | 'receipt'
  | 'balance'
  | 'tokenBalance'
  | 'transactionCount'
  | 'send'
  | 'feeNow'
  | 'wouldFail'
>

export interface PayingChains extends Pick<Chains, 'all' | 'find' | 'isOurs'> {
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
  /** Holds the receipts key, which signs promises of withdrawals. */
  receipts: Signer
  /** The log's newest signed head; null before the first. */
  market: {
    head(): { note: string; size: number } | null
    /** The log's receipts keys (hex), also former ones: a promise outlives the key that signed it. */
    receiptsKeys(): Promise<readonly string[]>
  }
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
