/** The meaning of a type id on the wire: a currency on a chain. */
export interface NetworkType {
  /** Id of the network, from 1. */
  chain: number
  /** Id of the currency, 1 to 31. */
  currency: number
}

const CURRENCIES = 32

export function typeIdOf({ chain, currency }: NetworkType): number {
  return chain * CURRENCIES + currency
}

/** Accepts any whole number; the caller checks that the chain and the currency on it exist. */
export function partsOf(typeId: number): NetworkType {
  return { chain: Math.floor(typeId / CURRENCIES), currency: typeId % CURRENCIES }
}
