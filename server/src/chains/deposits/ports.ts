import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../db/pool.ts'
import type { Log } from '../../platform/log.ts'
import type { Events } from '../../module/events.ts'
import type { Chain } from '../node/network.ts'

/** The signer's public data on its keys; `signerPublic` of the wire has this form. */
export interface PublicKeys {
  chains: readonly { id: number; hot: string }[]
  /** Extended public keys of m/44'/coin'/0'. */
  xpubs: readonly { coinType: number; xpub: string }[]
}

export interface ChainsDeps {
  database: Database
  clock: Clock
  log: Log
  /** Networks served by the operator's nodes. */
  chains: readonly Chain[]
  /** Where the sandbox keeps its own chain; null means no sandbox. */
  sandboxFolder: string | null
  /** Asks the signer; throws while the signer is unreachable. */
  publicKeys(): Promise<PublicKeys>
  events: Pick<Events, 'emit'>
}
