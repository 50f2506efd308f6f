import { readJson } from '@tickmark/core/json'
import { currencyByCode, currencyById } from '@tickmark/core/money/currencies'
import { type Amount, parseAmount } from '@tickmark/core/money/money'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { canonicalAddress } from '@tickmark/chainkit/addresses'

/** A coin or token with its decimals on a chain; intents name it by its `currency` code. */
interface Coin {
  currency: string
  decimals: number
}
export interface Token extends Coin {
  contract: string
}

/** A network for payments. Intents name it by `name`; `chainId` is the EIP-155 id. */
export interface PayingChain {
  id: number
  name: string
  kind: 'evm' | 'tron'
  chainId: number
  /** SLIP-44. */
  coinType: number
  native: Coin
  tokens: readonly Token[]
}

export interface Limit {
  payment: Amount
  /** Limit of the total of payments first signed within 24 h. */
  day: Amount
}

/** The limits that the signer checks every payment against; no request can change them. */
export interface Rules {
  /** Origins that an intent may name. */
  sites: readonly string[]
  chains: readonly PayingChain[]
  limits: ReadonlyMap<string, Limit>
  /** Wei per unit of gas. */
  mostFeePerGas: bigint
  /** Sun per transaction. */
  mostFeeLimit: bigint
}

export interface Config {
  folder: string
  /** 0 takes any free port. */
  port: number
  token: string
  /** The signer ends when its standard input does. */
  isWithParent: boolean
  rules: Rules
  /** JSON-RPC and EIP-155 id of the chain of contract wallets; null accepts no contract's signature. */
  contracts: { rpcUrl: string; chainId: number } | null
}

/** The configuration is invalid; the message has one line for each reason. */
export class ConfigProblem extends Error {}

const DEFAULT_LIMITS = {
  USDT: { payment: '100000', day: '1000000' },
  USDC: { payment: '100000', day: '1000000' },
  ETH: { payment: '50', day: '500' },
  BTC: { payment: '2', day: '20' },
  TRX: { payment: '500000', day: '5000000' },
  BNB: { payment: '200', day: '2000' },
  SOL: { payment: '1000', day: '10000' },
}

const decimals = z.int().check(z.gte(0), z.lte(32))
/** A currency by its code, or by its number in the books, so that the server's own rows can be passed on. */
const currency = z.pipe(
  z.union([z.string(), z.int()]),
  z.transform((given) =>
    typeof given === 'string' ? currencyByCode(given)?.code : currencyById(given)?.code,
  ),
)
const known = z.pipe(currency, z.string('the currency is not known'))
const chainRow = z.object({
  id: z.int().check(z.gte(1)),
  name: z.string().check(z.regex(/^[\x20-\x7e]{1,64}$/)),
  kind: z.enum(['evm', 'tron']),
  chainId: z.int().check(z.gte(1)),
  coinType: z
    .int()
    .check(z.gte(0))
    .check(z.lt(2 ** 31)),
  native: z.object({ currency: known, decimals }),
  tokens: z.array(z.object({ currency: known, contract: z.string(), decimals })),
})
const limitRow = z.object({ payment: z.string(), day: z.string() })

/** Reads the environment; throws `ConfigProblem` with all faults at once. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = []
  const text = (name: string) => env[name]?.trim() ?? ''
  const fault = (line: string) => void faults.push(line)
  if (text('SIGNER_DATA') === '') fault('SIGNER_DATA: the folder of the keys and the journal is missing.')
  if (!/^[\x21-\x7e]{32,}$/.test(text('SIGNER_TOKEN')))
    fault('SIGNER_TOKEN: a word of at least 32 characters is needed.')
  const config: Config = {
    folder: resolve(text('SIGNER_DATA')),
    port: whole(env, 'SIGNER_PORT', 0, 65_535, fault),
    token: text('SIGNER_TOKEN'),
    isWithParent: text('SIGNER_WITH_PARENT') === '1',
    rules: {
      sites: sitesOf(text('SIGNER_SITE'), fault),
      chains: chainsOf(text('SIGNER_CHAINS'), fault),
      limits: limitsOf(text('SIGNER_LIMITS'), fault),
      mostFeePerGas: BigInt(whole(env, 'SIGNER_MAX_FEE_GWEI', 500, 1_000_000, fault)) * 1_000_000_000n,
      mostFeeLimit: BigInt(whole(env, 'SIGNER_MAX_FEE_TRX', 100, 15_000, fault)) * 1_000_000n,
    },
    contracts: contractsOf(
      text('SIGNER_ETH_RPC'),
      whole(env, 'SIGNER_ETH_CHAIN_ID', 1, 2 ** 50, fault),
      fault,
    ),
  }
  if (faults.length > 0) throw new ConfigProblem(faults.join('\n'))
  return config
}

export const keysFile = (config: Config) => join(config.folder, 'keys.json')
export const journalFile = (config: Config) => join(config.folder, 'journal.jsonl')

type Fault = (line: string) => void

function whole(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  standard: number,
  most: number,
  fault: Fault,
): number {
  const text = env[name]?.trim() || String(standard)
  if (/^\d{1,16}$/.test(text) && Number(text) <= most) return Number(text)
  fault(`${name}: "${text}" is not a whole number up to ${most}.`)
  return standard
}

function sitesOf(text: string, fault: Fault): string[] {
  const sites = text.split(/[\s,]+/).filter(Boolean)
  if (sites.length === 0) fault('SIGNER_SITE: at least one origin that intents name is needed.')
  for (const site of sites) {
    if (!URL.canParse(site) || new URL(site).origin !== site)
      fault(`SIGNER_SITE: "${site}" is not an origin.`)
  }
  return sites
}

function chainsOf(text: string, fault: Fault): readonly PayingChain[] {
  const read = z.safeParse(z.array(chainRow), readJson(text || '[]'))
  if (!read.success) {
    fault(`SIGNER_CHAINS: ${z.prettifyError(read.error)}`)
    return []
  }
  for (const key of ['id', 'name', 'chainId'] as const) {
    if (new Set(read.data.map((chain) => chain[key])).size < read.data.length)
      fault(`SIGNER_CHAINS: two chains have the same ${key}.`)
  }
  return read.data.map((chain) => ({ ...chain, tokens: tokensOf(chain, fault) }))
}

/** The tokens, with their contracts in canonical spelling. */
function tokensOf(chain: PayingChain, fault: Fault): Token[] {
  const codes = [chain.native, ...chain.tokens].map((coin) => coin.currency)
  if (new Set(codes).size < codes.length)
    fault(`SIGNER_CHAINS: ${chain.name} has two coins of the same currency.`)
  return chain.tokens.map((token) => {
    const contract = canonicalAddress(token.contract, chain.kind)
    if (contract === null) fault(`SIGNER_CHAINS: "${token.contract}" is no address on ${chain.name}.`)
    return { ...token, contract: contract ?? token.contract }
  })
}

function limitsOf(text: string, fault: Fault): Map<string, Limit> {
  const read = z.safeParse(z.record(z.string(), limitRow), readJson(text || '{}'))
  if (!read.success) fault('SIGNER_LIMITS: this is not {"USDT": {"payment": "100", "day": "1000"}, …}.')
  const rows: Record<string, z.infer<typeof limitRow>> = {
    ...DEFAULT_LIMITS,
    ...(read.success ? read.data : {}),
  }
  return new Map(
    Object.entries(rows).map(([code, row]) => {
      const [payment, day] = [parseAmount(row.payment), parseAmount(row.day)]
      if (!currencyByCode(code) || payment === null || day === null || payment < 0n || day < 0n)
        fault(`SIGNER_LIMITS: the limits of ${code} cannot be read.`)
      return [code, { payment: payment ?? 0n, day: day ?? 0n }]
    }),
  )
}

function contractsOf(rpcUrl: string, chainId: number, fault: Fault): Config['contracts'] {
  if (rpcUrl === '') return null
  if (!URL.canParse(rpcUrl) || !/^https?:$/.test(new URL(rpcUrl).protocol))
    fault('SIGNER_ETH_RPC: this is not an http or https address.')
  return { rpcUrl, chainId }
}
