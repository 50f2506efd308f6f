import type { Clock } from '../../platform/clock.ts'
import type { NewMessage } from '@tickmark/wire/messages/text'
import type { Database, Tx } from '../../db/pool.ts'
import type { Log } from '../../platform/log.ts'
import type { Chain } from '../node/network.ts'

/** What the signer tells everyone of its keys; `signerPublic` of the wire fits. */
export interface PublicKeys {
  chains: readonly { id: number; hot: string }[]
  /** Extended public keys of m/44'/coin'/0'. */
  xpubs: readonly { coinType: number; xpub: string }[]
}

export interface ChainsDeps {
  database: Database
  clock: Clock
  log: Log
  /** Networks with nodes of the operator's. */
  chains: readonly Chain[]
  /** Where the sandbox keeps its own chain; null has none. */
  sandboxFolder: string | null
  /** Asks the signer; throws while it cannot be reached. */
  publicKeys(): Promise<PublicKeys>
  /** A user's deposit went a step further: told after the commit. `isCredited` when the balance is another, too. */
  changed(userId: number, deposit: { id: string; isCredited: boolean }): void
  /** Writes messages, in the transaction of their cause. */
  notify(tx: Tx, messages: readonly NewMessage[]): Promise<void>
}
