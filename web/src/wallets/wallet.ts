import type { WalletType } from '../session/session.ts'

/** A wallet that the page found. Only these calls are ever made of one: connect, read the address, sign a text or a withdrawal. */
export interface Wallet {
  /** Reverse domain name of the wallet, or where it was found. */
  id: string
  name: string
  /** A data: image, or null. */
  icon: string | null
  walletType: WalletType
  /** Asks the user for an address; throws what the wallet throws. */
  connect(): Promise<string>
  /** The address that the user has already shown to this page; never asks. */
  silent(): Promise<string | null>
  /** Signs a text as it is; throws what the wallet throws. */
  sign(address: string, message: string): Promise<string>
  /** Signs the same content as EIP-712 typed data or, where the wallet knows none, as text; throws what the wallet throws. */
  signTyped(address: string, typedData: object, text: string): Promise<string>
  /** Follows changes of account (null: none) and of chain; gives the way to stop. */
  watch(on: { account(address: string | null): void; chain(chain: string): void }): () => void
}

/** What an announced wallet says about itself (EIP-6963, TIP-6963). */
export interface WalletInfo {
  uuid: string
  name: string
  icon: string
  rdns: string
}

/** EIP-1193, and TIP-1193 alike. */
export interface Provider {
  request(ask: { method: string; params?: readonly unknown[] }): Promise<unknown>
  on?(event: string, run: (value: unknown) => void): void
  removeListener?(event: string, run: (value: unknown) => void): void
}

/** Why a wallet said no: the user did, it waits for the user already, or anything else. */
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

/** An icon is shown only when the wallet ships it itself: no request leaves the page for one. */
export function ownIcon(icon: unknown): string | null {
  return typeof icon === 'string' && icon.startsWith('data:image/') ? icon : null
}
