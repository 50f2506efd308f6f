import type { Chain } from './node/network.ts'
import { SANDBOX_CHAIN } from './sandbox/sandboxChain.ts'

/** The networks served: those of the configuration, or the sandbox's own. */
export function servedNetworks(chains: readonly Chain[] | null): readonly Chain[] {
  return chains ?? [SANDBOX_CHAIN]
}
