import { readJson } from '@tickmark/core/json'
import { assert } from '@tickmark/core/assert'
import * as z from 'zod/mini'
import { type AddressKind, canonicalAddress } from '@tickmark/chainkit/addresses'

/** A token contract that the books accept. The same symbol at another address is another token. */
export interface Token {
  /** Currency id of the books. */
  currency: number
  /** EIP-55, or base58check on a Tron-style chain. */
  contract: string
  decimals: number
}

/** A network for deposits and withdrawals of some currencies. */
export interface Chain {
  /** Our own number, 1 to 1000. Every stored reference contains it, so it is never given to another network. */
  id: number
  /** Printable ASCII. Owners sign it and promises name it, so it never changes or becomes another network's or coin type's. */
  name: string
  kind: AddressKind
  /** JSON-RPC addresses of nodes, preferred first. */
  rpc: readonly string[]
  /** EIP-155. */
  chainId: number
  /** Blocks, including the transaction's own, until a deposit is credited. */
  confirmations: number
  /** SLIP-44. */
  coinType: number
  blockSeconds: number
  native: { currency: number; decimals: number }
  tokens: readonly Token[]
  /** The nodes answer debug_traceBlockByHash, so native coin sent by contracts is seen. */
  traces: boolean
  isTest: boolean
  /** Blocks below this one are never read. */
  firstBlock: number
}

/** A currency on a chain; `contract` is null for the chain's native coin. */
export interface Coin {
  currency: number
  contract: string | null
  decimals: number
}

type Coins = Pick<Chain, 'native' | 'tokens'>

/** All coins of a chain: the native coin, then its tokens. */
export function coinsOf({ native, tokens }: Coins): Coin[] {
  return [{ ...native, contract: null }, ...tokens]
}

export function findCoin(chain: Coins, currency: number): Coin | null {
  return coinsOf(chain).find((one) => one.currency === currency) ?? null
}

/** Decimal places of a currency on its chain. */
export function decimalsOf(chain: Coins, currency: number): number {
  const coin = findCoin(chain, currency)
  assert(coin, `there is currency ${currency} on the chain`)
  return coin.decimals
}

const currency = z.int().check(z.gte(1), z.lte(31))
const decimals = z.int().check(z.gte(0), z.lte(32))

const row = z.strictObject({
  id: z.int().check(z.gte(1), z.lte(1_000)),
  name: z.string().check(z.regex(/^[\x20-\x7e]{1,40}$/)),
  kind: z.enum(['evm', 'tron']),
  rpc: z.array(z.url({ protocol: /^https?$/ })).check(z.minLength(1)),
  chainId: z.int().check(z.gte(1)),
  confirmations: z.int().check(z.gte(1), z.lte(512)),
  coinType: z.int().check(z.gte(0)),
  blockSeconds: z.number().check(z.gte(0.1), z.lte(3_600)),
  native: z.strictObject({ currency, decimals }),
  tokens: z.array(z.strictObject({ currency, contract: z.string(), decimals })),
  traces: z._default(z.boolean(), false),
  firstBlock: z.int().check(z.gte(0)),
})

export type ParsedChains = { ok: true; chains: Chain[] } | { ok: false; faults: string[] }

/** Parses the table of networks, a JSON array; on errors, returns one line for each. */
export function parseChains(text: string): ParsedChains {
  const parsed = z.safeParse(z.array(row), readJson(text))
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'table'}: ${message}`)
    return { ok: false, faults }
  }
  const chains = parsed.data.map((one): Chain => ({ ...one, isTest: false }))
  const faults = [...chains.flatMap(faultsOf), ...repeated(chains)]
  return faults.length === 0 ? { ok: true, chains } : { ok: false, faults }
}

function faultsOf(chain: Chain): string[] {
  const { name, kind, tokens } = chain
  const spelled = tokens.filter((one) => canonicalAddress(one.contract, kind) !== one.contract)
  const currencies = coinsOf(chain).map((one) => one.currency)
  const contracts = tokens.map((one) => one.contract)
  return [
    ...spelled.map((one) => `${name}: ${one.contract} is not an address in its one spelling`),
    ...(hasRepeated(currencies) ? [`${name}: a currency stands there twice`] : []),
    ...(hasRepeated(contracts) ? [`${name}: a contract stands there twice`] : []),
  ]
}

function repeated(chains: readonly Chain[]): string[] {
  return (['id', 'name'] as const)
    .filter((field) => hasRepeated(chains.map((one) => one[field])))
    .map((field) => `table: two networks have the same ${field}`)
}

function hasRepeated(list: readonly unknown[]): boolean {
  return new Set(list).size < list.length
}
