import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { SignerRefusal } from '@tickmark/core/wallet/signerRefusals'
import {
  acceptReply,
  type AcceptRequest,
  evmSignReply,
  revokeReply,
  type SignerPublic,
  signerPublic,
  signerRefused,
} from '@tickmark/wire/signer'
import * as z from 'zod/mini'

type Answer<T> = Promise<Decision<T, { code: SignerRefusal }>>

export interface SignOrder {
  intentNonce: string
  chainNonce: number
  gasLimit: number
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/**
 * Signed bytes with their fields. A repeated order may return the transaction signed earlier, with its earlier fees.
 */
export interface SignedBytes {
  raw: string
  txid: string
  /** Wei per gas. */
  maxFee: bigint
  tip: bigint
}

/** The server's interface to the process that holds the keys. Every call may be repeated; a missing answer throws. */
export interface WithdrawalSigner {
  accept(asked: AcceptRequest): Answer<true>
  sign(order: SignOrder): Answer<SignedBytes>
  /** False when a signature already exists; it never refuses. */
  revoke(intentNonce: string): Promise<boolean>
  /** The public data on its keys, with the nonce that it would use next on each chain. */
  publicKeys(): Promise<SignerPublic>
}

export interface SignerReach {
  /** The signer's present address and access token; null while it starts. */
  reach(): { url: string; token: string } | null
  /** Timeout for an answer. */
  patienceMs?: number
}

/** Calls the signer over HTTP. */
export function signerClient({ reach, patienceMs = 5_000 }: SignerReach): WithdrawalSigner {
  async function call<T>(path: string, body: unknown, reply: z.ZodMiniType<T>): Answer<T> {
    const at = reach()
    if (at === null) throw new Error('the signer is not running')
    const { url, token } = at
    const response = await fetch(new URL(path, url), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (response.status === 409) return refuse({ code: z.parse(signerRefused, answer).refused })
    if (!response.ok) throw new Error(`the signer answered ${path} with ${response.status}`)
    return accept(z.parse(reply, answer))
  }
  return {
    async accept(asked) {
      const done = await call('/accept', asked, acceptReply)
      return done.ok ? accept(true) : done
    },
    async sign({ maxFeePerGas, maxPriorityFeePerGas, ...order }) {
      const fees = {
        maxFeePerGas: String(maxFeePerGas),
        maxPriorityFeePerGas: String(maxPriorityFeePerGas),
      }
      const done = await call('/sign', { ...order, ...fees }, evmSignReply)
      if (!done.ok) return done
      const { raw, txid, ...signed } = done.value
      const [maxFee, tip] = [BigInt(signed.maxFeePerGas), BigInt(signed.maxPriorityFeePerGas)]
      return accept({ raw, txid, maxFee, tip })
    },
    async revoke(intentNonce) {
      const done = await call('/revoke', { intentNonce }, revokeReply)
      if (!done.ok) throw new Error(`the signer refused to revoke: ${done.refusal.code}`)
      return done.value.revoked
    },
    async publicKeys() {
      const told = await call('/public', undefined, signerPublic)
      if (!told.ok) throw new Error(`the signer refused to tell its keys: ${told.refusal.code}`)
      return told.value
    },
  }
}
