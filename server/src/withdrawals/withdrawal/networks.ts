import { currencyById, type Currency } from '@tickmark/core/money/currencies'
import { assert } from '@tickmark/core/assert'
import { partsOf } from '@tickmark/core/wallet/networkTypes'
import type { ChainState } from '../../chains/node/chainStates.ts'
import { findCoin, type Chain } from '../../chains/node/network.ts'
import type { PayingChains } from './ports.ts'

/** A currency on a chain, identified by a withdrawal's type id. */
export interface Network {
  chain: Chain
  currency: Currency
  /** Contract of the token; null for the chain's own coin. */
  token: string | null
  decimals: number
  /** The coin that pays for gas. */
  native: Currency
}

/** A network that payments can be made on, with its chain's present state. */
export interface Payable {
  network: Network
  state: ChainState
}

/** The network of a type id; null when it is unknown, or cannot pay. */
export function networkOf(chains: PayingChains, typeId: number): Payable | null {
  const { chain, currency } = partsOf(typeId)
  const state = chains.find(chain)
  const network = state && findNetwork(state.chain, currency)
  // Payments of Tron coins need a transaction format that is not implemented yet, so no offer includes them.
  return state && network && state.chain.kind === 'evm' ? { network, state } : null
}

/** A currency's row on a chain; null when the table lacks it. */
export function findNetwork(chain: Chain, currencyId: number): Network | null {
  const currency = currencyById(currencyId)
  const native = currencyById(chain.native.currency)
  assert(native, 'the coin of a chain is a known currency')
  const coin = findCoin(chain, currencyId)
  if (!currency || !coin) return null
  return { chain, currency, native, token: coin.contract, decimals: coin.decimals }
}
