import type { WalletType } from '@tickmark/chainkit/addresses'

export interface ChallengeFacts {
  address: string
  walletType: WalletType
  /** Origin of the page that asks; one of the configured origins. */
  origin: string
  chainId: number
  nonce: string
  issuedAtMs: number
  expiresAtMs: number
}

/** Tron's main network, as its wallets name it. */
export const TRON_CHAIN_ID = 728_126_428

const STATEMENT = 'This signature proves that the wallet is yours. It costs no fee and makes no transfer.'

/** The text that a wallet signs: EIP-4361, and the same form for Tron. */
export function challengeText(facts: ChallengeFacts): string {
  const kind = facts.walletType === 1 ? 'Ethereum' : 'Tron'
  return [
    `${new URL(facts.origin).host} wants you to sign in with your ${kind} account:`,
    facts.address,
    '',
    STATEMENT,
    '',
    `URI: ${facts.origin}`,
    'Version: 1',
    `Chain ID: ${facts.walletType === 1 ? facts.chainId : TRON_CHAIN_ID}`,
    `Nonce: ${facts.nonce}`,
    `Issued At: ${new Date(facts.issuedAtMs).toISOString()}`,
    `Expiration Time: ${new Date(facts.expiresAtMs).toISOString()}`,
  ].join('\n')
}

/** The nonce in a text; null when it has none. The rest of the text is compared with the text that was issued. */
export function nonceOf(message: string): string | null {
  return /^Nonce: ([0-9a-f]{32})$/m.exec(message)?.[1] ?? null
}
