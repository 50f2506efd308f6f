/** 1 Ethereum-style, 2 Tron-style. */
export type WalletType = 1 | 2

/**
 * A wallet found by the page. The page makes only these calls: connect, read the address, sign a text or a withdrawal.
 */
export interface Wallet {
  /** Reverse domain name of the wallet, or the place where it was found. */
  id: string
  name: string
  /** A data: image, or null. */
  icon: string | null
  walletType: WalletType
  /** Asks the user for an address; throws the wallet's error. */
  connect(): Promise<string>
  /** The address that the user has already shown to this page; never prompts. */
  silent(): Promise<string | null>
  /** Signs a text unchanged; throws the wallet's error. */
  sign(address: string, message: string): Promise<string>
  /**
   * Signs as EIP-712 typed data or, where the wallet does not support it, the same content as text; throws the wallet's
   * error.
   */
  signTyped(address: string, typedData: object, text: string): Promise<string>
  /** Follows changes of account (null: none) and of chain; returns an unsubscribe function. */
  watch(on: { account(address: string | null): void; chain(chain: string): void }): () => void
}

/** Information of an announced wallet (EIP-6963, TIP-6963). */
export interface WalletInfo {
  uuid: string
  name: string
  icon: string
  rdns: string
}

/** EIP-1193, and likewise TIP-1193. */
export interface Provider {
  request(ask: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, run: (value: unknown) => void): void
  removeListener?(event: string, run: (value: unknown) => void): void
}

/** Why a wallet refused: rejected by the user, already waiting for the user, or anything else. */
export type WalletProblem = 'rejected' | 'pending' | 'failed'

export function walletProblem(failure: unknown): WalletProblem {
  const code = isRecord(failure) ? failure['code'] : undefined
  if (code === 4001 || code === 'ACTION_REJECTED') return 'rejected'
  return code === -32002 || code === 4000 ? 'pending' : 'failed'
}

/** The first address of an answer, or null. */
export function firstAddress(answer: unknown): string | null {
  const first: unknown = Array.isArray(answer) ? answer[0] : answer
  return typeof first === 'string' && first.length > 0 ? first : null
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

export function isProvider(value: unknown): value is Provider {
  return isRecord(value) && typeof value['request'] === 'function'
}

/** Shows an icon only if the wallet supplies its data: the page requests none. */
export function ownIcon(icon: unknown): string | null {
  return typeof icon === 'string' && icon.startsWith('data:image/') ? icon : null
}
