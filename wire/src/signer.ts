import { SIGNER_REFUSALS } from '@tickmark/core/wallet/signerRefusals'
import { INTENT_FIELDS } from '@tickmark/core/wallet/withdrawalIntent'
import * as z from 'zod/mini'

/** The signer's small API: the server requests, and the process with the keys decides by itself. */

const hex = z.string().check(z.regex(/^0x([0-9a-f]{2})+$/))
const text = z.string().check(z.minLength(1), z.maxLength(256))
const sum = z.string().check(z.regex(/^(0|[1-9]\d{0,39})$/))

const intentFields = z.object(
  Object.fromEntries(INTENT_FIELDS.map((field) => [field, text])) as Record<
    (typeof INTENT_FIELDS)[number],
    typeof text
  >,
)

/** POST /accept: the signer checks the owner's signature while it is fresh, and stores the signed intent. */
export const acceptRequest = z.object({
  intent: intentFields,
  signature: z.string().check(z.maxLength(4_096)),
  /** 1 Ethereum-style (EIP-712), 2 Tron-style (TIP-191). */
  walletType: z.union([z.literal(1), z.literal(2)]),
  account: z.string().check(z.maxLength(64)),
})

export type AcceptRequest = z.infer<typeof acceptRequest>

/** The answer means that the acceptance is on disk. The same request is accepted again at any time. */
export const acceptReply = z.object({ accepted: z.literal(true) })

/** Ethereum-style: pay an accepted intent with the hot wallet's transaction of this nonce. Fees in wei. */
const evmSignRequest = z.object({
  intentNonce: text,
  /** Far below the largest safe integer, so that increments are exact. */
  chainNonce: z.int().check(z.gte(0), z.lt(2 ** 48)),
  gasLimit: z.int().check(z.gte(21_000)),
  maxFeePerGas: sum,
  maxPriorityFeePerGas: sum,
})
/** Tron: a transaction names a recent block and expires at `expiration`. Times in milliseconds, `feeLimit` in sun. */
const tronSignRequest = z.object({
  intentNonce: text,
  refBlockBytes: z.string().check(z.regex(/^[0-9a-f]{4}$/)),
  refBlockHash: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  timestamp: z.int().check(z.gte(0)),
  expiration: z.int().check(z.gte(0)),
  feeLimit: sum,
})
export type EvmSignRequest = z.infer<typeof evmSignRequest>
export type TronSignRequest = z.infer<typeof tronSignRequest>

/**
 * POST /sign. The same request returns the same bytes. On an Ethereum-style chain, raising both fees by at least a
 * tenth returns new bytes for the same nonce. On Tron an intent has only one transaction, permanently.
 */
export const signRequest = z.union([evmSignRequest, tronSignRequest])
export type SignRequest = z.infer<typeof signRequest>
/**
 * `raw` holds the bytes to send, any number of times; `txid` is known before sending. Both begin with 0x, on Tron too.
 * The fees, in wei, are those in the bytes: an earlier signature may have other fees than this request.
 */
export const evmSignReply = z.object({ raw: hex, txid: hex, maxFeePerGas: sum, maxPriorityFeePerGas: sum })
const tronSignReply = z.object({ raw: hex, txid: hex })
export const signReply = z.union([evmSignReply, tronSignReply])
export type SignReply = z.infer<typeof signReply>

/** POST /revoke: an accepted intent is never signed after this, unless it was signed before. */
export const revokeRequest = z.object({ intentNonce: text })
export const revokeReply = z.object({ revoked: z.boolean() })

/** GET /public: the public facts about the keys. */
export const signerPublic = z.object({
  chains: z.array(z.object({ id: z.int(), hot: z.string(), nextNonce: z.int() })),
  /** Extended public key (BIP-32) of m/44'/coin'/0' a coin type (SLIP-44); deposit address i is its child 0/i. */
  xpubs: z.array(z.object({ coinType: z.int(), xpub: z.string() })),
})
export type SignerPublic = z.infer<typeof signerPublic>

/** With HTTP status 409. `over_limit` of /sign may pass with time, because the limit covers 24 h. */
export const signerRefused = z.object({ refused: z.enum(SIGNER_REFUSALS) })
