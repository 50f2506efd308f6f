import { createECDH } from 'node:crypto'
import { addressOfKey } from '../../../chainkit/src/addresses.ts'
import { intentHash } from '../../../chainkit/src/intentHash.ts'
import { recoverAddress, signHash } from '../../../chainkit/src/signatures.ts'
import { hexOf } from '../bytes.ts'
import type { WalletKind } from '../crypto.ts'
import { checkpointKey, signCheckpoint } from '../log/checkpoint.ts'
import type { TestCrypto } from '../receipts/toyLog.testing.ts'
import type { IntentCrypto } from './checkWithdrawalFile.ts'
import { dueAtMs } from '../wallet/dueTimes.ts'
import type { WithdrawalIntent } from '../wallet/withdrawalIntent.ts'
import {
  WITHDRAWAL_FORMAT,
  withdrawalPromiseText,
  type WithdrawalFile,
  type WithdrawalPromise,
} from './withdrawalPromise.ts'

export const REQUESTED_AT = Date.parse('2026-11-21T10:00:00Z')
const SECRET = new Uint8Array(32).fill(9)

export const INTENT: WithdrawalIntent = {
  site: 'https://tickmark.example',
  network: 'Ethereum',
  currency: 'USDT',
  amount: '40',
  feeCap: '0.5',
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  nonce: '0a6f4f0e-8a60-4c7e-9a53-0f2f6c9c2b11',
  expires: '2026-11-21T10:05:00.000Z',
}

/** The wallets' address, the same key on either kind of chain. */
export function toyAddress(wallet: WalletKind): string {
  const pair = createECDH('secp256k1')
  pair.setPrivateKey(SECRET)
  return addressOfKey(pair.getPublicKey(), wallet)
}

export function signToyIntent(intent: WithdrawalIntent, wallet: WalletKind): string {
  return `0x${hexOf(signHash(intentHash(intent, wallet), SECRET))}`
}

/** The house's promise of a withdrawal that its owner signed, with changes. */
export function toyPromise(
  change: Partial<WithdrawalPromise> = {},
  wallet: WalletKind = 'evm',
): WithdrawalPromise {
  return {
    v: 1,
    kind: 'withdrawal',
    number: 7,
    at: REQUESTED_AT,
    id: '5e0b3f2a-6d0c-4a38-8a3e-6a2b1c9d7e44',
    account: toyAddress(wallet),
    wallet,
    intent: INTENT,
    consent: signToyIntent(INTENT, wallet),
    due: dueAtMs({ atMs: REQUESTED_AT, addressFromMs: REQUESTED_AT, needsApproval: false }),
    ...change,
  }
}

/** The file of a promise, signed by a house. */
export function toyWithdrawalFile(house: TestCrypto, statement = toyPromise()): WithdrawalFile {
  const { keys, sha256 } = house
  const head = signCheckpoint(
    { origin: keys.origin, size: 9, root: new Uint8Array(32) },
    checkpointKey(keys.origin, keys.log, sha256),
    (message) => house.sign('log', String.fromCharCode(...message)),
  )
  return {
    format: WITHDRAWAL_FORMAT,
    statement,
    signature: hexOf(house.sign('receipts', withdrawalPromiseText(statement))),
    head,
    keys,
  }
}

/** Recovers by chainkit. */
export const intentCrypto: IntentCrypto = {
  recoverIntent: (intent, signature, wallet) => recoverAddress(intentHash(intent, wallet), signature, wallet),
}
