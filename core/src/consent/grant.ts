import { base64UrlOf, bytesOfBase64Url } from '../base64url.ts'
import { hexOf } from '../bytes.ts'
import type { Sha256 } from '../crypto.ts'
import { CURRENCIES, currencyByCode } from '../money/currencies.ts'
import { formatAmount, MOST, type Amount } from '../money/money.ts'
import { expandPoint } from './p256.ts'

/**
 * An owner's permission for a browser's key: place and close his orders, host his money and end that early, and nothing else. The
 * key also signs what a session may do without it: repay a loan, and swap.
 */
export interface Grant {
  /** The key: a point of P-256, compressed, as base64url. */
  key: string
  /** The end in seconds since 1970, a whole minute. */
  untilS: number
  /**
   * The largest stake of one order in units, by currency; a missing currency cannot be used. The amount for the programme's
   * currency also limits the total fees of early exits in one book. Hosted principal has no limit: it stays its owner's.
   */
  most: readonly { currency: string; units: Amount }[]
}

const MINUTE_S = 60
/** The last second whose time of day the sentence can write: years have four digits. */
const LATEST_S = 253_402_300_799
const KEY = 'urn:tickmark:key:p256:'
const MAY =
  /^urn:tickmark:may:order,close,host;until=([1-9]\d{0,11});most=([A-Z]{2,8}:[1-9]\d{0,18}(?:,[A-Z]{2,8}:[1-9]\d{0,18})*)$/

/** The key's 33 bytes; null for a text that is no key. */
export function keyBytes(key: string): Uint8Array<ArrayBuffer> | null {
  const bytes = bytesOfBase64Url(key)
  return bytes && expandPoint(bytes) ? bytes : null
}

/** The name of a session: SHA-256 of its key's 33 bytes, in hex. Signed orders carry it. */
export function sessionOfKey(key: Uint8Array, sha256: Sha256): string {
  return hexOf(sha256(key))
}

/** The short name that wallet and page show: 3f9a-c21e. */
export function shortKeyId(session: string): string {
  return `${session.slice(0, 4)}-${session.slice(4, 8)}`
}

/** The widest grant: every currency that orders can be paid in, up to the limit of one order, until a whole minute. */
export function widestGrant(key: Uint8Array, untilMs: number): Grant {
  const most = CURRENCIES.flatMap(({ code, stake }) => (stake ? [{ currency: code, units: stake.most }] : []))
  return { key: base64UrlOf(key), untilS: Math.floor(untilMs / 60_000) * MINUTE_S, most }
}

/** The largest stake that a grant allows in a currency; zero if none. */
export function mostOf(grant: Grant, currency: string): Amount {
  return grant.most.find((one) => one.currency === currency)?.units ?? 0n
}

/** The limit of total early-exit fees under a grant, for each book. */
export function exitFeesOf(grant: Grant): Amount {
  return mostOf(grant, 'USDT')
}

/**
 * The sentences shown by wallets, newest first, in characters that EIP-4361 allows in a statement. Stored delegations and
 * receipts carry them: put a new wording first, and never change or remove one.
 */
export const STATEMENTS: readonly ((grant: Grant, session: string) => string)[] = [statement2, statement1]

function statement2(grant: Grant, session: string): string {
  const fees = `${formatAmount(exitFeesOf(grant))} USDT`
  return statement1(grant, session).replace(
    'host any amount until',
    `host any amount, and end that early for fees of up to ${fees} in all, until`,
  )
}

function statement1(grant: Grant, session: string): string {
  const amounts = grant.most.map(({ currency, units }) => `${formatAmount(units)} ${currency}`)
  const last = amounts.pop() ?? ''
  const list = amounts.length === 0 ? last : `${amounts.join(', ')} or ${last}`
  const until = new Date(grant.untilS * 1000).toISOString().slice(0, 16).replace('T', ' ')
  return (
    `This signature proves that the wallet is yours, and lets this browser's key ${shortKeyId(session)} place and ` +
    `close orders of up to ${list} each and host any amount until ${until} UTC. It cannot withdraw. It costs no fee and makes no transfer.`
  )
}

/** The two resources of the sign-in text. */
export function resourcesOf({ key, untilS, most }: Grant): string[] {
  const list = most.map(({ currency, units }) => `${currency}:${units}`).join(',')
  return [`${KEY}${key}`, `urn:tickmark:may:order,close,host;until=${untilS};most=${list}`]
}

/** Reads a grant from its two resources; null for any other resources, an invalid key or an unknown currency. */
export function grantOf(resources: readonly string[]): Grant | null {
  const [named = '', allowed = '', ...more] = resources
  const may = MAY.exec(allowed)
  if (!named.startsWith(KEY) || !may || more.length > 0) return null
  const key = named.slice(KEY.length)
  const untilS = Number(may[1])
  const most = (may[2] ?? '').split(',').map((one) => {
    const [currency = '', units = '0'] = one.split(':')
    return { currency, units: BigInt(units) }
  })
  const isKnown = most.every(({ currency, units }) => currencyByCode(currency) && units <= MOST)
  const isOnce = new Set(most.map((one) => one.currency)).size === most.length
  const isMinute = untilS % MINUTE_S === 0 && untilS <= LATEST_S
  return keyBytes(key) && isMinute && isKnown && isOnce ? { key, untilS, most } : null
}
