import { INTENT_FIELDS } from '@tickmark/core/withdrawalIntent'
import * as z from 'zod/mini'

/** The signer's own small contract: the server asks, the process that holds the keys decides by itself. */

const hex = z.string().check(z.regex(/^0x([0-9a-f]{2})+$/))
const text = z.string().check(z.minLength(1), z.maxLength(256))
const sum = z.string().check(z.regex(/^(0|[1-9]\d{0,39})$/))

export const intentFields = z.object(
  Object.fromEntries(INTENT_FIELDS.map((field) => [field, text])) as Record<
    (typeof INTENT_FIELDS)[number],
    typeof text
  >,
)

/** POST /accept: the signer checks the owner's signature while it is fresh, and remembers what was signed. */
export const acceptRequest = z.object({
  intent: intentFields,
  signature: z.string().check(z.maxLength(4_096)),
  /** 1 Ethereum-style (EIP-712), 2 Tron-style (TIP-191). */
  walletType: z.union([z.literal(1), z.literal(2)]),
  account: z.string().check(z.maxLength(64)),
})

/** POST /sign: pay an accepted intent with the hot wallet's transaction of this nonce. Fees in wei. */
export const signRequest = z.object({
  intentNonce: text,
  chainNonce: z.int().check(z.gte(0)),
  gasLimit: z.int().check(z.gte(21_000)),
  maxFeePerGas: sum,
  maxPriorityFeePerGas: sum,
})
/** `raw` are the bytes to send, as often as one likes; `txid` is known before they are. */
export const signReply = z.object({ raw: hex, txid: hex, from: z.string(), unsigned: hex })

/** POST /revoke: an accepted intent is never signed from here on, unless it was already. */
export const revokeRequest = z.object({ intentNonce: text })
export const revokeReply = z.object({ revoked: z.boolean() })

/** GET /public: what everyone may know of the keys. */
export const signerPublic = z.object({
  chains: z.array(z.object({ id: z.int(), hot: z.string(), nextNonce: z.int() })),
  /** Extended public key (BIP-32) of m/44'/coin'/0' a coin type (SLIP-44); deposit address i is its child 0/i. */
  xpubs: z.array(z.object({ coinType: z.int(), xpub: z.string() })),
})

/** Why the signer says no, with HTTP status 409. */
export const SIGNER_REFUSALS = [
  'malformed',
  'wrong_site',
  'network_unknown',
  'currency_unknown',
  'amount_invalid',
  'address_invalid',
  'signature_wrong',
  'expired',
  'intent_changed',
  'intent_unknown',
  'intent_revoked',
  'intent_lapsed',
  'nonce_taken',
  'intent_has_other_nonce',
  'over_limit',
  'fee_too_high',
] as const
export type SignerRefusal = (typeof SIGNER_REFUSALS)[number]
export const signerRefused = z.object({ refused: z.enum(SIGNER_REFUSALS) })
