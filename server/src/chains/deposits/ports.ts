import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../db/pool.ts'
import type { Log } from '../../platform/log.ts'
import type { Events } from '../../module/events.ts'
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
  events: Pick<Events, 'emit'>
}
