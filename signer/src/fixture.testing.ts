import { intentText, type WithdrawalIntent } from '@tickmark/core/wallet/withdrawalIntent'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TronWeb } from 'tronweb'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished } from 'vitest'
import { loadConfig } from './config.ts'
import type { AskContract } from '@tickmark/chainkit/contractWallets'
import type { AcceptRequest } from '@tickmark/wire/signer'
import { openSigner, type Signer } from './signer.ts'

export const START = Date.parse('2026-11-21T10:00:00.000Z')
export const HOUR = 3_600_000
export const SITE = 'http://localhost:8080'
export const USDT = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
export const TRON_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const TRON_PAYEE = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
export const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
export const stranger = privateKeyToAccount(`0x${'22'.repeat(32)}`)
export const tronOwner = new TronWeb({ fullHost: 'http://127.0.0.1:1', privateKey: '11'.repeat(32) })
export const tronStranger = new TronWeb({ fullHost: 'http://127.0.0.1:1', privateKey: '22'.repeat(32) })

export const SETTINGS = {
  SIGNER_SITE: SITE,
  SIGNER_CHAINS: JSON.stringify([
    {
      id: 1,
      name: 'Ethereum',
      kind: 'evm',
      chainId: 31337,
      coinType: 60,
      native: { currency: 'ETH', decimals: 18 },
      tokens: [{ currency: 'USDT', contract: USDT, decimals: 6 }],
    },
    {
      id: 2,
      name: 'Tron',
      kind: 'tron',
      chainId: 728126428,
      coinType: 195,
      native: { currency: 'TRX', decimals: 6 },
      tokens: [{ currency: 'USDT', contract: TRON_USDT, decimals: 6 }],
    },
  ]),
  SIGNER_LIMITS: '{"USDT":{"payment":"1000","day":"1500"}}',
}
export const { rules } = loadConfig({ SIGNER_DATA: 'unused', SIGNER_TOKEN: 'x'.repeat(64), ...SETTINGS })

/** A signer on its own folder, with a movable clock; `open` opens it again. */
export function openFixture(askContract: AskContract | null = null) {
  const clock = { nowMs: START }
  const file = join(newFolder(), 'journal.jsonl')
  const open = () =>
    openSigner({
      seed: new Uint8Array(32).fill(7),
      journalFile: file,
      rules,
      askContract,
      nowMs: () => clock.nowMs,
    })
  return { clock, file, open, signer: open() }
}

/** A folder that is deleted with its test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-signer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let made = 0

/** A payment of 12.5 USDT on Ethereum with a fresh nonce. */
export function intentOf(changes: Partial<WithdrawalIntent> = {}): WithdrawalIntent {
  return {
    site: SITE,
    network: 'Ethereum',
    currency: 'USDT',
    amount: '12.5',
    feeCap: '1',
    to: PAYEE,
    nonce: `intent-${++made}`,
    expires: new Date(START + 300_000).toISOString(),
    ...changes,
  }
}

/** The EIP-712 fields written out again, so that tests do not sign with the code under test. */
export const WITHDRAWAL = [
  { name: 'site', type: 'string' },
  { name: 'network', type: 'string' },
  { name: 'currency', type: 'string' },
  { name: 'amount', type: 'string' },
  { name: 'feeCap', type: 'string' },
  { name: 'to', type: 'string' },
  { name: 'nonce', type: 'string' },
  { name: 'expires', type: 'string' },
] as const

/** Typed data as an Ethereum wallet takes it. */
export const typedDataOf = (message: WithdrawalIntent) => ({
  domain: { name: 'Tickmark', version: '1' },
  types: { Withdrawal: WITHDRAWAL },
  primaryType: 'Withdrawal' as const,
  message,
})

export async function signedBy(intent: WithdrawalIntent, account = owner): Promise<AcceptRequest> {
  const signature = await account.signTypedData(typedDataOf(intent))
  return { intent, signature, walletType: 1, account: account.address }
}

/** An intent signed as a Tron wallet does (signMessageV2, TIP-191). */
export function signedOnTron(intent: WithdrawalIntent, wallet = tronOwner): AcceptRequest {
  const signature = wallet.trx.signMessageV2(intentText(intent))
  return { intent, signature, walletType: 2, account: String(wallet.defaultAddress.base58) }
}

export const payOf = (intentNonce: string, chainNonce: number, fee = '2000000000') => ({
  intentNonce,
  chainNonce,
  gasLimit: 90_000,
  maxFeePerGas: fee,
  maxPriorityFeePerGas: String(BigInt(fee) / 2n),
})

export const payOnTronOf = (intentNonce: string, feeLimit = '30000000') => ({
  intentNonce,
  refBlockBytes: '0a1b',
  refBlockHash: '0011223344556677',
  timestamp: START,
  expiration: START + HOUR,
  feeLimit,
})

/** Makes the signer accept an intent; returns its nonce. */
export async function accepted(signer: Signer, changes: Partial<WithdrawalIntent> = {}): Promise<string> {
  const request = await signedBy(intentOf(changes))
  expect(await signer.accept(request)).toEqual({ accepted: true })
  return request.intent.nonce
}

/** The reply; throws when it is a refusal. */
export function replyOf<Reply>(reply: Reply | string): Reply {
  if (typeof reply === 'string') throw new Error(`refused: ${reply}`)
  return reply
}
