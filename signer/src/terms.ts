import { rawOf, type RawAmount } from '@tickmark/core/money/rawUnits'
import { type Amount, formatAmount, parseAmount } from '@tickmark/core/money/money'
import { INTENT_FIELDS, type WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import type { SignerRefusal } from '@tickmark/core/wallet/signerRefusals'
import { canonicalAddress } from '@tickmark/chainkit/addresses'
import type { PayingChain, Rules, Token } from './config.ts'

/** A payment as its owner signed it, in the chain's own units. */
export interface SignedTerms {
  chain: PayingChain
  /** Null pays in the chain's own coin. */
  token: Token | null
  currency: string
  to: string
  amount: Amount
  raw: RawAmount
  /** The most that gas may cost, in the chain's own units; null for a token, whose cap is in the token's currency. */
  nativeFeeCap: RawAmount | null
  expiresAtMs: number
}

/**
 * Reads an intent using the signer's own table. It shares no code with the server's reading of the same fields, so that
 * a mistake there is not repeated here.
 */
export function termsOf(intent: WithdrawalIntent, rules: Rules): SignedTerms | SignerRefusal {
  // Printable ASCII in one line: otherwise the text in a Tron wallet could imitate a field that is not signed.
  if (!INTENT_FIELDS.every((field) => /^[\x20-\x7e]{1,256}$/.test(intent[field]))) return 'malformed'
  const expiresAtMs = timeOf(intent.expires)
  if (expiresAtMs === null) return 'malformed'
  if (!rules.sites.includes(intent.site)) return 'wrong_site'
  const chain = rules.chains.find((one) => one.name === intent.network)
  if (!chain) return 'network_unknown'
  const token = chain.tokens.find((one) => one.currency === intent.currency) ?? null
  const coin = token ?? (chain.native.currency === intent.currency ? chain.native : null)
  if (!coin) return 'currency_unknown'
  const [amount, feeCap] = [amountOf(intent.amount), amountOf(intent.feeCap)]
  const raw = amount === null ? null : rawOf(amount, coin.decimals)
  if (amount === null || feeCap === null || raw === null || raw === 0n) return 'amount_invalid'
  const to = canonicalAddress(intent.to, chain.kind)
  if (to === null || to !== intent.to || chain.tokens.some((one) => one.contract === to))
    return 'address_invalid'
  // The coin cannot represent this cap, so no gas fee could stay within it.
  const nativeFeeCap = token ? null : (rawOf(feeCap, coin.decimals) ?? 0n)
  return { chain, token, currency: intent.currency, to, amount, raw, nativeFeeCap, expiresAtMs }
}

/** An amount in canonical spelling, so that the wallet shows exactly what is paid. */
function amountOf(text: string): Amount | null {
  const amount = parseAmount(text)
  return amount !== null && amount >= 0n && formatAmount(amount) === text ? amount : null
}

/** A time as `Date.toISOString` writes it, with or without milliseconds. */
function timeOf(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{3})?Z$/.exec(text)
  const ms = Date.parse(text)
  if (!match || Number.isNaN(ms)) return null
  return new Date(ms).toISOString() === `${match[1]}${match[2] ?? '.000'}Z` ? ms : null
}
