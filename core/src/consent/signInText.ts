import type { Sha256, WalletKind } from '../crypto.ts'
import { bytesOfBase64Url } from '../base64url.ts'
import { grantOf, resourcesOf, sessionOfKey, STATEMENTS, type Grant } from './grant.ts'

export interface SignInFacts {
  address: string
  wallet: WalletKind
  /** Origin of the page that asks. */
  origin: string
  chainId: number
  nonce: string
  issuedAtMs: number
  expiresAtMs: number
  /** Permissions of the browser's key; null for a client without a key, whose orders are not signed. */
  grant: Grant | null
}

/** Chain id of Tron's main network in its wallets. */
export const TRON_CHAIN_ID = 728_126_428

const NAMES: Record<WalletKind, string> = { evm: 'Ethereum', tron: 'Tron' }
const PLAIN_STATEMENT =
  'This signature proves that the wallet is yours. It costs no fee and makes no transfer.'

/** The text that a wallet signs to sign in: EIP-4361, in the same form for Tron. With a grant, it delegates to a key. */
export function signInText(facts: SignInFacts, sha256: Sha256): string {
  return textWith(0, facts, sha256)
}

/** The text with one of the `STATEMENTS`. */
function textWith(version: number, facts: SignInFacts, sha256: Sha256): string {
  const { address, wallet, origin, chainId, nonce, issuedAtMs, expiresAtMs, grant } = facts
  const key = grant && bytesOfBase64Url(grant.key)
  const lines = [
    `${hostOf(origin)} wants you to sign in with your ${NAMES[wallet]} account:`,
    address,
    '',
    (grant && key && STATEMENTS[version]?.(grant, sessionOfKey(key, sha256))) || PLAIN_STATEMENT,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(issuedAtMs).toISOString()}`,
    `Expiration Time: ${new Date(expiresAtMs).toISOString()}`,
  ]
  if (grant) lines.push('Resources:', ...resourcesOf(grant).map((one) => `- ${one}`))
  return lines.join('\n')
}

const FORM = new RegExp(
  [
    String.raw`^\S+ wants you to sign in with your (Ethereum|Tron) account:`,
    String.raw`(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})`,
    '',
    '[ -~]+',
    '',
    String.raw`URI: (https?://[a-z0-9.:[\]-]+)`,
    'Version: 1',
    String.raw`Chain ID: ([1-9]\d{0,14})`,
    'Nonce: ([0-9a-f]{32})',
    String.raw`Issued At: ([\d:.TZ-]{24})`,
    String.raw`Expiration Time: ([\d:.TZ-]{24})((?:\nResources:(?:\n- [!-~]+)+)?)$`,
  ].join('\n'),
)

/**
 * Reads a sign-in text; null unless a version of `signInText` writes exactly this text from its facts. So the sentence that the
 * wallet showed matches its resources.
 */
export function readSignInText(text: string, sha256: Sha256): SignInFacts | null {
  const match = FORM.exec(text)
  if (!match) return null
  const [, name, address = '', origin = '', chainId, nonce = '', issuedAt = '', expiresAt = '', list = ''] =
    match
  const issuedAtMs = Date.parse(issuedAt)
  const expiresAtMs = Date.parse(expiresAt)
  if (!Number.isFinite(issuedAtMs) || !Number.isFinite(expiresAtMs)) return null
  const grant = list === '' ? null : grantOf(list.split('\n- ').slice(1))
  const wallet = name === 'Tron' ? 'tron' : 'evm'
  const facts: SignInFacts = {
    address,
    wallet,
    origin,
    chainId: Number(chainId),
    nonce,
    issuedAtMs,
    expiresAtMs,
    grant,
  }
  return STATEMENTS.some((_, version) => textWith(version, facts, sha256) === text) ? facts : null
}

/** The host of an origin such as `https://tickmark.example:8443`, with its port. */
export function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '')
}
