import type { PublicConfig } from '@tickmark/wire/config'

/** The content of a document until its script runs. */
export interface Outline {
  path: string
  /** The coin of a coin's screen; its outline has a `{price}` for the server to fill in. */
  pid: number | null
  mode: PublicConfig['mode']
  /** Flags that it follows; a coin's screen follows none. */
  flags: { wallet: boolean; arbitrage: boolean } | null
  html: string
}
