/** What a type id of the wire names: a currency on a chain. */
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

/** Of any whole number; whether there is such a chain, and such a currency on it, is another question. */
export function partsOf(typeId: number): NetworkType {
  return { chain: Math.floor(typeId / CURRENCIES), currency: typeId % CURRENCIES }
}
